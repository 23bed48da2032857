import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freeNameFor } from "../../../../../renderer/features/collection/model/file-names.ts";
import {
  lineParts,
  partsOf,
  soughtWords,
} from "../../../../../renderer/features/collection/model/text-parts.ts";

const hits = (text: string, sought: readonly (readonly string[])[]) =>
  partsOf(text, sought).flatMap((part) => (part.isHit ? [part.text] : []));

describe("marked texts", () => {
  it("mark words and phrases whatever their case, whole words only", () => {
    expect(hits("Tariffs, the TARIFF and free trade.", [["tariff"], ["free", "trade"]])).toEqual([
      "TARIFF",
      "free",
      "trade",
    ]);
  });

  it("look for literal words and for the terms of a search, not for those taken off", () => {
    expect(
      soughtWords([
        { kind: "words", words: 'tax "free trade" -war' },
        {
          kind: "like",
          label: "",
          expression: { sub: [{ or: [{ term: "jaguar" }, { term: "big cat" }] }, { term: "car" }] },
        },
        { kind: "words", words: "-" },
      ]),
    ).toEqual([["tax"], ["free", "trade"], ["jaguar"], ["big", "cat"]]);
  });

  it("begin a line a little before the first hit", () => {
    const text = `${"word ".repeat(40)}tariff after`;
    const line = lineParts(text, [["tariff"]]);
    expect(line[0]?.text).toMatch(/^…(word )+$/);
    expect(line[0]!.text.length).toBeLessThanOrEqual(50);
    expect(line.slice(1).map((part) => part.text)).toEqual(["tariff", " after"]);
  });

  it("are the text again when the pieces are joined", () => {
    const word = fc.constantFrom("tax", "Tax", "war", "é", "-", " ", "\n", "free", "trade");
    fc.assert(
      fc.property(fc.array(word), fc.array(fc.array(word, { maxLength: 2 })), (words, sought) => {
        const text = words.join(" ");
        const joined = partsOf(text, sought).map((part) => part.text);
        expect(joined.join("")).toBe(text);
      }),
    );
  });
});

describe("names of collections", () => {
  it("come from the file, and never take another's", () => {
    expect(freeNameFor("reuters-21578.csv.gz")).toBe("reuters-21578");
    expect(freeNameFor("a/b: complaints (2024).xlsx.csv", ["a b complaints 2024 .xlsx"])).toBe(
      "a b complaints 2024 .xlsx 2",
    );
    expect(freeNameFor("!!!.csv", ["Texts"])).toBe("Texts 2");
  });

  it("begin and end as the service wants it", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 150, unit: "grapheme-ascii" }), (file) => {
        expect(freeNameFor(file)).toMatch(
          /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]{0,98}[\p{L}\p{M}\p{N}])?$/u,
        );
      }),
    );
  });
});
