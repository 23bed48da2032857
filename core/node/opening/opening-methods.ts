import { USUAL_RETINA } from "../../analysis/engine.ts";
import type { Atlas } from "../../atlas/types.ts";
import { attachRetina } from "../../retina/index-retina.ts";
import { openRetina } from "../../retina/open-retina.ts";
import type { RetinaTables } from "../../retina/retina-data.ts";
import { keptAtlas } from "./atlas-files.ts";
import { describeRetina, type RetinaView } from "./describe-retina.ts";
import { type LanguageRetinaFiles, loadLanguageRetina } from "./language-retina-files.ts";
import { loadRetina, readRetinaBytes } from "./retina-files.ts";

/** A retina that is not in its place yet: uploaded, or a file somewhere else. `name` is what refusals call it. */
export type Given =
  | { readonly bytes: Uint8Array; readonly name: string }
  | { readonly file: string; readonly name: string };

/** The retina of a language, and the map that it lies on, whose memory is read where it is. */
export interface LanguageRetinaRequest {
  readonly files: LanguageRetinaFiles;
  readonly map: RetinaTables;
}

/** The bytes of a given retina. */
export const bytesOf = async (given: Given): Promise<Uint8Array> =>
  "bytes" in given ? given.bytes : await readRetinaBytes(given.file);

/** What a thread that opens retinas does. */
export type OpeningMethods = ReturnType<typeof openingMethods>;

/** @param atlases folder that keeps the regions from one start to the next */
export const openingMethods = (atlases: string) => ({
  open: async (file: string): Promise<RetinaTables> => {
    const { name, index, tables } = await loadRetina(file);
    // Here, or the first searches would hold up whoever asks; others have their lists when somebody searches them.
    if (name === USUAL_RETINA) index.prepare();
    return tables;
  },

  /** Opens one that a language pack and a map make; it reads texts far more often than it is searched. */
  openLanguageRetina: async ({ files, map }: LanguageRetinaRequest): Promise<RetinaTables> =>
    (await loadLanguageRetina(files, attachRetina(map))).tables,

  /** Opens one that is not in its place yet. */
  take: async (given: Given): Promise<RetinaTables> =>
    openRetina(await bytesOf(given), given.name).tables,

  /** The regions of one that was opened. */
  divide: (tables: RetinaTables): Promise<Atlas> => keptAtlas(atlases, attachRetina(tables)),

  checksum: async (file: string): Promise<string> => (await loadRetina(file)).checksum,

  /** Its regions are kept, so that the map is there at once when the retina is. */
  describe: (file: string): Promise<RetinaView> =>
    describeRetina(file, (trained) => keptAtlas(atlases, trained)),
});
