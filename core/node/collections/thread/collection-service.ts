import type { MessagePort, Worker } from "node:worker_threads";
import type { Handlers, Reply } from "../../../api/client-types.ts";
import type { Cancellation } from "../../../cancellation.ts";
import { ApiError } from "../../../errors.ts";
import type { RetinaTables } from "../../../retina/retina-tables.ts";
import type { EncodedReply } from "../../http/encode-reply.ts";
import type { JobStore } from "../../jobs/job-store.ts";
import type { RawCall } from "../../service/answer.ts";
import { movable } from "../../threads/protocol.ts";
import { type CollectionName, collectionNames } from "../collection-calls.ts";
import { type FilePlace, GivenFiles } from "../import/given-files.ts";
import { ImportDesk } from "../import/import-desk.ts";
import { CollectionThread } from "./collection-thread.ts";

export interface CollectionServiceOptions extends FilePlace {
  readonly start: () => Worker;
  readonly jobs: JobStore;
}

/** The host's side of collections: calls go to their thread, imports are tasks. */
export class CollectionService {
  readonly handlers: Pick<Handlers, CollectionName> & ReturnType<ImportDesk["handlers"]>;
  readonly #thread: CollectionThread;

  constructor({ start, jobs, ...files }: CollectionServiceOptions) {
    this.#thread = new CollectionThread(start);
    const sent = collectionNames.map((name) => [name, this.#handler(name)]);
    // Every name has an entry; the compiler cannot follow that through fromEntries.
    const handlers = Object.fromEntries(sent) as unknown as Pick<Handlers, CollectionName>;
    const imports = new ImportDesk(jobs, new GivenFiles(files));
    this.handlers = { ...handlers, ...imports.handlers() };
  }

  /** A request, read and answered on the thread. */
  answer(call: RawCall, signal: AbortSignal): Promise<EncodedReply> {
    return this.#thread.call("raw", call, { signal, transfer: movable(call.body) });
  }

  /** For a thread that imports. */
  offer(): MessagePort {
    return this.#thread.offer();
  }

  takeRetinas(retinas: readonly RetinaTables[]): void {
    if (this.#thread.isRunning) void this.#thread.call("retinas", retinas).catch(() => undefined);
  }

  /** Lets go of the store: the next call opens the one there is by then. */
  release(): Promise<void> {
    return this.#thread.release();
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #handler(name: CollectionName) {
    return async (args: unknown, signal: Cancellation) => {
      const options = signal instanceof AbortSignal ? { signal } : {};
      const reply: Reply = await this.#thread.call("args", { name, args }, options);
      if (!reply.ok) throw new ApiError(reply.error);
      return reply.value;
    };
  }
}
