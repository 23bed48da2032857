import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../core/kernel/seeded-random.ts";
import type { Retina } from "../../../core/retina/types.ts";
import { Slips } from "../../../core/text/lexicon.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** As much of a retina as slips look at, counting the look-ups. */
function retinaOf(terms: readonly string[]) {
  const ids = new Map(terms.map((term, id) => [term, id]));
  const asked: string[] = [];
  const retina = {
    termCount: terms.length,
    term: (id: number) => terms[id]!,
    idOf: (term: string) => {
      asked.push(term);
      return ids.get(term) ?? -1;
    },
  } as unknown as Retina;
  return { retina, asked };
}

/** Every neighbour written out. */
function neighbours(word: string): string[] {
  return Array.from({ length: word.length }, (_, k) => k + 1).flatMap((at) => {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    const swapped = tail.length > 1 ? [head + tail[1] + tail[0] + tail.slice(2)] : [];
    const shorter = tail === "" ? [] : [head + tail.slice(1)];
    const others = [...LETTERS].flatMap((letter) => [
      head + letter + tail,
      ...(tail === "" ? [] : [head + letter + tail.slice(1)]),
    ]);
    return [...swapped, ...shorter, ...others];
  });
}

describe("slips", () => {
  it("are a letter too many, too few, another, or two in the wrong order, but for the first", () => {
    const slips = new Slips(retinaOf(["orange", "banana", "Cherry", "date palm"]).retina);
    const words = ["oranges", "orang", "orangy", "ornage", "range", "xrange", "bannaan", "bananaa"];
    expect(words.map((word) => slips.meant(word))).toEqual([0, -1, 0, 0, -1, -1, -1, 1]);
    expect(["cherry", "cherri", "datepalm"].map((word) => slips.meant(word))).toEqual([-1, -1, -1]);
  });

  it("mean the most frequent term among the common ones", () => {
    const rare = Array.from({ length: 30_000 }, (_, i) => `x${i}`);
    expect(new Slips(retinaOf(["banana", "bananas"]).retina).meant("bananaz")).toBe(0);
    expect(new Slips(retinaOf(["bananas", "banana"]).retina).meant("bananaz")).toBe(0);
    expect(new Slips(retinaOf([...rare.slice(1), "banana"]).retina).meant("bananaz")).toBe(29_999);
    expect(new Slips(retinaOf([...rare, "banana"]).retina).meant("bananaz")).toBe(-1);
  });

  it("are found as by writing out every neighbour", () => {
    const letter = fc.constantFrom("a", "b", "z");
    const word = fc.array(letter, { minLength: 4, maxLength: 9 }).map((own) => own.join(""));
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, (terms, asked) => {
        const near = new Set(neighbours(asked));
        const expected = asked.length < 6 ? -1 : terms.findIndex((term) => near.has(term));
        expect(new Slips(retinaOf(terms).retina).meant(asked)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("look up few of the neighbours of an unknown word", () => {
    const random = seededRandom(6);
    const word = (length: number) =>
      Array.from({ length }, () => LETTERS[Math.floor(random() * 26)]).join("");
    const { retina, asked } = retinaOf(Array.from({ length: 30_000 }, () => word(7)));
    const slips = new Slips(retina);
    const unknown = Array.from({ length: 200 }, (_, i) => word(6 + (i % 35)));
    for (const each of unknown) slips.meant(each);
    // Each has up to two thousand.
    expect(asked.length / unknown.length).toBeLessThan(60);
  });
});
