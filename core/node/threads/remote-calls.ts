import type { MessagePort, Transferable, Worker } from "node:worker_threads";
import { ApiError, cancelled } from "../../errors.ts";
import type {
  CallMessage,
  InputOf,
  MethodName,
  Methods,
  OutputOf,
  ReplyMessage,
} from "./protocol.ts";
import { makeStopFlag, raiseFlag } from "./protocol.ts";

/** How one call is made. */
export interface RemoteOptions {
  readonly signal?: AbortSignal;
  /** Memory and ports that go over instead of being copied. */
  readonly transfer?: readonly Transferable[];
}

interface Waiting {
  readonly stop: SharedArrayBuffer;
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Calls to a thread that answers several at a time and is never ended while it does: one that is cancelled is asked to
 * stop, and settles when the thread has done so. Each call settles exactly once, also when the thread goes away.
 */
export class RemoteCalls<M extends Methods> {
  /** Resolves when the thread can be called; rejects when it never will be. */
  readonly ready: Promise<void>;
  readonly #port: MessagePort | Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #ended: unknown;
  #settleReady: { resolve: () => void; reject: (cause: unknown) => void } | undefined;

  constructor(port: MessagePort | Worker) {
    this.#port = port;
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    this.ready.catch(() => {});
    (port as MessagePort).on("message", (reply: ReplyMessage) => this.#onReply(reply));
  }

  /** @throws what the method throws; cancelled; and the reason of the end where the thread is gone */
  async call<N extends MethodName<M>>(
    method: N,
    input: InputOf<M, N>,
    { signal, transfer = [] }: RemoteOptions = {},
  ): Promise<OutputOf<M, N>> {
    if (signal?.aborted) throw cancelled();
    await this.ready;
    if (this.#ended !== undefined) throw this.#ended;
    const id = ++this.#lastId;
    const stop = makeStopFlag();
    const message: CallMessage = { id, method, input, stop };
    const onAbort = () => raiseFlag(stop);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const value = await new Promise<unknown>((resolve, reject) => {
        this.#waiting.set(id, { stop, resolve, reject });
        this.#port.postMessage(message, transfer);
      });
      return value as OutputOf<M, N>;
    } finally {
      this.#waiting.delete(id);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Asks all calls to stop; they settle when the thread has listened. */
  stopAll(): void {
    for (const { stop } of this.#waiting.values()) raiseFlag(stop);
  }

  /** The thread is gone: whoever waits is told why. */
  end(reason: unknown): void {
    this.#ended ??= reason;
    this.#settleReady?.reject(reason);
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  #onReply(reply: ReplyMessage): void {
    if (reply.type === "ready") {
      this.#settleReady?.resolve();
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    if (reply.type === "answer") waiting?.resolve(reply.value);
    else if (reply.type === "failure") waiting?.reject(new ApiError(reply.error));
  }
}
