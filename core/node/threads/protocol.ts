import type { MessagePort } from "node:worker_threads";
import type { Cancellation } from "../../cancellation.ts";
import type { ErrorData } from "../../errors.ts";

/** What a method of a thread is given beside its input. */
export interface CallContext<Progress = never> {
  /** Asked by long work at every step; raised through shared memory, so that even a busy thread sees it. */
  readonly signal: Cancellation;
  /** Tells the caller how far the work has come. */
  readonly report: (progress: Progress) => void;
}

/** What a thread can be asked for, by name: functions of an input and a `CallContext`. */
export type Methods = Readonly<Record<string, (input: never, context: never) => unknown>>;

export type MethodName<M extends Methods> = keyof M & string;
export type InputOf<M extends Methods, N extends MethodName<M>> = Parameters<M[N]>[0];
export type OutputOf<M extends Methods, N extends MethodName<M>> =
  Awaited<ReturnType<M[N]>> extends infer T ? (T extends Transfer<infer V> ? V : T) : never;
export type ProgressOf<M extends Methods, N extends MethodName<M>> =
  Parameters<M[N]> extends [unknown, { readonly report: (progress: infer P) => void }] ? P : never;

/** To a thread. One at a time; `stop` becomes 1 when the call is to end. */
export interface CallMessage {
  readonly id: number;
  readonly method: string;
  readonly input: unknown;
  readonly stop: SharedArrayBuffer;
}

/** From a thread. */
export type ReplyMessage =
  | { readonly type: "ready" }
  | { readonly type: "progress"; readonly id: number; readonly progress: unknown }
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failure"; readonly id: number; readonly error: ErrorData };

/** To a thread of a pool. */
export interface TaskMessage {
  /** Undefined: nothing is asked but that the thread is ready. */
  readonly method: string | undefined;
  readonly input: unknown;
  readonly stop: SharedArrayBuffer;
  readonly progress: MessagePort | undefined;
}

/** From a thread of a pool. */
export type TaskReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ErrorData };

/** A value with the buffers that are transferred to the other thread instead of being copied. */
export class Transfer<T> {
  readonly value: T;
  readonly buffers: readonly ArrayBuffer[];

  constructor(value: T, buffers: readonly ArrayBuffer[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/** A flag that another thread can raise while this one is busy. */
export const makeStopFlag = (): SharedArrayBuffer =>
  new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

/** Asks the work that was given the flag to end. */
export function raiseFlag(flag: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(flag), 0, 1);
}

/** What a thread listens to; any other cancellation cannot end a call on another thread. */
export const signalOf = (cancellation: Cancellation): { readonly signal?: AbortSignal } =>
  cancellation instanceof AbortSignal ? { signal: cancellation } : {};

/** The flag as what long work asks at every step. */
export function flagSignal(flag: SharedArrayBuffer): Cancellation {
  const cells = new Int32Array(flag);
  return {
    get aborted() {
      return Atomics.load(cells, 0) === 1;
    },
  };
}
