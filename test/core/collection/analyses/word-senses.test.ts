import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSenses, type LineReading } from "../../../../core/collection/analyses/word-senses.ts";

const cellsFrom = (first: number, count = 40) =>
  Uint16Array.from({ length: count }, (_, i) => first + i);
/** A line about money or about rivers: some cells of its subject, and a word. */
const line = (subject: number, i: number): LineReading => ({
  cells: cellsFrom(subject * 1000 + (i % 20), 30),
  words: [`word${subject}`, "the"],
});
const MONEY = 1;
const RIVER = 2;
const LINES = Array.from({ length: 40 }, (_, i) => line(i % 8 === 0 ? RIVER : MONEY, i));

describe("senses of lines", () => {
  it("are those of the contexts that the lines are like", () => {
    const { senses, sure } = findSenses(LINES, [cellsFrom(1000), cellsFrom(2000)]);
    expect([...senses]).toEqual(LINES.map((_, i) => (i % 8 === 0 ? 1 : 0)));
    expect(Math.min(...sure)).toBeGreaterThan(0.9);
  });
  it("are learned from lines for a sense without cells", () => {
    const { senses } = findSenses(
      LINES,
      [cellsFrom(1000), new Uint16Array()],
      new Map([
        [0, 1],
        [8, 1],
      ]),
    );
    expect([...senses]).toEqual(LINES.map((_, i) => (i % 8 === 0 ? 1 : 0)));
  });
  it("reach lines that share words alone with others of their sense", () => {
    const bare = { cells: new Uint16Array(), words: ["word2"] };
    const { senses } = findSenses([...LINES, bare], [cellsFrom(1000), cellsFrom(2000)]);
    expect(senses.at(-1)).toBe(1);
  });
  it("are uncertain for a line between two", () => {
    const between = {
      cells: Uint16Array.from([...cellsFrom(1000, 15), ...cellsFrom(2000, 15)]),
      words: [],
    };
    const { sure } = findSenses([...LINES, between], [cellsFrom(1000), cellsFrom(2000)]);
    expect(sure.at(-1)).toBeLessThan(Math.min(...sure.slice(0, -1)));
  });
  it("stay where a person put them, and follow the order of lines and of senses", () => {
    const subject = fc.constantFrom(MONEY, RIVER, 3);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(subject, fc.nat(19)), { minLength: 1, maxLength: 25 }),
        fc.nat(24),
        fc.nat(2),
        (drawn, at, sense) => {
          const lines = drawn.map(([own, i]) => line(own, i));
          const starts = [cellsFrom(1000), cellsFrom(2000), cellsFrom(3000)];
          const given = new Map([[at % lines.length, sense]]);
          const { senses, sure } = findSenses(lines, starts, given);
          expect(senses[at % lines.length]).toBe(sense);
          expect(sure[at % lines.length]).toBe(1);
          const turned = findSenses(
            lines,
            starts.toReversed(),
            new Map([[at % lines.length, 2 - sense]]),
          );
          sure.forEach((share, i) => {
            // Where two are alike, either may come first.
            if (share > 0.6) expect(turned.senses[i]).toBe(2 - senses[i]!);
            expect(turned.sure[i]).toBeCloseTo(share, 4);
          });
        },
      ),
      { numRuns: 30 },
    );
  });
});
