import type { MessagePort } from "node:worker_threads";
import { busy } from "../../../errors.ts";
import { attachRetina } from "../../../retina/index-retina.ts";
import type { RetinaTables } from "../../../retina/retina-data.ts";
import { languageOf } from "../../engine/open-reading.ts";
import type { ParquetChunks } from "../../files/read-parquet.ts";
import { RemoteCalls } from "../../threads/remote-calls.ts";
import { type FilePlace, GivenFiles } from "../import/given-files.ts";
import { importCollection } from "../import/import-collection.ts";
import type {
  ImportReport,
  ImportRequest,
  ImportStore,
  ImportWatch,
} from "../import/import-types.ts";
import type { Readers } from "../import/readers.ts";
import { ReadingPool } from "../import/reading-pool.ts";
import { languagesOf } from "../import/row-languages.ts";
import type { TextReading } from "../import/text-reading.ts";
import type { ImportMethods } from "./collection-methods.ts";

/** What an import on a thread of its own needs. */
export interface ImportPlace extends FilePlace {
  /** To the thread that keeps the rows. */
  readonly port: MessagePort;
  readonly readers: Readers;
}

/**
 * Imports with a thread for each processor, while the thread of the collections writes. Files that a page sent are
 * removed when they are in.
 */
export async function runImport(
  request: ImportRequest,
  { port, readers, ...place }: ImportPlace,
  watch: ImportWatch,
): Promise<ImportReport> {
  const files = new GivenFiles(place);
  const paths = await files.resolve(request.paths);
  // The threads get ready while the store opens and the beginning of the files is looked at.
  const pool = new ReadingPool(readers, languagesHere(readers.own));
  const { checksum, card } = readers.own;
  let close = () => {};
  try {
    const remote = await openRemoteCollections(port);
    const { store, parquet } = remote;
    close = remote.close;
    const tools = { store, parquet, reading: pool, retina: { name: card.name, checksum } };
    const report = await importCollection({ ...request, paths }, tools, watch);
    await files.forget(request.paths);
    return report;
  } finally {
    await pool.close();
    close();
  }
}

/** Detected on this thread, which is idle for most of an import; the thread of the collections has questions to answer. */
function languagesHere(retina: RetinaTables): TextReading["languages"] {
  let detect: ReturnType<typeof languageOf> | undefined;
  return (texts) =>
    languagesOf((text) => {
      detect ??= languageOf([attachRetina(retina)]);
      return detect(text);
    }, texts);
}

/** What an import on another thread has the thread of the collections do. */
export interface RemoteCollections {
  readonly store: ImportStore;
  readonly parquet: ParquetChunks;
  close(): void;
}

/** @param port as `CollectionThread.offer` gives it */
export async function openRemoteCollections(port: MessagePort): Promise<RemoteCollections> {
  const calls = new RemoteCalls<ImportMethods>(port);
  port.on("close", () =>
    calls.end(busy("The collections were closed meanwhile; the import can be started again.")),
  );
  port.postMessage("connect");
  await calls.ready;
  return {
    store: storeOver(calls),
    parquet: parquetOver(calls),
    close: () => port.close(),
  };
}

const storeOver = (calls: RemoteCalls<ImportMethods>): ImportStore => ({
  create: (head) => calls.call("create", head),
  open: (name) => ({
    describe: () => calls.call("describe", { name }),
    extend: (columns, roles) => calls.call("extend", { name, columns, roles }),
    note: (key) => calls.call("note", { name, key }),
    setNote: (key, note) => calls.call("setNote", { name, key, note }),
    // The cells of many rows are views of one piece of memory, which is copied once.
    put: (rows) => calls.call("put", { name, rows }),
  }),
});

const parquetOver = (calls: RemoteCalls<ImportMethods>): ParquetChunks =>
  async function* (file) {
    const id = await calls.call("openParquet", file);
    try {
      for (;;) {
        const chunk = await calls.call("nextParquet", id);
        if (chunk === null) return;
        yield chunk;
      }
    } finally {
      await calls.call("closeParquet", id);
    }
  };
