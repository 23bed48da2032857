import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseForms, pullVectors, relativesOf } from "../../../../core/train/lexicon/relatives.ts";
import { parseWordNet } from "../../../../core/train/lexicon/wordnet.ts";
import { type TinySynset, tinyWordNet } from "../../../support/tiny-lexicon.ts";

const SYNSETS: readonly TinySynset[] = [
  { part: "n", words: ["dog", "domestic dog"], pointers: [["@", "animal"]], count: 42 },
  {
    part: "n",
    words: ["animal", "beast"],
    pointers: [
      ["~", "dog"],
      ["~", "cat"],
    ],
    count: 10,
  },
  { part: "n", words: ["cat"], pointers: [["@", "animal"]], count: 18 },
  { part: "n", words: ["dog", "frump"], count: 0 },
  { part: "v", words: ["dog", "chase"], count: 2 },
  { part: "n", words: ["chemistry"], count: 3 },
  { part: "a", words: ["chemical"], pointers: [["\\", "chemistry", "n"]], count: 5 },
  { part: "a", words: ["big", "large(p)"], pointers: [["&", "huge"]], count: 9 },
  { part: "a", words: ["huge", "Brobdingnagian"], pointers: [["&", "big"]], count: 1 },
  { part: "v", words: ["run"], pointers: [["+", "runner", "n"]], count: 7 },
  { part: "n", words: ["jogger", "runner"], pointers: [["+", "run", "v"]], count: 1 },
];
const PULL = { synonyms: 0.5, hypernyms: 0.3, hyponyms: 0.2, derived: 0.4, similar: 0.1 };
const lexicon = parseWordNet(tinyWordNet(SYNSETS));

/** The relatives of one word by name, among these terms. */
function relatives(word: string, terms: readonly string[]): Record<string, number> {
  const known = new Map(terms.map((term, row) => [term, row]));
  const { columns, weights } = relativesOf([word], { lexicon, known, pull: PULL });
  return Object.fromEntries(
    Array.from(columns, (column, i) => [terms[column], Number(weights[i]!.toFixed(4))]),
  );
}

const TERMS = SYNSETS.flatMap(({ words }) =>
  words.map((word) => word.replace("(p)", "").toLowerCase()),
);
const ALL = [...new Set(TERMS)];

describe("reading WordNet", () => {
  it("finds the senses of a word in the order of their use, words in lower case and without their place", () => {
    const words = (word: string, part: "noun" | "adj") =>
      lexicon.senses(word, part).map(({ synset }) => lexicon.synsets[synset]?.words);
    expect(words("dog", "noun")).toEqual([
      ["dog", "domestic dog"],
      ["dog", "frump"],
    ]);
    expect(words("large", "adj")).toEqual([["big", "large"]]);
    expect(words("brobdingnagian", "adj")).toEqual([["huge", "brobdingnagian"]]);
    expect(words("chase", "noun")).toEqual([]);
    expect(new Set(lexicon.words)).toEqual(new Set(ALL));
  });

  it("names the line that is none, and the one that leads nowhere", () => {
    const files = tinyWordNet(SYNSETS);
    expect(() => parseWordNet({ ...files, noun: `${files.noun}00000001 03 n zz\n` })).toThrow(
      "data.noun:9 is no line of a WordNet data file",
    );
    expect(() => parseWordNet({ ...files, noun: "" })).toThrow(
      /leads to \d{8}, which is not there/,
    );
    expect(() => parseWordNet({ ...files, senses: "dog%1:03:00:: 00001000 one 3" })).toThrow(
      "index.sense:1 is no line of a WordNet sense index",
    );
  });
});

describe("relatives", () => {
  it("share the weight of their kind in each sense, and a sense counts by how often it was met", () => {
    // dog: as noun 42 and 0, as verb 2, each 0.3 more: 44.9 in all.
    const animal = 42.3 / 44.9;
    expect(relatives("dog", ALL)).toEqual({
      "domestic dog": Number((0.5 * animal).toFixed(4)),
      animal: Number(((0.3 / 2) * animal).toFixed(4)),
      beast: Number(((0.3 / 2) * animal).toFixed(4)),
      frump: Number(((0.5 * 0.3) / 44.9).toFixed(4)),
      chase: Number(((0.5 * 2.3) / 44.9).toFixed(4)),
    });
    expect(relatives("animal", ALL)).toEqual({
      beast: 0.5,
      dog: Number((0.2 / 3).toFixed(4)),
      "domestic dog": Number((0.2 / 3).toFixed(4)),
      cat: Number((0.2 / 3).toFixed(4)),
    });
    expect(relatives("chemical", ALL)).toEqual({ chemistry: 0.4 });
    expect(relatives("big", ALL)).toEqual({ large: 0.5, huge: 0.05, brobdingnagian: 0.05 });
  });

  it("are those of the base form where a word has no sense of its own; derived words are those of the word itself", () => {
    expect(relatives("running", ALL)).toEqual({ run: 0.5, runner: 0.4 });
    expect(relatives("runner", ALL)).toEqual({ jogger: 0.5 });
    expect(relatives("dogs", ["dog", "beast"])).toEqual(
      // As a noun and as a verb; only the noun has a hypernym.
      { dog: 0.5, beast: Number(((0.3 * 42.3) / 44.9).toFixed(4)) },
    );
  });

  it("are none of a word that the lexicon lacks, nor terms that are unknown", () => {
    expect(relatives("zebra", ALL)).toEqual({});
    expect(relatives("dog", ["dog", "zebra"])).toEqual({});
  });
});

describe("base forms", () => {
  it.each([
    ["noun", "boxes", ["box", "boxe"]],
    ["noun", "ladies", ["lady", "ladie"]],
    ["noun", "women", ["woman"]],
    ["verb", "stopped", ["stoppe", "stopp", "stop"]],
    ["verb", "making", ["make", "mak"]],
    ["adj", "bigger", ["bigg", "big", "bigge"]],
    ["adv", "slowly", []],
  ] as const)("of a %s, %s", (part, word, forms) => {
    expect(baseForms(word, part)).toEqual(forms);
  });
});

describe("pulling vectors", () => {
  it("adds the relatives as they were, by their weights, and keeps the length 1", () => {
    const vectors = { rows: 3, dimensions: 2, values: Float32Array.from([1, 0, 0, 1, 0.6, 0.8]) };
    const { values } = pullVectors(vectors, {
      starts: Uint32Array.from([0, 1, 2, 2]),
      columns: Uint32Array.from([1, 0]),
      weights: Float32Array.from([0.75, 0.5]),
    });
    const expected = [0.8, 0.6, 0.5 / Math.hypot(1, 0.5), 1 / Math.hypot(1, 0.5), 0.6, 0.8];
    for (const [i, value] of values.entries()) expect(value).toBeCloseTo(expected[i]!, 6);
  });

  it("brings relatives nearer, whatever the vectors", () => {
    const unit = fc
      .tuple(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
      )
      .map(([x, y]) => [x / Math.hypot(x, y), y / Math.hypot(x, y)] as const);
    fc.assert(
      fc.property(unit, unit, fc.double({ min: 0.01, max: 2, noNaN: true }), (a, b, weight) => {
        const vectors = { rows: 2, dimensions: 2, values: Float32Array.from([...a, ...b]) };
        const { values } = pullVectors(vectors, {
          starts: Uint32Array.from([0, 1, 2]),
          columns: Uint32Array.from([1, 0]),
          weights: Float32Array.from([weight, weight]),
        });
        const before = a[0] * b[0] + a[1] * b[1];
        const after = values[0]! * values[2]! + values[1]! * values[3]!;
        expect(after).toBeGreaterThan(before - 1e-6);
      }),
    );
  });
});
