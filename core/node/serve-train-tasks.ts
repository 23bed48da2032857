import type { MessagePort, TransferListItem } from "node:worker_threads";
import { type TaskName, tasks } from "../train/tasks.ts";

/** One task for a thread. */
export interface TaskOrder {
  readonly id: number;
  readonly name: TaskName;
  readonly input: unknown;
}

/** How a task ended. */
export type TaskReply =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failure: string };

/** Answers each order with the task's output; large arrays are handed over, not copied. */
export function serveTrainTasks(port: MessagePort): void {
  port.on("message", async ({ id, name, input }: TaskOrder) => {
    try {
      const output = await (tasks[name] as (input: unknown) => unknown)(input);
      port.postMessage({ id, output } satisfies TaskReply, buffersOf(output));
    } catch (cause) {
      const failure = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      port.postMessage({ id, failure } satisfies TaskReply);
    }
  });
}

/** The unshared buffers of an output, each once. */
export function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): TransferListItem[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return [...found];
}
