import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Positions } from "../../kernel/grid.ts";
import type { Retina } from "../../retina/types.ts";
import { codeDigest } from "../opening/atlas-files.ts";

const CORE = path.resolve(import.meta.dirname, "../..");
/** Folders whose code has a part in the fingerprint of a text. */
const READING_CODE = ["fingerprint", "kernel", "retina", "text"] as const;

/**
 * Where the build puts the fingerprints of the texts that come with the program (`test/config/build-ready.js`), named after the
 * retina's content and the code that reads texts.
 */
export async function samplePrintsFile({ checksum }: Pick<Retina, "checksum">): Promise<string> {
  const digest = await codeDigest(CORE, READING_CODE);
  const hash = createHash("sha256").update(checksum).update(digest);
  return path.join(CORE, "ready", `${hash.digest("hex").slice(0, 40)}.prints`);
}

const known = new WeakMap<Retina, Promise<readonly Positions[] | undefined>>();

/** Read once; undefined where the build has made none for the retina. */
export function samplePrints(retina: Retina): Promise<readonly Positions[] | undefined> {
  const prints = known.get(retina) ?? readFor(retina);
  known.set(retina, prints);
  return prints;
}

async function readFor(retina: Retina): Promise<readonly Positions[] | undefined> {
  const bytes = await readFile(await samplePrintsFile(retina)).catch(() => undefined);
  return bytes === undefined ? undefined : readPrints(bytes);
}

/** Fingerprint by fingerprint the number of its positions and these, 16 bits each. */
export function writePrints(prints: readonly Positions[]): Uint8Array {
  const numbers = Uint16Array.from(prints.flatMap((print) => [print.length, ...print]));
  return new Uint8Array(numbers.buffer);
}

/** What `writePrints` has written. */
export function readPrints(bytes: Uint8Array): Positions[] {
  const numbers = new Uint16Array(bytes.slice().buffer);
  const prints: Positions[] = [];
  for (let at = 0; at < numbers.length; at += 1 + numbers[at]!)
    prints.push(numbers.slice(at + 1, at + 1 + numbers[at]!));
  return prints;
}
