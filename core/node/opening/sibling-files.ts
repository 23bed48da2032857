import { ApiError } from "../../errors.ts";
import { isSiblingOf, siblingData } from "../../language/sibling.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import { openRetina } from "../../retina/open-retina.ts";
import { writeRetina } from "../../retina/write-retina.ts";
import { loadPack } from "../language/pack-files.ts";
import { loadRetina, writeRetinaFile } from "./retina-files.ts";

/** Where a retina of another language comes from, and where it is kept. */
export interface SiblingFiles {
  readonly name: string;
  readonly pack: string;
  readonly map: string;
  /** The retina file that they make. */
  readonly file: string;
}

/**
 * The retina that a pack and a map make: read where it is there, and made again where it is not, is damaged, or was made of
 * another pack, map or release. @throws not-found, bad-retina-file
 */
export async function loadSibling({ name, pack, map, file }: SiblingFiles): Promise<IndexedRetina> {
  const [words, english] = await Promise.all([loadPack(pack), loadRetina(map)]);
  const kept = await loadRetina(file).catch((cause: unknown) => {
    if (cause instanceof ApiError) return undefined;
    throw cause;
  });
  if (kept?.name === name && isSiblingOf(kept, words, english)) return kept;
  const bytes = writeRetina(siblingData(words, english, name));
  // A full or read-only disk makes the next start slower, nothing else.
  await writeRetinaFile(file, bytes).catch(() => {});
  return openRetina(bytes, name);
}
