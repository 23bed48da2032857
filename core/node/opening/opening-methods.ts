import { USUAL_RETINA } from "../../analysis/engine.ts";
import type { Atlas } from "../../atlas/types.ts";
import { attachRetina } from "../../retina/index-retina.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import { openRetina } from "../../retina/open-retina.ts";
import type { RetinaTables } from "../../retina/retina-data.ts";
import { diskTrouble } from "../config/system-error.ts";
import { keptAtlas } from "./atlas-files.ts";
import { describeRetina, type RetinaView } from "./describe-retina.ts";
import { loadRetina, readRetinaBytes, writeRetinaFile } from "./retina-files.ts";
import { loadSibling, type SiblingFiles } from "./sibling-files.ts";

/** A retina that is not in its place yet: uploaded, or a file somewhere else. `name` is what refusals call it. */
export type Given =
  | { readonly bytes: Uint8Array; readonly name: string }
  | { readonly file: string; readonly name: string };

/** A sibling, and the map that it lies on, whose memory is read where it is. */
export interface SiblingRequest {
  readonly files: SiblingFiles;
  readonly map: RetinaTables;
}

/** The bytes of a given retina. */
export const bytesOf = async (given: Given): Promise<Uint8Array> =>
  "bytes" in given ? given.bytes : await readRetinaBytes(given.file);

/** What a thread that opens a retina does; it opens one and keeps it for what is asked afterwards. */
export type OpeningMethods = ReturnType<typeof openingMethods>;

/** @param atlases folder that keeps the regions from one start to the next */
export function openingMethods(atlases: string) {
  let retina: IndexedRetina | undefined;
  let bytes: Uint8Array | undefined;
  return {
    open: async (file: string): Promise<RetinaTables> => {
      retina = await loadRetina(file);
      // Here, or the first searches would hold up whoever asks; others have their lists when somebody searches them.
      if (retina.name === USUAL_RETINA) retina.index.prepare();
      return retina.tables;
    },

    /** Opens one that a language pack and a map make; it reads texts far more often than it is searched. */
    openSibling: async ({ files, map }: SiblingRequest): Promise<RetinaTables> => {
      retina = await loadSibling(files, attachRetina(map));
      return retina.tables;
    },

    /** Opens one that is not in its place yet. */
    take: async (given: Given): Promise<RetinaTables> => {
      bytes = await bytesOf(given);
      retina = openRetina(bytes, given.name);
      return retina.tables;
    },

    /** Puts what was taken in its place. */
    keep: async (file: string): Promise<void> => {
      if (bytes === undefined || retina === undefined)
        throw new Error("No retina was taken that could be kept.");
      try {
        await writeRetinaFile(file, bytes);
      } catch (cause) {
        throw diskTrouble(`The retina “${retina.name}”`, cause);
      }
      bytes = undefined;
    },

    /** The regions of what was opened or kept as `file`; a thread that took the place of another opens it first. */
    divide: async (file: string): Promise<Atlas> => {
      retina ??= await loadRetina(file);
      return await keptAtlas(atlases, retina);
    },

    checksum: async (file: string): Promise<string> => (await loadRetina(file)).checksum,

    /** Its regions are kept, so that the map is there at once when the retina is. */
    describe: (file: string): Promise<RetinaView> =>
      describeRetina(file, (trained) => keptAtlas(atlases, trained)),
  };
}
