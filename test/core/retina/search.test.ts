import fc from "fast-check";
import { expect, test } from "vitest";
import { POS_TYPES, TERM_LIMIT } from "../../../core/retina/types.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";
import { joinRows, naiveIndex } from "../../support/naive-index.ts";
import { buildRetina, retinaData, syntheticRetina } from "../../support/retina-builder.ts";
import { TOPICS, tinyRetina, tinyRetinaData, tinyRows } from "../../support/tiny-retina.ts";

const retina = tinyRetina();
const positionsOf = (term: string) => retina.positions(retina.idOf(term));
const similarTo = (term: string, options = {}) =>
  retina
    .similar(positionsOf(term), { offset: 0, limit: 6, ...options })
    .map((match) => retina.term(match.term));

test("the most similar terms of a word are the word, then those of its topics", () => {
  expect(similarTo("apple").slice(0, 3)).toEqual(["apple", "computer", "fruit"]);
  expect(retina.similar(positionsOf("apple"), { offset: 0, limit: 1 })[0]?.score).toBe(TERM_LIMIT);
});

test("a part of speech leaves out other terms but not their order", () => {
  expect(similarTo("apple", { posType: "VERB" })).toEqual(["program", "drive", "eat"]);
  expect(similarTo("bank", { posType: "SYMBOL" })).toEqual(["%"]);
});

test("a context leaves only the terms of that sense, and the word itself", () => {
  expect(similarTo("apple", { contextId: 0 }).slice(0, 4)).toEqual([
    "apple",
    "fruit",
    "tree",
    "pear",
  ]);
  expect(similarTo("apple", { contextId: 1 }).slice(0, 3)).toEqual([
    "apple",
    "computer",
    "software",
  ]);
  expect(similarTo("apple", { contextId: 1 })).not.toContain("pear");
});

test("a context that is not there is refused with the ids there are", () => {
  for (const contextId of [2, -1, 0.5])
    expect(() => similarTo("apple", { contextId })).toThrow(
      expect.objectContaining({
        code: "unknown-context",
        details: expect.objectContaining({ count: 2 }),
      }),
    );
});

test("pages join up to the whole list", () => {
  const query = positionsOf("music");
  const whole = retina.similar(query, { offset: 0, limit: 60 });
  const pages = [0, 7, 14, 21, 28, 35, 42, 49].flatMap((offset) =>
    retina.similar(query, { offset, limit: 7 }),
  );
  expect(pages).toEqual(whole);
});

const naive = naiveIndex(tinyRetinaData());

test("agrees with counting in sets for any fingerprint, equal scores in order of frequency, then alphabet", () => {
  const types = fc.option(fc.constantFrom(...POS_TYPES), { nil: undefined });
  fc.assert(
    fc.property(arbitraryPositions(100), types, (query, posType) => {
      const expected = naive
        .rank(query, (id) => posType === undefined || retina.posTypes(id).includes(posType))
        .map(({ id, count }) => ({ term: id, score: count }));
      const filter = posType === undefined ? {} : { posType };
      expect(retina.similar(query, { offset: 0, limit: 100, ...filter })).toEqual(expected);
    }),
  );
});

test("terms that occur in no text are found by their name, and listed among no others", () => {
  const rows = tinyRows();
  const relative = rows.find(({ term }) => term === "apple")!;
  const added = buildRetina([...rows, { ...relative, term: "applet", occurrences: 0 }]);
  const listed = (query: Uint16Array) => added.similar(query, { offset: 0, limit: 100 });
  const own = added.idOf("applet");
  expect(own).toBe(added.termCount - 1);
  expect([...added.positions(own)]).toEqual([...added.positions(added.idOf("apple"))]);
  expect(listed(added.positions(own))).toEqual(
    retina.similar(positionsOf("apple"), { offset: 0, limit: 100 }),
  );
  const cell = added.positions(own)[0]!;
  expect(added.cellTerms(cell, 2, 100).map(({ term }) => term)).not.toContain(own);
});

test("a retina that counted nothing lists all of its terms", () => {
  const uncounted = buildRetina(tinyRows().map((row) => ({ ...row, occurrences: 0 })));
  expect(uncounted.similar(positionsOf("apple"), { offset: 0, limit: 3 })).toHaveLength(3);
});

test("terms come in order of falling frequency, then alphabet", () => {
  const rows = tinyRows().map((row) => ({
    ...row,
    occurrences: Math.ceil(row.occurrences / 1000),
  }));
  const { terms, occurrences } = retinaData(rows);
  terms.slice(1).forEach((term, i) => {
    const isRarer = occurrences[i + 1]! < occurrences[i]!;
    expect(isRarer || term > terms[i]!).toBe(true);
  });
});

test("positions handed out are copies: changing them changes nothing", () => {
  const before = [...positionsOf("pear")];
  positionsOf("pear").fill(0);
  expect([...positionsOf("pear")]).toEqual(before);
});

test("contexts part the whole fingerprint, fall in size to 51 positions, and have different names", () => {
  const large = syntheticRetina(300, 5);
  for (let term = 0; term < 60; term++) {
    const query = large.positions(term);
    const contexts = large.contexts(query);
    const all = contexts.flatMap(({ positions }) => [...positions]);
    expect(new Set(all).size).toBe(all.length);
    expect(all.sort((a, b) => a - b)).toEqual([...query]);
    expect(contexts.length).toBeLessThanOrEqual(5);
    if (contexts.length > 1) expect(contexts.at(-1)!.positions.length).toBeGreaterThan(50);
    expect(contexts.map(({ id }) => id)).toEqual(contexts.map((_, i) => i));
    expect(new Set(contexts.map(({ label }) => label)).size).toBe(contexts.length);
    const sizes = contexts.map(({ positions }) => positions.length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  }
});

test("the terms of a context hold more of it than of what is left of the fingerprint", () => {
  const query = positionsOf("jaguar");
  const [animal] = retina.contexts(query);
  const terms = retina.similar(query, { offset: 1, limit: 5, contextId: 0 });
  const inside = naive.overlaps(animal!.positions);
  for (const { term, score } of terms) expect(inside[term]!).toBeGreaterThan(score / 2);
});

test("a term belongs to a context that it fills three quarters as well as any other", () => {
  const large = syntheticRetina(400, 9);
  const index = naiveIndex(
    joinRows(Array.from({ length: large.termCount }, (_, id) => large.positions(id))),
  );
  let outside = 0;
  for (let term = 0; term < 10; term++) {
    const query = large.positions(term);
    const contexts = large.contexts(query);
    const within = contexts.map(({ positions }) => index.overlaps(positions));
    const belongs = (id: number, other: number) => {
      const shares = contexts.map(
        ({ positions }, context) => within[context]![other]! / positions.length,
      );
      const best = Math.max(...shares.toSpliced(id, 1));
      return shares[id]! > 0 && shares[id]! >= 0.75 * best - 1e-12;
    };
    for (const { id } of contexts.length > 1 ? contexts : []) {
      const found = new Set(
        large.similar(query, { offset: 0, limit: 400, contextId: id }).map((match) => match.term),
      );
      for (let other = 0; other < large.termCount; other++) {
        expect(found.has(other)).toBe(belongs(id, other));
        if (!found.has(other) && within[id]![other]! > 0) outside++;
      }
    }
  }
  expect(outside).toBeGreaterThan(0);
});

test("the terms of a cell all use it, those that fill its surroundings first", () => {
  const { row, column } = TOPICS.fruit;
  const position = positionsOf("pear").find(
    (cell) => cell >> 7 === row && Math.abs((cell & 127) - column) < 4,
  )!;
  const found = retina.cellTerms(position, 3, 50);
  expect(found.map(({ term }) => term).sort((a, b) => a - b)).toEqual(naive.termsAt(position));
  const scores = found.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  const topics = found.slice(0, 3).map(({ term }) => retina.term(term));
  expect(["fruit", "tree", "pear", "sweet", "banana"]).toEqual(expect.arrayContaining(topics));
});

test("terms that fill the surroundings of a cell alike come by size, then by frequency", () => {
  const near = [100, 101, 102];
  const far = Array.from({ length: 40 }, (_, i) => 8000 + i);
  const row = (term: string, occurrences: number, positions: number[]) => ({
    term,
    occurrences,
    positions,
    posTypes: [],
  });
  const alike = buildRetina([
    row("wide", 900, [...near, ...far]),
    row("rare", 100, near),
    row("common", 500, near),
    row("usual", 300, near),
  ]);
  const found = alike.cellTerms(101, 2, 10).map(({ term }) => alike.term(term));
  expect(found).toEqual(["common", "usual", "rare", "wide"]);
});

test("cells at the corner of the map have surroundings over its edges", () => {
  const position = positionsOf("guitar")[0]!;
  const [first] = retina.cellTerms(position, 2, 1);
  const window = new Set<number>();
  for (let down = -2; down <= 2; down++)
    for (let right = -2; right <= 2; right++)
      window.add(
        ((((position >> 7) + down + 128) % 128) << 7) + (((position & 127) + right + 128) % 128),
      );
  expect(first?.score).toBe(naive.overlaps(window)[first!.term]);
});

test("the load of the cells adds up to all positions", () => {
  const load = retina.cellLoad();
  expect(load[positionsOf("pear")[0]!]).toBe(naive.termsAt(positionsOf("pear")[0]!).length);
  expect(load.reduce((sum, terms) => sum + terms, 0)).toBe(tinyRetinaData().positions.length);
});

test("an empty fingerprint is like nothing, and the whole map is like everything", () => {
  expect(retina.similar(Uint16Array.of(), { offset: 0, limit: 5 })).toEqual([]);
  expect(retina.contexts(Uint16Array.of())).toEqual([]);
  const everywhere = Uint16Array.from({ length: 16_384 }, (_, cell) => cell);
  const all = retina.similar(everywhere, { offset: 0, limit: 100 });
  expect(all.map(({ score }) => score)).toEqual([...Array(51).fill(TERM_LIMIT), 40]);
  expect(retina.contexts(everywhere)).toHaveLength(1);
});
