import type { Cancellation } from "../../cancellation.ts";
import { CollectionDesk } from "../../collection/desk.ts";
import type { CollectionStore } from "../../collection/store.ts";
import type { Engine } from "../../engine.ts";
import { collectionHandlers } from "../../handlers/collections.ts";
import { GivenFiles } from "./given-files.ts";
import { ImportDesk } from "./import-desk.ts";
import { parquetBytes } from "./write-parquet.ts";

export interface CollectionPlace {
  open(): Promise<CollectionStore>;
  /** Where files that a page sends are kept until they have been imported. */
  readonly uploads: string;
  /** Whether callers may have files of this machine read. */
  readonly mayReadFiles: boolean;
}

type Handlers = ReturnType<typeof collectionHandlers> & ReturnType<ImportDesk["handlers"]>;

/** Every name, so that the store need not be open to know them; leaving one out does not compile. */
const NAMES: Readonly<Record<keyof Handlers, true>> = {
  "app.collections": true,
  "app.collectionRemove": true,
  "app.collectionQuery": true,
  "app.collectionHeat": true,
  "app.collectionLabel": true,
  "app.collectionClassify": true,
  "app.collectionLabelQueue": true,
  "app.collectionAudit": true,
  "app.collectionScores": true,
  "app.collectionExport": true,
  "app.collectionFacet": true,
  "app.collectionHistogram": true,
  "app.collectionTimeline": true,
  "app.collectionTopics": true,
  "app.collectionTopicNotes": true,
  "app.collectionDifference": true,
  "app.collectionNearCopies": true,
  "app.collectionUpload": true,
  "app.collectionPreview": true,
  "app.collectionImport": true,
  "app.collectionImports": true,
  "app.collectionImportCancel": true,
};

interface Opened {
  readonly store: CollectionStore;
  readonly imports: ImportDesk;
  readonly handlers: Handlers;
}

type AnyHandler = (input: unknown, signal: Cancellation) => unknown;

/**
 * The calls about collections. The store is opened by the first of them. They run in the process of the host and on no
 * thread: a thread that ends while DuckDB works for it takes the whole process along.
 */
export class CollectionCalls {
  readonly handlers: Handlers;
  readonly #engine: Engine;
  readonly #place: CollectionPlace;
  #opened: Promise<Opened> | undefined;

  constructor(engine: Engine, place: CollectionPlace) {
    this.#engine = engine;
    this.#place = place;
    const names = Object.keys(NAMES) as (keyof Handlers)[];
    const late = names.map((name) => [
      name,
      async (input: unknown, signal: Cancellation) => {
        const { handlers } = await this.#open();
        return (handlers[name] as AnyHandler)(input, signal);
      },
    ]);
    // Every name has an entry; the compiler cannot follow that through fromEntries.
    this.handlers = Object.fromEntries(late) as unknown as Handlers;
  }

  /**
   * Closes the store, which the next call opens again, where collections are kept by then. Imports end after the batch
   * they are at; they can be taken up again.
   */
  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    await opened?.imports.stop();
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
    const { uploads, mayReadFiles } = this.#place;
    const store = await this.#place.open();
    const files = new GivenFiles(uploads, mayReadFiles);
    const imports = new ImportDesk({ store, engine: this.#engine, files });
    const desk = new CollectionDesk(store, this.#engine);
    return {
      store,
      imports,
      handlers: { ...collectionHandlers(desk, parquetBytes), ...imports.handlers() },
    };
  }
}
