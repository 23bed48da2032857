import type { MessagePort } from "node:worker_threads";
import { attachRetina } from "../../../retina/index-retina.ts";
import type { RetinaTables } from "../../../retina/retina-data.ts";
import { languageOf } from "../../engine/open-reading.ts";
import { type FilePlace, GivenFiles } from "../import/given-files.ts";
import { importCollection } from "../import/import-collection.ts";
import type { ImportReport, ImportRequest, ImportWatch } from "../import/import-types.ts";
import {
  languagesOf,
  openReadingPool,
  poolReading,
  type TextReading,
} from "../import/text-reading.ts";
import { openRemoteCollections } from "./remote-store.ts";

/** What an import on a thread of its own needs. */
export interface ImportPlace extends FilePlace {
  /** To the thread that keeps the rows. */
  readonly port: MessagePort;
  readonly retina: RetinaTables;
}

/**
 * Imports with a thread for each processor, while the thread of the collections writes. Files that a page sent are
 * removed when they are in.
 */
export async function runImport(
  request: ImportRequest,
  { port, retina, ...place }: ImportPlace,
  watch: ImportWatch,
): Promise<ImportReport> {
  const files = new GivenFiles(place);
  const paths = await files.resolve(request.paths);
  // The threads get ready while the store opens and the beginning of the files is looked at.
  const pool = openReadingPool(retina);
  const { checksum } = retina;
  const { name } = retina.card;
  let close = () => {};
  try {
    const remote = await openRemoteCollections(port);
    const { store, parquet } = remote;
    close = remote.close;
    const reading = { ...poolReading(pool, name), languages: languagesHere(retina) };
    const tools = { store, parquet, reading, retina: { name, checksum } };
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
