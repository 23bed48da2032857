import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Line,
  LineSample,
  linesOf,
  neighboursOf,
} from "../../../../core/collection/analyses/word-lines.ts";
import { parseForms } from "../../../../core/collection/port/words.ts";

const TEXT =
  "Prices rose. The Treasury sold a bond to the bank of New York, and every bond holder was paid in gold at once. Nobody objected.";

describe("lines of a word", () => {
  it("have the text on either side, and its sentence without the word", () => {
    const [first, second] = linesOf("r1", TEXT, parseForms("bond"));
    expect(first).toMatchObject({ id: "r1", word: "bond", start: TEXT.indexOf("bond") });
    expect(first!.before).toBe("Prices rose. The Treasury sold a ");
    expect(first!.after.startsWith(" to the bank of New York")).toBe(true);
    expect(first!.around.trim()).toBe(
      "The Treasury sold a to the bank of New York, and every holder was paid in gold at once.",
    );
    expect(second!.around).toBe(first!.around);
    expect(linesOf("r1", TEXT, parseForms("tariff"))).toEqual([]);
  });
  it("name the five words on either side, the nearest first on the left", () => {
    const [first] = linesOf("r1", TEXT, parseForms("bond"));
    expect(neighboursOf(first!)).toEqual({
      left: ["a", "sold", "treasury", "the", "rose"],
      right: ["to", "the", "bank", "of", "new"],
    });
  });
  it("lie where they say, whatever the text", () => {
    const piece = fc.constantFrom("bond", "Bond", ". ", " ", "\n\n", "word", "é", "bonds", "! ");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 300 }), (pieces) => {
        const text = pieces.join(" ");
        const lines = linesOf("r", text, parseForms("bond"));
        expect(lines).toHaveLength(pieces.filter((each) => /^bond$/i.test(each)).length);
        for (const { start, end, word, before, after, around } of lines) {
          expect(text.slice(start, end)).toBe(word);
          const flat = (part: string) => part.replace(/\s+/g, " ");
          expect(flat(text.slice(0, start)).endsWith(before)).toBe(true);
          expect(flat(text.slice(end)).startsWith(after)).toBe(true);
          expect(before.length).toBeLessThanOrEqual(120);
          expect(after.length).toBeLessThanOrEqual(120);
          expect(around).not.toMatch(/\bbond\b/i);
        }
      }),
    );
  });
});

describe("a sample of lines", () => {
  const lineAt = (i: number): Line => ({
    ...{ id: `row ${i}`, start: i, end: i + 1, before: "", word: "w", after: "", around: "" },
  });

  it("is the same whatever came in between, and all lines where they fit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 120 }),
        (limit, count) => {
          const sample = new LineSample(limit);
          const all = Array.from({ length: count }, (_, i) => lineAt(i));
          for (const line of all) sample.add(line);
          expect(sample.total).toBe(count);
          const kept = sample.lines();
          expect(kept).toHaveLength(Math.min(limit, count));
          expect(kept).toEqual(all.filter((line) => kept.includes(line)));
          const other = new LineSample(limit);
          for (const line of all.toReversed()) other.add(line);
          expect(new Set(other.lines().map(({ id }) => id))).toEqual(
            new Set(kept.map(({ id }) => id)),
          );
        },
      ),
    );
  });
  it("takes early and late lines alike", () => {
    const sample = new LineSample(1000);
    for (let i = 0; i < 10_000; i++) sample.add(lineAt(i));
    const early = sample.lines().filter(({ start }) => start < 5000).length;
    expect(early).toBeGreaterThan(430);
    expect(early).toBeLessThan(570);
  });
});
