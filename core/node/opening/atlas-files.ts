import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { readAtlas, writeAtlas } from "../../atlas/atlas-bytes.ts";
import { buildAtlas } from "../../atlas/build-atlas.ts";
import { unused, usableNames } from "../../atlas/edited-names.ts";
import type { Atlas } from "../../atlas/types.ts";
import type { Retina } from "../../retina/types.ts";
import { writeSafely } from "../config/write-safely.ts";

const CORE = path.resolve(import.meta.dirname, "../..");
/** The regions of the retinas that come with the program, found when it was built (`test/config/build-atlases.js`). */
const BUILT = path.join(CORE, "atlases");
/** Folders whose code has a part in how a map is divided. */
export const DIVIDING_CODE = [
  "atlas",
  "fingerprint",
  "kernel",
  "retina",
  "tables",
  "wordnet",
] as const;
const SOURCE = /(?<!\.d)\.[jt]s$/;
const EXTENSION = ".atlas";
/** A quarter of a megabyte each; those that were made first go. */
const MOST_FILES = 16;

/**
 * The regions of a retina as they were found when the program was built or at an earlier start, else found now and kept in
 * `folder`. What is kept is named after the retina's content, its edited names and the code that divides maps, so that it outlives none of them.
 * @param built folder of those that were found when the program was built
 */
export async function keptAtlas(folder: string, retina: Retina, built = BUILT): Promise<Atlas> {
  const name = await atlasName(retina);
  for (const place of [folder, built]) {
    const bytes = await readFile(path.join(place, name)).catch(() => undefined);
    const kept = bytes === undefined ? undefined : readAtlas(bytes);
    if (kept !== undefined) return kept;
  }
  const { text: names } = usableNames(retina);
  const problems: string[] = [];
  const atlas = buildAtlas(retina, {
    names,
    say: (reason) => problems.push(unused(retina, reason)),
  });
  for (const problem of problems) console.warn(problem);
  // What is wrong is said at each start.
  if (problems.length > 0) return atlas;
  // A full or read-only disk makes the next start slower, nothing else.
  await keep(path.join(folder, name), atlas).catch(() => {});
  return atlas;
}

/** What the file of a retina's regions is called, for the code in a folder. */
export async function atlasName(
  retina: Pick<Retina, "name" | "checksum" | "regionNames">,
  core = CORE,
): Promise<string> {
  const hash = createHash("sha256")
    .update(retina.checksum)
    .update(usableNames(retina).text)
    .update(await codeDigest(core));
  return `${hash.digest("hex").slice(0, 40)}${EXTENSION}`;
}

/** Changes with the code in folders below `core`, by default with that which divides maps, wherever `core` lies. */
export async function codeDigest(
  core: string,
  folders: readonly string[] = DIVIDING_CODE,
): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of folders) {
    const names = (await readdir(path.join(core, folder))).filter((name) => SOURCE.test(name));
    const files = names.sort().map((name) => path.join(core, folder, name));
    for (const content of await Promise.all(files.map((file) => readFile(file))))
      hash.update(content);
  }
  return hash.digest("hex");
}

async function keep(file: string, atlas: Atlas): Promise<void> {
  await writeSafely(file, writeAtlas(atlas));
  await removeOldest(path.dirname(file));
}

async function removeOldest(folder: string): Promise<void> {
  // With what an interrupted write may have left behind.
  const files = await readdir(folder);
  if (files.length <= MOST_FILES) return;
  const made = await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      return { file, at: (await stat(file)).mtimeMs };
    }),
  );
  made.sort((a, b) => b.at - a.at);
  await Promise.all(made.slice(MOST_FILES).map(({ file }) => rm(file, { force: true })));
}
