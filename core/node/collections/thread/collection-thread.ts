import { setTimeout } from "node:timers/promises";
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import type { Handlers, Name } from "../../../api/client-types.ts";
import { endpoints, names } from "../../../api/table.ts";
import type { Cancellation } from "../../../cancellation.ts";
import { busy } from "../../../errors.ts";
import type { collectionHandlers } from "../../../handlers/collections.ts";
import type { ThreadCall } from "../../engine/call-methods.ts";
import type { CallThreadData } from "../../engine/thread-engine.ts";
import { type InputOf, type MethodName, type OutputOf, signalOf } from "../../threads/protocol.ts";
import { RemoteCalls, type RemoteOptions } from "../../threads/remote-calls.ts";
import type { CollectionMethods } from "./collection-worker.ts";

/** What is answered by the thread of the collections. */
export type CollectionName = keyof ReturnType<typeof collectionHandlers> | "app.collectionPreview";

const ofCollections = (name: Name): name is CollectionName => endpoints[name].work === "collection";

interface Running {
  readonly worker: Worker;
  readonly calls: RemoteCalls<CollectionMethods>;
  readonly hasEnded: Promise<unknown>;
}

/** Milliseconds that the thread may take to end by itself once everything is closed. */
const LEAVING = 1000;

/**
 * The thread that collections are kept and asked on. It starts with the first call and is ended only after it has closed
 * its databases: ending a thread that DuckDB works for would take the whole process along.
 */
export class CollectionThread {
  /** The endpoints that the thread answers. */
  readonly handlers: Pick<Handlers, CollectionName>;
  readonly #startWorker: () => Worker;
  #running: Running | undefined;
  #isClosed = false;

  constructor(start: () => Worker) {
    this.#startWorker = start;
    const sent = names.filter(ofCollections).map((name) => [name, this.#handler(name)]);
    // Every name has an entry; the compiler cannot follow that through fromEntries.
    this.handlers = Object.fromEntries(sent) as unknown as Pick<Handlers, CollectionName>;
  }

  takeRetinas(data: CallThreadData): void {
    if (this.#running !== undefined) void this.#call("retinas", data).catch(() => undefined);
  }

  #handler(name: CollectionName) {
    return (input: ThreadCall["input"], signal: Cancellation) =>
      this.#call("call", { name, input }, signalOf(signal));
  }

  async #call<N extends MethodName<CollectionMethods>>(
    method: N,
    input: InputOf<CollectionMethods, N>,
    options?: RemoteOptions,
  ): Promise<OutputOf<CollectionMethods, N>> {
    if (this.#isClosed) throw stopping();
    this.#running ??= this.#start();
    return this.#running.calls.call(method, input, options);
  }

  /** A port for a thread that may want to keep rows; the thread here starts when the other one says so. */
  offer(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    port1.once("message", () => {
      void this.#call("connect", port1, { transfer: [port1] }).catch(() => port1.close());
    });
    port1.unref();
    return port2;
  }

  /** Closes what is open; the next call opens it again, where collections are kept by then. */
  async release(): Promise<void> {
    await this.#running?.calls.call("close", undefined as never);
  }

  /** Lets the thread end, after what it is at. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = this.#running;
    if (running === undefined) return;
    const { calls, worker, hasEnded } = running;
    calls.stopAll();
    await calls.call("end", undefined as never).catch(() => undefined);
    await Promise.race([hasEnded, setTimeout(LEAVING, undefined, { ref: false })]);
    await worker.terminate();
  }

  #start(): Running {
    const worker = this.#startWorker();
    const calls = new RemoteCalls<CollectionMethods>(worker);
    let reason: unknown = new Error("The thread of the collections ended.");
    worker.on("error", (cause) => {
      reason = cause;
    });
    const hasEnded = new Promise((resolve) => worker.once("exit", resolve));
    worker.on("exit", () => {
      this.#running = undefined;
      calls.end(this.#isClosed ? stopping() : reason);
    });
    return { worker, calls, hasEnded };
  }
}

const stopping = () => busy("The service is stopping.");
