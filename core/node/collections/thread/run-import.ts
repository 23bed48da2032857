import path from "node:path";
import type { MessagePort } from "node:worker_threads";
import { busy } from "../../../errors.ts";
import { attachRetina } from "../../../retina/index-retina.ts";
import type { RetinaTables } from "../../../retina/retina-data.ts";
import { languageOf } from "../../engine/open-reading.ts";
import type { ReadTable } from "../../files/read-table.ts";
import { tablesOver } from "../../files/table-service.ts";
import { type OpenReader, openReaderOf, readWith } from "../../reader/open-reader.ts";
import { RemoteCalls } from "../../threads/remote-calls.ts";
import { encodedReading } from "../import/encoded-reading.ts";
import { type FilePlace, GivenFiles } from "../import/given-files.ts";
import { importCollection, NOT_IMPORTED } from "../import/import-collection.ts";
import type {
  ImportedCollection,
  ImportReport,
  ImportRequest,
  ImportStore,
  ImportWatch,
} from "../import/import-types.ts";
import { ReadingPool } from "../import/reading-pool.ts";
import { RowLanguages } from "../import/row-languages.ts";
import type { RowRetinas } from "../import/row-retinas.ts";
import type { CollectionDeed, ImportMethods } from "./collection-worker.ts";

/** What an import on a thread of its own needs. */
export interface ImportPlace extends FilePlace {
  /** To the thread that keeps the rows. */
  readonly port: MessagePort;
  readonly rowRetinas: RowRetinas;
  /** Folder of the readers by encoder. */
  readonly readersFolder: string;
}

/**
 * Imports with a thread for each processor where there are more than a few texts, while the thread of the collections writes. Files
 * that a page sent are removed when they are in.
 */
export async function runImport(
  request: ImportRequest,
  { port, rowRetinas, readersFolder, ...place }: ImportPlace,
  watch: ImportWatch,
): Promise<ImportReport> {
  const files = new GivenFiles(place);
  const paths = await files.resolve(request.paths);
  const detect = detectHere(rowRetinas.own);
  const rows = new RowLanguages(detect);
  const isBesideEncoder = request.reader !== undefined;
  const pool = new ReadingPool(rowRetinas, (texts) => rows.of(texts), {
    isBesideEncoder,
    onPreparing: watch.onPreparing,
  });
  const { checksum, card } = rowRetinas.own;
  let close = () => {};
  let reader: OpenReader | undefined;
  try {
    if (request.reader !== undefined)
      reader = await openReaderOf(readersFolder, request.reader, { checksum });
    const remote = await openRemoteCollections(port);
    const { store, tables } = remote;
    close = remote.close;
    const read =
      reader && encodedReading(pool, { open: reader, retina: rowRetinas.own, language: detect });
    const tools = {
      store,
      tables,
      misfitsFolder: path.join(path.dirname(place.uploads), NOT_IMPORTED),
      reading: read ?? pool,
      retina: { name: card.name, checksum, ...(reader && { reader: readWith(reader) }) },
    };
    const report = await importCollection({ ...request, paths }, tools, watch);
    await files.forget(request.paths);
    return report;
  } finally {
    await pool.close();
    await reader?.close();
    close();
  }
}

/** Detected on this thread, which is idle for most of an import; the thread of the collections has questions to answer. */
function detectHere(retina: RetinaTables): ReturnType<typeof languageOf> {
  let detect: ReturnType<typeof languageOf> | undefined;
  return (text) => {
    detect ??= languageOf([attachRetina(retina)]);
    return detect(text);
  };
}

/** What an import on another thread has the thread of the collections do. */
export interface RemoteCollections {
  readonly store: ImportStore;
  readonly tables: ReadTable;
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
    tables: tablesOver(calls),
    close: () => port.close(),
  };
}

const storeOver = (calls: RemoteCalls<ImportMethods>): ImportStore => ({
  create: (head) => calls.call("create", head),
  open(name) {
    // The cells of many rows are views of one piece of memory, which is copied once.
    const ask =
      <M extends CollectionDeed["method"]>(method: M) =>
      (...args: Parameters<ImportedCollection[M]>) =>
        calls.call("deed", { name, method, args }) as ReturnType<ImportedCollection[M]>;
    return {
      describe: ask("describe"),
      extend: ask("extend"),
      note: ask("note"),
      setNote: ask("setNote"),
      put: ask("put"),
      prepare: () => calls.call("prepare", name),
    };
  },
});
