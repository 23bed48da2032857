import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { buildAtlas } from "../../atlas/build-atlas.ts";
import type { Atlas } from "../../atlas/types.ts";
import { ApiError } from "../../errors.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import { attachRetina } from "../../retina/retina-tables.ts";
import type { Retina } from "../../retina/types.ts";
import { loadRetina } from "../retina-files.ts";
import { startThread } from "../threads/start-thread.ts";
import type { OpeningData, OpeningMessage } from "./messages.ts";
import { Slots } from "./slots.ts";

/** How files become retinas. */
export interface RetinaOpener {
  /** @throws not-found, bad-retina-file */
  open(file: string): Promise<IndexedRetina>;
  /** The same, only to see whether it opens. */
  check(file: string): Promise<IndexedRetina>;
  /** The named regions of a retina that was opened here; found once. */
  atlas(retina: Retina): Promise<Atlas>;
  /** Ends what is still under way. */
  close(): Promise<void>;
}

/** Opens on the calling thread, which takes about 0.4 s for 100,000 terms. */
export const openHere: RetinaOpener = {
  open: loadRetina,
  check: loadRetina,
  atlas: async (retina) => buildAtlas(retina),
  close: async () => {},
};

/** A file is opened by a thread of its own, so that windows open and calls are answered meanwhile. */
export class ThreadOpener implements RetinaOpener {
  readonly #atlases = new WeakMap<Retina, () => Promise<Atlas>>();
  readonly #folder: string;
  readonly #dividing = new Slots(1);
  readonly #threads = new Set<Worker>();
  /** Each takes a file's size in memory while it opens. */
  readonly #slots = new Slots(Math.max(1, Math.min(MOST_AT_ONCE, availableParallelism() - 1)));

  /** @param atlases folder that keeps the regions from one start to the next */
  constructor(atlases: string) {
    this.#folder = atlases;
  }

  open(file: string): Promise<IndexedRetina> {
    return this.#slots.run(() => this.#inThread({ file, stays: true, atlases: this.#folder }));
  }

  check(file: string): Promise<IndexedRetina> {
    return this.#slots.run(() => this.#inThread({ file, stays: false, atlases: this.#folder }));
  }

  async atlas(retina: Retina): Promise<Atlas> {
    return this.#atlases.get(retina)?.() ?? buildAtlas(retina);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((worker) => worker.terminate()));
  }

  async #inThread(workerData: OpeningData): Promise<IndexedRetina> {
    const worker = startThread("opening/open-worker", { data: workerData });
    this.#threads.add(worker);
    worker.once("exit", () => this.#threads.delete(worker));
    const next = messagesOf(worker);
    const first = await next();
    worker.unref();
    if (first?.type === "refused") throw new ApiError(first.error);
    // A thread that ends without a word could not be started.
    if (first?.type !== "opened") return loadRetina(workerData.file);
    const retina = attachRetina(first.tables);
    let atlas: Promise<Atlas> | undefined;
    const divide = async () => {
      worker.postMessage("divide");
      const second = await next();
      return second?.type === "divided" ? second.atlas : buildAtlas(retina);
    };
    const once = () => {
      atlas ??= divide();
      return atlas;
    };
    this.#atlases.set(retina, once);
    // At once, for the map is what a window shows first; one after another, so that the usual retina's comes soonest.
    if (workerData.stays) void this.#dividing.run(once);
    return retina;
  }
}

const MOST_AT_ONCE = 3;

/** Each call gives the next message, or undefined once the thread has ended, for whatever reason. */
function messagesOf(worker: Worker): () => Promise<OpeningMessage | undefined> {
  const arrived: OpeningMessage[] = [];
  let wake = () => {};
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    wake();
  };
  worker.on("message", (message: OpeningMessage) => {
    arrived.push(message);
    wake();
  });
  worker.on("error", end);
  worker.on("exit", end);
  return async () => {
    while (arrived.length === 0 && !hasEnded)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return arrived.shift();
  };
}
