import path from "node:path";
import { ApiError } from "../../errors.ts";
import {
  isLanguageRetinaOf,
  languageRetinaData,
  languageRetinaParts,
} from "../../language/language-retina.ts";
import type { IndexedRetina } from "../../retina/indexed-retina.ts";
import { openRetina } from "../../retina/open-retina.ts";
import type { Retina } from "../../retina/types.ts";
import { writeRetina } from "../../retina/write-retina.ts";
import { checksumOfPack, listPacks, loadPack } from "../language/pack-files.ts";
import { loadRetina, RETINA_EXTENSION, writeRetinaFile } from "./retina-files.ts";

/** An installed English retina: opened only where one of a language has to be made. */
export interface MapFile {
  readonly file: string;
  readonly checksum: string;
}

/** Where a retina of another language comes from, and where it is kept. */
export interface LanguageRetinaFiles {
  readonly name: string;
  readonly pack: string;
  readonly map: MapFile;
  /** The retina file that they make. */
  readonly file: string;
}

/** What any thread needs to open retinas of languages by itself. */
export interface LanguageSources {
  /** Folders with language packs; of two packs of a language the first counts. */
  readonly packs: readonly string[];
  /** Folder in which the retinas are kept that packs and maps make. */
  readonly home: string;
  /** By name. */
  readonly maps: Readonly<Record<string, MapFile>>;
}

/** Where the retina of this name comes from; undefined where it has no map or no pack. */
export async function languageRetinaFiles(
  name: string,
  { packs, home, maps }: LanguageSources,
): Promise<LanguageRetinaFiles | undefined> {
  const parts = languageRetinaParts(name);
  const map = parts === undefined ? undefined : maps[parts.map];
  if (parts === undefined || map === undefined) return undefined;
  const found = await Promise.all(packs.map(listPacks));
  const pack = found.map((each) => each.get(parts.language)).find((file) => file !== undefined);
  if (pack === undefined) return undefined;
  return {
    name,
    pack,
    map,
    file: path.join(home, `${encodeURIComponent(name)}${RETINA_EXTENSION}`),
  };
}

/**
 * The retina that a pack and a map make: read where it is there, and made again where it is not, is damaged, or was made of
 * another pack, map or release. @param english the map, where it is open here @throws not-found, bad-retina-file
 */
export async function loadLanguageRetina(
  { name, pack, map, file }: LanguageRetinaFiles,
  english?: Retina,
): Promise<IndexedRetina> {
  const checksum = await checksumOfPack(pack);
  const kept = await loadRetina(file).catch((cause: unknown) => {
    if (cause instanceof ApiError) return undefined;
    throw cause;
  });
  if (kept?.name === name && isLanguageRetinaOf(kept, { checksum }, map)) return kept;
  const data = languageRetinaData(
    await loadPack(pack),
    english ?? (await loadRetina(map.file)),
    name,
  );
  const bytes = writeRetina(data);
  // A full or read-only disk makes the next start slower, nothing else.
  await writeRetinaFile(file, bytes).catch(() => {});
  return openRetina(bytes, name);
}
