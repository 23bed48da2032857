import { describe, expect, it } from "vitest";
import { termRows } from "../../../core/train/corpus/term-rows.ts";
import { buildVocabulary } from "../../../core/train/corpus/vocabulary.ts";
import { passageVectors } from "../../../core/train/map/anchor-pool.ts";
import { layOutMap } from "../../../core/train/map/lay-out-map.ts";
import {
  mapRows,
  mapShares,
  mapUses,
  namingBytes,
  shapersOf,
} from "../../../core/train/map/map-shares.ts";
import { inlineContext, streamOf } from "../../support/train-support.ts";

/** 200 words that occur often, so that there is a vocabulary. */
const OFTEN = Array.from({ length: 200 }, (_, i) =>
  [..."often", ...String(i)].map((sign) => "abcdefghij"[Number(sign)] ?? sign).join(""),
);
const TEXTS = [
  `${OFTEN.join(" ")} ${OFTEN.join(" ")} river river bank the Anna saw Anna`,
  `${OFTEN.join(" ")} ${OFTEN.join(" ")} heart heart heart river bank the Anna met Anna`,
];

/** The second text counts a fifth in the map. */
function termsOf(shares: readonly number[]) {
  const corpus = { ...streamOf(TEXTS), mapShares: Uint8Array.from(shares) };
  const vocabulary = buildVocabulary(corpus, { minCount: 1, most: 999 });
  const at = (word: string) => vocabulary.words.indexOf(word);
  const phrases = [
    { words: [at("river"), at("bank")], count: 2, documents: 2, capitals: 0 },
    { words: [at("heart"), at("bank")], count: 2, documents: 2, capitals: 0.9 },
  ];
  return { terms: termRows(vocabulary, phrases), at };
}

describe("shares in the map", () => {
  const { terms, at } = termsOf([100, 20]);
  const shares = mapShares(terms);

  it("are those of the texts that a word occurs in, and the mean of a phrase's words", () => {
    expect(shares[at("heart")]).toBeCloseTo(0.2);
    expect(shares[at("river")]).toBeCloseTo((2 + 0.2) / 3);
    expect(shares[at("bank")]).toBeCloseTo(0.6);
    expect(shares[terms.names.length - 2]).toBeCloseTo((2.2 / 3 + 0.6) / 2);
  });

  it("make a term count less for names, and the names of people less again", () => {
    const bytes = namingBytes(terms);
    expect(bytes[at("heart")]).toBe(51);
    expect(bytes[at("anna")]).toBe(Math.round(255 * 0.6 * 0.25));
    expect(bytes.at(-1)).toBe(Math.round(255 * 0.4 * 0.25));
    const alike = namingBytes(termsOf([100, 100]).terms);
    expect(alike[at("heart")]).toBe(255);
  });

  it("put the words that count most first among those that shape the map", () => {
    const rows = [...mapRows(terms, 9999)];
    expect(rows).toHaveLength(terms.names.length);
    expect(rows.indexOf(at("river"))).toBeLessThan(rows.indexOf(at("heart")));
    expect(rows.slice(-2)).toEqual([terms.names.length - 2, terms.names.length - 1]);
  });

  it("shape the map by the root of use, and not by what counts for nothing", () => {
    const { terms: half, at: place } = termsOf([100, 0]);
    const { rows: kept, weights } = shapersOf(half);
    expect([...kept]).not.toContain(place("heart"));
    const uses = mapUses(half);
    for (const [i, row] of kept.entries()) expect(weights[i]).toBeCloseTo(Math.sqrt(uses[row]!), 9);
    // Bank is met twice, once in the text that counts.
    const whole = mapUses(termsOf([100, 100]).terms);
    expect(uses[place("bank")]! / whole[place("bank")]!).toBeCloseTo(0.5, 9);
  });

  it("count occurrences of names four tenths, and of frequent words less", () => {
    const { terms: alike, at: place } = termsOf([100, 100]);
    const uses = mapUses(alike);
    expect(alike.counts[place("anna")]).toBe(4);
    expect(alike.counts[place("heart")]).toBe(3);
    const perOccurrence = (word: string) => uses[place(word)]! / alike.counts[place(word)]!;
    expect(perOccurrence("anna") / perOccurrence("heart")).toBeLessThan(0.4);
    expect(perOccurrence("anna") / perOccurrence("heart")).toBeGreaterThan(0.3);
    expect(perOccurrence("heart")).toBeLessThan(perOccurrence("bank"));
  });
});

describe("passages that stand for cells", () => {
  /** How many of 60 passages come from each of two long texts, told by a word that only one of them has. */
  function drawn(shares: readonly number[]) {
    const texts = ["river", "heart"].map((word) =>
      Array.from({ length: 2000 }, (_, i) => `${word} ${OFTEN[i % 200]}`).join(" "),
    );
    const corpus = { ...streamOf(texts), mapShares: Uint8Array.from(shares) };
    const vocabulary = buildVocabulary(corpus, { minCount: 1, most: 999 });
    const terms = termRows(vocabulary, []);
    const at = (word: string) => vocabulary.words.indexOf(word);
    const values = new Float32Array(terms.names.length * 2);
    values[2 * at("river")] = 1;
    values[2 * at("heart") + 1] = 1;
    const vectors = { rows: terms.names.length, dimensions: 2, values };
    const passages = passageVectors(terms, vectors, corpus, 60);
    expect(passages).toHaveLength(60);
    return [0, 1].map((axis) => passages.filter((passage) => passage[axis]! > 0.9).length);
  }

  it("are drawn from each text as far as it counts in the map", () => {
    expect(drawn([100, 100])).toEqual([30, 30]);
    expect(drawn([100, 20])).toEqual([50, 10]);
    expect(drawn([100, 0])).toEqual([60, 0]);
  });
});

describe("the layout", () => {
  it("gives more cells to what counts more", async () => {
    // Two bundles of directions, one along each of two axes.
    const dimensions = 6;
    const count = 400;
    const values = new Float32Array(count * dimensions);
    for (let row = 0; row < count; row++) {
      values[row * dimensions + (row % 2)] = 1;
      for (let k = 2; k < dimensions; k++)
        values[row * dimensions + k] = 0.4 * Math.sin(row * k * 1.7);
    }
    const vectors = { rows: count, dimensions, values };
    const rows = Uint32Array.from({ length: count }, (_, row) => row);
    const cellsOfFirst = async (weight: number) => {
      const weights = Float64Array.from(rows, (row) => (row % 2 === 0 ? weight : 1));
      const { cells } = await layOutMap({ vectors, rows, weights }, inlineContext());
      let first = 0;
      for (let at = 0; at < cells.length; at += dimensions)
        if (cells[at]! > cells[at + 1]!) first++;
      return first;
    };
    expect(await cellsOfFirst(0.1)).toBeLessThan(await cellsOfFirst(1));
  });
});
