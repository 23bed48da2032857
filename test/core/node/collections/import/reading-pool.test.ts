import { afterEach, expect, it } from "vitest";
import type { Preparing } from "../../../../../core/node/collections/import/import-types.ts";
import { ReadingPool } from "../../../../../core/node/collections/import/reading-pool.ts";
import { tinyLanguageRetina } from "../../../../support/tiny-language-retina.ts";
import { tinyRetina } from "../../../../support/tiny-retina.ts";

const LANGUAGES = ["de", "es", "fr", "it", "nl", "pl", "pt", "ru"];

let pool: ReadingPool | undefined;
afterEach(() => pool?.close());

async function openPool() {
  const own = tinyRetina({ name: "en_associative" }).tables;
  const opened: string[] = [];
  const told: (Preparing | undefined)[] = [];
  const rowRetinas = {
    own,
    ownLanguage: "en",
    languages: ["en", ...LANGUAGES],
    open: async (language: string) => {
      opened.push(language);
      return (await tinyLanguageRetina(language, { hund: 1e-4, musik: 1e-5 })).tables;
    },
  };
  const languages = async (texts: readonly string[]) => texts.map(() => "en");
  const onPreparing = (at: Preparing | undefined) => told.push(at);
  pool = new ReadingPool(rowRetinas, languages, { isBesideEncoder: true, onPreparing });
  return { pool, opened, told };
}

it("says which language it prepares, of those that were met by then", async () => {
  const { pool, told } = await openPool();
  const texts = ["Hund", "cat", "Musik", "Hund"];
  const cells = await pool.fingerprints(texts, ["de", "en", "fr", "sv"]);
  expect(cells.map((own) => own === undefined)).toEqual([false, false, false, true]);
  expect(told).toEqual([
    { language: "German", number: 1, of: 2 },
    { language: "French", number: 2, of: 2 },
    undefined,
  ]);
  await pool.fingerprints(["Hund"], ["de"]);
  expect(told).toHaveLength(3);
});

it("closes languages that no text waits for where many came, and reads the same when they come again", async () => {
  const { pool, opened } = await openPool();
  const read = (language: string) => pool.fingerprints(["Hund Musik"], [language]);
  const first = await read("de");
  for (const language of LANGUAGES.slice(1)) await read(language);
  expect(opened).toEqual(LANGUAGES);
  expect(await read("de")).toEqual(first);
  expect(opened).toEqual([...LANGUAGES, "de"]);
});

it("keeps all languages open that texts wait for", async () => {
  const { pool, opened } = await openPool();
  const texts = LANGUAGES.map(() => "Hund Musik");
  const [one, two] = await Promise.all([
    pool.fingerprints(texts, LANGUAGES),
    pool.fingerprints(texts, LANGUAGES),
  ]);
  expect(one.every((own) => own !== undefined && own.length > 0)).toBe(true);
  expect(two).toEqual(one);
  expect(opened).toEqual(LANGUAGES);
});

it("reads few texts and many alike: the few on this thread, the many on others", async () => {
  const { pool } = await openPool();
  const texts = ["Hund", "apple", "zzz", "Hund apple", "cat. Musik!"];
  const codes = ["de", "en", "en", "de", "fr"];
  const few = await pool.fingerprints(texts, codes);
  const slices = await pool.slices(texts, codes);
  expect(few.map((own) => own !== undefined)).toEqual([true, true, false, true, true]);
  expect(few[0]).not.toEqual(few[1]);
  const times = 1000;
  const repeated = <T>(list: readonly T[]) => Array.from({ length: times }, () => list).flat();
  expect(await pool.fingerprints(repeated(texts), repeated(codes))).toEqual(repeated(few));
  expect(await pool.slices(repeated(texts), repeated(codes))).toEqual(repeated(slices));
});
