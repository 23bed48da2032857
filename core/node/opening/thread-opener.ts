import { availableParallelism } from "node:os";
import { buildAtlas } from "../../atlas/build-atlas.ts";
import type { Atlas } from "../../atlas/types.ts";
import { ApiError } from "../../errors.ts";
import { attachRetina } from "../../retina/index-retina.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import type { RetinaTables } from "../../retina/retina-data.ts";
import type { Retina } from "../../retina/types.ts";
import type { InputOf, MethodName, OutputOf } from "../threads/protocol.ts";
import { Semaphore } from "../threads/semaphore.ts";
import { releaseAtEnd, startThread } from "../threads/start-thread.ts";
import { SupervisedWorker } from "../threads/supervised-worker.ts";
import type { RetinaView } from "./describe-retina.ts";
import type { Given, OpeningMethods } from "./opening-methods.ts";
import { loadRetina } from "./retina-files.ts";
import type { RetinaOpener, Taken } from "./retina-opener.ts";
import type { SiblingFiles } from "./sibling-files.ts";

/** What a thread that opens a retina is started with. */
export interface OpeningData {
  /** Folder that keeps the regions from one start to the next. */
  readonly atlases: string;
}

/** A thread, and what it has opened. */
interface Opening {
  readonly worker: SupervisedWorker<OpeningMethods>;
  readonly retina: IndexedRetina;
}

const MOST_AT_ONCE = 3;

/** Each retina is opened by a thread of its own, so that windows open and calls are answered meanwhile. */
export class ThreadOpener implements RetinaOpener {
  readonly #atlases = new WeakMap<Retina, () => Promise<Atlas>>();
  readonly #folder: string;
  readonly #dividing = new Semaphore(1);
  readonly #workers = new Set<SupervisedWorker<OpeningMethods>>();
  /** Each takes a file's size in memory while it opens. */
  readonly #slots = new Semaphore(Math.max(1, Math.min(MOST_AT_ONCE, availableParallelism() - 1)));

  /** @param atlases folder that keeps the regions from one start to the next */
  constructor(atlases: string) {
    this.#folder = atlases;
  }

  async open(file: string): Promise<IndexedRetina> {
    try {
      const opening = await this.#openWith((worker) => worker.call("open", file));
      this.#stay(opening, file);
      return opening.retina;
    } catch (cause) {
      // A thread that could not be started is no fault of the file.
      if (cause instanceof ApiError) throw cause;
      return loadRetina(file);
    }
  }

  async openSibling(files: SiblingFiles, { tables: map }: IndexedRetina): Promise<IndexedRetina> {
    const { worker, retina } = await this.#openWith(
      (worker) => worker.call("openSibling", { files, map }),
      map,
    );
    await this.#end(worker);
    // Texts are read with it, and its map is hardly ever looked at: whoever does has it opened again to be divided.
    let atlas: Promise<Atlas> | undefined;
    this.#atlases.set(retina, () => {
      atlas ??= this.#askOnce("divide", files.file);
      atlas.catch(() => {
        atlas = undefined;
      });
      return atlas;
    });
    return retina;
  }

  async take(given: Given): Promise<Taken> {
    const opening = await this.#openWith((worker) => worker.call("take", given));
    return {
      retina: opening.retina,
      keep: async (file) => {
        await opening.worker.call("keep", file);
        this.#stay(opening, file);
      },
      drop: () => this.#end(opening.worker),
    };
  }

  checksum(file: string): Promise<string> {
    return this.#askOnce("checksum", file);
  }

  describe(file: string): Promise<RetinaView> {
    return this.#askOnce("describe", file);
  }

  async atlas(retina: Retina): Promise<Atlas> {
    return this.#atlases.get(retina)?.() ?? buildAtlas(retina);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => this.#end(worker)));
  }

  #openWith(
    ask: (worker: SupervisedWorker<OpeningMethods>) => Promise<RetinaTables>,
    ...attached: readonly RetinaTables[]
  ): Promise<Opening> {
    return this.#slots.run(async () => {
      let tables: RetinaTables | undefined;
      const worker = this.#start(() => [...attached, ...(tables === undefined ? [] : [tables])]);
      try {
        tables = await ask(worker);
        return { worker, retina: attachRetina(tables) };
      } catch (cause) {
        await this.#end(worker);
        throw cause;
      }
    });
  }

  #askOnce<N extends MethodName<OpeningMethods>>(
    method: N,
    input: InputOf<OpeningMethods, N>,
  ): Promise<OutputOf<OpeningMethods, N>> {
    return this.#slots.run(async () => {
      const worker = this.#start(() => []);
      return worker.call(method, input).finally(() => this.#end(worker));
    });
  }

  /** @param attached what the thread has opened or read by the time it ends, in whose memory it then no longer works */
  #start(attached: () => readonly RetinaTables[]): SupervisedWorker<OpeningMethods> {
    const data: OpeningData = { atlases: this.#folder };
    const worker = new SupervisedWorker<OpeningMethods>({
      start: () => {
        const thread = startThread("opening/open-worker", { data });
        releaseAtEnd(thread, attached);
        return thread;
      },
    });
    this.#workers.add(worker);
    return worker;
  }

  async #end(worker: SupervisedWorker<OpeningMethods>): Promise<void> {
    this.#workers.delete(worker);
    await worker.close();
  }

  /** The thread finds the regions too, and ends. */
  #stay({ worker, retina }: Opening, file: string): void {
    let atlas: Promise<Atlas> | undefined;
    const once = () => {
      atlas ??= worker
        .call("divide", file)
        .catch((cause) => {
          // Another thread opens it again.
          if (isInterrupted(cause)) return worker.call("divide", file);
          throw cause;
        })
        .catch((cause) => {
          // Unless the service is stopping.
          if (cause instanceof ApiError) throw cause;
          return buildAtlas(retina);
        })
        .finally(() => this.#end(worker));
      return atlas;
    };
    this.#atlases.set(retina, once);
    // At once, for the map is what a window shows first; one after another, so that the usual retina's comes soonest.
    this.#dividing.run(once).catch(() => {});
  }
}

const isInterrupted = (cause: unknown) => cause instanceof ApiError && cause.code === "interrupted";
