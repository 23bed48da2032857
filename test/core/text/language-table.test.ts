import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type LanguageData,
  readLanguageTable,
  writeLanguageTable,
} from "../../../core/text/language-table.ts";

const languages = { 0: "de", 11: "en", 59: "zh" };
const byte = fc.integer({ min: 0, max: 255 });
const letter = fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code));
const run = fc.string({ unit: letter, maxLength: 6 }).filter((text) => text !== "__proto__");
const counts = fc.dictionary(byte.map(String), byte, {
  minKeys: 1,
  maxKeys: 4,
  noNullPrototype: true,
});

describe("the table of the languages", () => {
  it("has for each run of letters what it counts for, and nothing for others", () => {
    const ngrams = { " the": { 11: 90 }, "sch ": { 0: 120, 11: 3 }, 5656: { 59: 0 } };
    const data = readLanguageTable(writeLanguageTable({ type: "L60", languages, ngrams }))!;
    expect(data.type).toBe("L60");
    expect(data.languages).toEqual(languages);
    expect(data.ngrams["sch "]).toEqual({ 0: 120, 11: 3 });
    expect(data.ngrams["5656"]).toEqual({ 59: 0 });
    expect(data.ngrams["the "]).toBeUndefined();
    expect(data.ngrams["longer than any"]).toBeUndefined();
    expect(data.ngrams.日本).toBeUndefined();
  });

  it("answers as the statistics that it was made of", () => {
    fc.assert(
      fc.property(fc.dictionary(run, counts, { noNullPrototype: true }), run, (ngrams, other) => {
        const data = readLanguageTable(writeLanguageTable({ type: "x", languages, ngrams }))!;
        for (const each of [...Object.keys(ngrams), other])
          expect(data.ngrams[each]).toEqual(Object.hasOwn(ngrams, each) ? ngrams[each] : undefined);
      }),
    );
  });

  it("is not read from other bytes, nor written where it cannot hold what it is given", () => {
    const bytes = writeLanguageTable({ type: "x", languages, ngrams: { abc: { 0: 1 } } });
    expect(readLanguageTable(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
    expect(readLanguageTable(new Uint8Array(3))).toBeUndefined();
    expect(readLanguageTable(Uint8Array.of(9, ...bytes.subarray(1)))).toBeUndefined();
    const refused: LanguageData["ngrams"][] = [
      { toolong: { 0: 1 } },
      { 日: { 0: 1 } },
      { abc: { 0: 256 } },
      { abc: { 0: 0.5 } },
    ];
    for (const ngrams of refused)
      expect(() => writeLanguageTable({ type: "x", languages, ngrams })).toThrow("do not fit");
  });
});
