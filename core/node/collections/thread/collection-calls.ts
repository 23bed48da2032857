import type { Engine } from "../../../analysis/engine.ts";
import type { Handlers as AllHandlers } from "../../../api/client-types.ts";
import type { Cancellation } from "../../../cancellation.ts";
import { CollectionAnalyses } from "../../../collection/analyses/analyses.ts";
import type { CollectionStore } from "../../../collection/port/store.ts";
import { collectionHandlers } from "../../../handlers/collections.ts";
import { duringCall } from "../../threads/current-call.ts";
import { type FilePlace, GivenFiles } from "../import/given-files.ts";
import { previewHandler } from "../import/preview-handler.ts";

export interface CollectionPlace extends FilePlace {
  open(): Promise<CollectionStore>;
}

type Handlers = ReturnType<typeof collectionHandlers> &
  Pick<AllHandlers, "app.collectionUpload" | "app.collectionPreview">;

/** What is answered by the thread of the collections. */
export type CollectionName = keyof Handlers;

/** Every name, so that the store need not be open to know them; leaving one out does not compile. */
const NAMES: Readonly<Record<keyof Handlers, true>> = {
  "app.collections": true,
  "app.collectionRemove": true,
  "app.collectionRoles": true,
  "app.collectionQuery": true,
  "app.collectionHeat": true,
  "app.collectionLabel": true,
  "app.collectionLearn": true,
  "app.collectionClassify": true,
  "app.collectionScoreName": true,
  "app.collectionLabelQueue": true,
  "app.collectionAudit": true,
  "app.collectionScores": true,
  "app.collectionExport": true,
  "app.collectionFacet": true,
  "app.collectionPoints": true,
  "app.collectionHistogram": true,
  "app.collectionTimeline": true,
  "app.collectionTopics": true,
  "app.collectionTopicNotes": true,
  "app.collectionDifference": true,
  "app.collectionWord": true,
  "app.collectionWordSenses": true,
  "app.collectionNearCopies": true,
  "app.collectionUpload": true,
  "app.collectionPreview": true,
};

interface Opened {
  readonly store: CollectionStore;
  readonly handlers: Handlers;
}

type AnyHandler = (input: unknown, signal: Cancellation) => unknown;

export const collectionNames = Object.keys(NAMES) as CollectionName[];

/** The calls about collections. The store is opened by the first of them. */
export class CollectionCalls {
  readonly handlers: Handlers;
  readonly #engine: Engine;
  readonly #place: CollectionPlace;
  #opened: Promise<Opened> | undefined;

  constructor(engine: Engine, place: CollectionPlace) {
    this.#engine = engine;
    this.#place = place;
    const late = collectionNames.map((name) => [
      name,
      async (input: unknown, signal: Cancellation) => {
        const { handlers } = await this.#open();
        return duringCall(signal, () => (handlers[name] as AnyHandler)(input, signal));
      },
    ]);
    // Every name has an entry; the compiler cannot follow that through fromEntries.
    this.handlers = Object.fromEntries(late) as unknown as Handlers;
  }

  /** The store, opened where it is not. */
  async store(): Promise<CollectionStore> {
    return (await this.#open()).store;
  }

  /** Closes the store; the next call opens it again, where collections are kept by then. No call may run meanwhile. */
  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    await opened?.store.close();
  }

  #open(): Promise<Opened> {
    if (this.#opened === undefined) {
      this.#opened = this.#openStore();
      // What kept it from opening may have passed at the next call.
      this.#opened.catch(() => {
        this.#opened = undefined;
      });
    }
    return this.#opened;
  }

  async #openStore(): Promise<Opened> {
    const store = await this.#place.open();
    const files = new GivenFiles(this.#place);
    const analyses = new CollectionAnalyses(store, this.#engine);
    const handlers = {
      ...collectionHandlers(analyses, toParquet),
      "app.collectionUpload": files.upload,
      "app.collectionPreview": previewHandler(files, (text) => this.#engine.language(text)),
    };
    return { store, handlers };
  }
}

/** Whoever runs a service has this file, and few write Parquet: the database is loaded for those. */
const toParquet: Parameters<typeof collectionHandlers>[1] = async (rows, shape) => {
  const { parquetBytes } = await import("../../files/write-parquet.ts");
  return parquetBytes(rows, shape);
};
