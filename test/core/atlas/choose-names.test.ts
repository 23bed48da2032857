import { describe, expect, it } from "vitest";
import { chooseNames, type Nameless } from "../../../core/atlas/choose-names.ts";
import { knownTerms } from "../../../core/atlas/region-words.ts";
import { buildRetina } from "../../support/retina-builder.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { tinyRetina } from "../../support/tiny-retina.ts";

const tiny = tinyRetina();
const known = knownTerms(tiny);
const id = (term: string) => tiny.idOf(term);

const region = (words: readonly string[], terms: readonly string[], parent = 0): Nameless => ({
  candidates: words.map((name) => ({ term: id(name), name, fit: 1, worth: 1, inside: 1 })),
  residents: terms.map(id),
  parent,
});

describe("names that are chosen together", () => {
  it("are the words that their own terms are closest to", () => {
    const [fruit, river] = chooseNames(known, [
      region(["guitar", "banana", "pear"], ["apple", "tree", "sweet"]),
      region(["banana", "water", "lake"], ["river", "stream"]),
    ]);
    expect(fruit!.words.length).toBeGreaterThan(0);
    expect(["banana", "pear"]).toEqual(expect.arrayContaining([...fruit!.words]));
    expect(["water", "lake"]).toEqual(expect.arrayContaining([...river!.words]));
    expect([fruit!.found, river!.found]).toEqual([1, 1]);
  });

  it("say how many terms they lead home: none where others' words are closer", () => {
    const [wrong] = chooseNames(known, [
      region(["guitar"], ["river", "stream", "lake"]),
      region(["water"], ["river"]),
    ]);
    expect(wrong!.found).toBe(0);
  });

  it("take no word twice, and no two forms of one in regions of one parent, whatever is offered", () => {
    const random = seededRandom(4);
    const rows = Array.from({ length: 60 }, (_, i) => ({
      term: `${String.fromCharCode(97 + (i % 20)).repeat(5)}${["", "s", "ly"][Math.floor(i / 20)]}`,
      occurrences: 1000 - i,
      posTypes: ["NOUN"] as const,
      positions: [...new Set(Array.from({ length: 80 }, () => random.below(1500)))].sort(
        (a, b) => a - b,
      ),
    }));
    const retina = buildRetina(rows);
    const regions = Array.from({ length: 8 }, (_, i): Nameless => {
      const offered = Array.from({ length: 12 }, () => random.below(60));
      return {
        candidates: [...new Set(offered)].map((term) => ({
          term,
          name: retina.term(term),
          fit: 1,
          worth: 0.1 + random.below(9) / 10,
          inside: 1,
        })),
        residents: Array.from({ length: 10 }, () => random.below(60)),
        parent: i % 2,
      };
    });
    const chosen = chooseNames(knownTerms(retina), regions);
    const words = chosen.flatMap((name) => name.words);
    expect(words.length).toBeGreaterThan(8);
    expect(new Set(words).size).toBe(words.length);
    for (const parent of [0, 1]) {
      const stems = chosen
        .filter((_, i) => i % 2 === parent)
        .flatMap((name) => name.words.map((word) => word.slice(0, 5)));
      expect(new Set(stems).size).toBe(stems.length);
    }
    for (const { found, words: own } of chosen) {
      expect(own.length).toBeLessThanOrEqual(3);
      expect(found).toBeGreaterThanOrEqual(0);
      expect(found).toBeLessThanOrEqual(1);
    }
  });

  it("are nothing where nothing is offered", () => {
    expect(chooseNames(known, [region([], ["river"])])).toEqual([{ words: [], found: 0 }]);
  });
});
