import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eld } from "eld/large";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quickLanguages } from "../../../../core/node/engine/open-reading.ts";
import { type LanguageData, writeLanguageTable } from "../../../../core/text/language-table.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "languages-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const STATISTICS = new URL("../../../../node_modules/eld/src/ngrams/large.js", import.meta.url);
const TEXTS = [
  "Je pense donc je suis.",
  "Ich bin ein Berliner, und das ist gut so.",
  "La pluma es la lengua del alma.",
  "Съешь же ещё этих мягких французских булок",
  "吾輩は猫である。名前はまだ無い。",
  "Yksi kaksi kolme neljä viisi",
  "The quick brown fox jumps over the lazy dog",
  "1987, 12%",
  "",
];

describe("the languages from the table of the build", () => {
  it("are told as by the library's own statistics, with the same scores", async () => {
    const { ngramsData } = (await import(STATISTICS.href)) as { ngramsData: LanguageData };
    const file = path.join(folder, "languages.table");
    await writeFile(file, writeLanguageTable(ngramsData));
    const quick = await quickLanguages(file);
    expect(quick).toBeDefined();
    for (const text of TEXTS) {
      const [ours, theirs] = [quick!.detect(text), eld.detect(text)];
      expect(ours.getScores()).toEqual(theirs.getScores());
      expect(ours.isReliable(0.75)).toBe(theirs.isReliable());
    }
  });

  it("are left to the library where there is no table, or a damaged one", async () => {
    const file = path.join(folder, "damaged.table");
    await writeFile(file, new Uint8Array(100));
    expect(await quickLanguages(file)).toBeUndefined();
    expect(await quickLanguages(path.join(folder, "none.table"))).toBeUndefined();
  });
});
