import { describe, expect, it } from "vitest";
import { parseWordNet } from "../../../core/train/lexicon/wordnet.ts";
import {
  englishNouns,
  type Lists,
  listAt,
  readNouns,
  senseWords,
} from "../../../core/wordnet/noun-table.ts";
import { packNouns } from "../../config/build-nouns.ts";
import { type TinySynset, tinyWordNet } from "../../support/tiny-lexicon.ts";

const SYNSETS: readonly TinySynset[] = [
  { part: "n", words: ["bank"], pointers: [["@", "slope"]], count: 10 },
  {
    part: "n",
    words: ["bank", "lender"],
    pointers: [
      ["@", "company"],
      [";c", "finance"],
    ],
    count: 20,
  },
  { part: "n", words: ["slope"], pointers: [["~", "bank"]], count: 3 },
  { part: "n", words: ["company"], gloss: "a company of steep people" },
  { part: "n", words: ["finance"], count: 1 },
  { part: "n", words: ["rhine"], pointers: [["@i", "river"]] },
  { part: "n", words: ["river"], count: 4 },
  { part: "n", words: ["mouth"], pointers: [["#p", "river"]], count: 9 },
  { part: "a", words: ["financial"], pointers: [["\\", "finance", "n"]], count: 5 },
  { part: "v", words: ["slant"], pointers: [["+", "slope", "n"]], count: 5 },
  { part: "a", words: ["steep"], count: 5 },
];
const WORDS = [
  ...["bank", "banks", "lender", "slope", "company", "finance", "rhine", "river", "mouth"],
  ...["financial", "slant", "steep", "zebra"],
];
const readTable = () =>
  readNouns(
    packNouns(new Map(WORDS.map((word) => [word, 0.01])), parseWordNet(tinyWordNet(SYNSETS))),
  );
const table = readTable();
const nameOf = (synset: number) => table.words[table.namedBy[synset]!];
const place = (word: string) => table.placeOf(word);

describe("the table of nouns", () => {
  it("has the words that WordNet knows in some form, and no others", () => {
    expect(table.words).toContain("banks");
    expect(place("steep")).toBeGreaterThanOrEqual(0);
    expect(place("zebra")).toBe(-1);
  });

  it("has the senses of a noun, by use, and of its base form for an inflected one", () => {
    const senses = [...listAt(table.senses, place("bank"))];
    expect(senses).toHaveLength(2);
    expect([...listAt(table.senses, place("banks"))]).toEqual(senses);
    expect(senses.map((sense) => [...listAt(table.hypernyms, sense)].map(nameOf))).toEqual([
      ["slope"],
      ["company"],
    ]);
    const start = table.senses.starts[place("bank")]!;
    expect(table.senseShares[start]! / table.senseShares[start + 1]!).toBeCloseTo(0.5, 1);
  });

  it("lists both ways what a sense and a word, or two senses, have to do with each other", () => {
    const pairs = (lists: Lists) =>
      Array.from({ length: lists.starts.length - 1 }, (_, row) =>
        [...listAt(lists, row)].map((value) => [row, value]),
      ).flat();
    // Read here: a mutation run changes nothing while a test file loads.
    const { senses, wordsOf, hypernyms, hyponyms } = readTable();
    for (const [lists, turned] of [
      [senses, wordsOf],
      [hypernyms, hyponyms],
    ] as const) {
      const there = pairs(lists).map(([from, to]) => `${to} ${from}`);
      expect(there.length).toBeGreaterThan(1);
      expect(
        pairs(turned)
          .map((pair) => pair.join(" "))
          .sort(),
      ).toEqual(there.sort());
    }
    expect([...listAt(table.wordsOf, listAt(table.senses, place("lender"))[0]!)]).toEqual(
      ["bank", "banks", "lender"].map(place).sort((a, b) => a - b),
    );
  });

  it("leads from verbs and adjectives to nouns, in full where the adjective means “of” the noun", () => {
    const nouns = (word: string) => [...listAt(table.derived, place(word))].map(nameOf);
    const shareOf = (word: string) => table.derivedShares[table.derived.starts[place(word)]!];
    expect(nouns("financial")).toEqual(["finance"]);
    expect(nouns("slant")).toEqual(["slope"]);
    expect(nouns("bank")).toEqual([]);
    expect(shareOf("financial")).toBe(255);
    expect(shareOf("slant")).toBeLessThan(140);
  });

  it("gives nouns a worth as names, and none to adjectives and verbs", () => {
    const worth = (word: string) => table.worths[place(word)]!;
    expect(worth("river")).toBeGreaterThan(0);
    expect(worth("lender")).toBeGreaterThan(0);
    expect(worth("lender")).toBeLessThan(worth("bank"));
    expect(["financial", "slant", "steep"].map(worth)).toEqual([0, 0, 0]);
  });
});

describe("the words of a sense", () => {
  const words = (word: string) => senseWords(table, word).map((sense) => sense.toSorted());

  it("are synonyms, kinds, the subject, and rare words of the definition", () => {
    expect(words("bank")).toEqual([
      ["bank", "banks", "slope"],
      ["bank", "banks", "company", "finance", "lender"],
    ]);
    expect(words("company")).toEqual([["bank", "banks", "company", "lender", "steep"]]);
  });

  it("are examples and parts too", () => {
    expect(words("river")).toEqual([["mouth", "rhine", "river"]]);
    expect(words("rhine")).toEqual([["rhine", "river"]]);
    expect(words("mouth")).toEqual([["mouth", "river"]]);
  });

  it("are none of a word that is no noun or not there", () => {
    expect(words("steep")).toEqual([]);
    expect(words("zebra")).toEqual([]);
  });
});

it("the table that comes along tells the language, the island and the drink called java", () => {
  const senses = senseWords(englishNouns(), "java");
  expect(senses).toHaveLength(3);
  for (const word of ["indonesia", "coffee", "programming"])
    expect(senses.filter((sense) => sense.includes(word))).toHaveLength(1);
});
