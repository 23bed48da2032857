import { runTask, type TaskName } from "../../train/tasks.ts";
import { Transfer } from "../threads/protocol.ts";
import { answerTasks } from "../threads/serve-methods.ts";

/** What a thread that shares the work of a training does. */
export type TaskMethods = typeof methods;

const methods = {
  /** Carries out one task; large arrays are handed over, not copied. */
  task: async ({ name, input }: { name: TaskName; input: unknown }): Promise<Transfer<unknown>> => {
    const output = await runTask(name, input);
    return new Transfer(output, buffersOf(output));
  },
};

/** The unshared buffers of an output, each once. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    for (const part of Object.values(value)) buffersOf(part, found);
  }
  return [...found];
}

export const answer = answerTasks(() => methods);
