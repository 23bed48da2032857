import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import { buildAtlas } from "../../atlas/build-atlas.ts";
import type { Atlas } from "../../atlas/types.ts";
import type { Retina } from "../../retina/types.ts";
import { writeSafely } from "../config/write-safely.ts";

const CODE = path.resolve(import.meta.dirname, "../../atlas");
const SOURCE = /(?<!\.d)\.[jt]s$/;
const EXTENSION = ".atlas";
/** Bytes of the digest before the content. */
const DIGEST = 32;
/** A quarter of a megabyte each; those that were made first go. */
const MOST_FILES = 16;

/**
 * The regions of a retina as they were found at an earlier start, else found now and kept in `folder`. What is kept is named
 * after the retina's content and the code that divides maps, so that it never outlives either.
 */
export async function keptAtlas(folder: string, retina: Retina): Promise<Atlas> {
  const file = path.join(folder, `${await nameFor(retina)}${EXTENSION}`);
  const kept = await readAtlas(file);
  if (kept !== undefined) return kept;
  const atlas = buildAtlas(retina);
  // A full or read-only disk makes the next start slower, nothing else.
  await writeAtlas(file, atlas).catch(() => {});
  return atlas;
}

async function nameFor({ checksum }: Retina): Promise<string> {
  const hash = createHash("sha256").update(checksum).update(process.versions.v8);
  const files = (await readdir(CODE)).filter((name) => SOURCE.test(name)).sort();
  for (const name of files) hash.update(await readFile(path.join(CODE, name)));
  return hash.digest("hex").slice(0, 40);
}

/** Undefined where there is none or it is damaged. */
async function readAtlas(file: string): Promise<Atlas | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const content = bytes.subarray(DIGEST);
  return digestOf(content).equals(bytes.subarray(0, DIGEST)) ? deserialize(content) : undefined;
}

async function writeAtlas(file: string, atlas: Atlas): Promise<void> {
  const content = serialize(atlas);
  await writeSafely(file, Buffer.concat([digestOf(content), content]));
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

const digestOf = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
