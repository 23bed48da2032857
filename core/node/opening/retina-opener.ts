import { buildAtlas } from "../../atlas/build-atlas.ts";
import type { Atlas } from "../../atlas/types.ts";
import { attachRetina } from "../../retina/index-retina.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import { openRetina } from "../../retina/open-retina.ts";
import type { Retina } from "../../retina/types.ts";
import { describeRetina, type RetinaView } from "./describe-retina.ts";
import { type LanguageRetinaFiles, loadLanguageRetina } from "./language-retina-files.ts";
import { bytesOf, type Given } from "./opening-methods.ts";
import { loadRetina } from "./retina-files.ts";

/** How files become retinas. */
export interface RetinaOpener {
  /** @throws not-found, bad-retina-file */
  open(file: string): Promise<IndexedRetina>;
  /** Opens what a language pack and a map make, and makes it where it is not there. @throws not-found, bad-retina-file */
  openLanguageRetina(files: LanguageRetinaFiles, map: IndexedRetina): Promise<IndexedRetina>;
  /** Opens one that is not in its place yet. @throws not-found, bad-retina-file */
  take(given: Given): Promise<IndexedRetina>;
  /** The checksum of a file that opens. @throws not-found, bad-retina-file */
  checksum(file: string): Promise<string>;
  /** What a person looks at of a file. @throws not-found, bad-retina-file */
  describe(file: string): Promise<RetinaView>;
  /** The named regions of a retina that was opened here; found once. */
  atlas(retina: Retina): Promise<Atlas>;
  /** Ends what is still under way. */
  close(): Promise<void>;
}

/** Opens on the calling thread, which takes about 0.4 s for 100,000 terms. */
export const openHere: RetinaOpener = {
  open: loadRetina,
  // Without the terms that opening has decoded, 2 MB: an import opens fifteen, and other threads read with them.
  openLanguageRetina: async (files, map) =>
    attachRetina((await loadLanguageRetina(files, map)).tables),
  take: async (given) => openRetina(await bytesOf(given), given.name),
  checksum: async (file) => (await loadRetina(file)).checksum,
  describe: (file) => describeRetina(file, async (retina) => buildAtlas(retina)),
  atlas: async (retina) => buildAtlas(retina),
  close: async () => {},
};
