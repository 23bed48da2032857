import fc from "fast-check";
import { expect, test } from "vitest";
import { keepShared } from "../../../core/kernel/overlap.ts";
import type { PosType } from "../../../core/retina/types.ts";
import { buildRetina, cellsIn, type Patch, syntheticRetina } from "../../support/retina-builder.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { tinyRetina } from "../../support/tiny-retina.ts";

const retina = tinyRetina();
const labelsOf = (term: string) =>
  retina.contexts(retina.positions(retina.idOf(term))).map(({ label }) => retina.term(label));

test("the contexts of a word are its senses, each named by a term of that sense", () => {
  const computing = /^(computer|software|program)$/;
  expect(labelsOf("apple")).toEqual(["fruit", expect.stringMatching(computing)]);
  const water = /^(water|river|stream)$/;
  expect(labelsOf("bank")).toEqual(["money", expect.stringMatching(water)]);
});

test("a word of one sense has one context, also where its patch reaches over the edges of the map", () => {
  const [context, ...others] = retina.contexts(retina.positions(retina.idOf("music")));
  expect(others).toEqual([]);
  expect(context?.positions).toHaveLength(328);
});

const HERE: Patch = { row: 40, column: 40, radius: 8 };
const AROUND: Patch = { ...HERE, radius: 11 };
const THERE: Patch = { row: 90, column: 90, radius: 10 };
const ELSEWHERE: Patch = { row: 10, column: 100, radius: 10 };

/** "jaguar" and four makes of car around it; then the words that are to name what they have in common. */
function carsWith(
  ...words: readonly (readonly [term: string, patches: readonly Patch[], type: PosType])[]
) {
  const random = seededRandom(3);
  const makes = [-6, -5, 5, 6].map(
    (step) => [`make ${step}`, [{ ...AROUND, row: HERE.row + step }], "NOUN"] as const,
  );
  const all = [["jaguar", [HERE, THERE], "NOUN"] as const, ...words, ...makes];
  const retina = buildRetina(
    all.map(([term, patches, type], index) => ({
      term,
      occurrences: 1000 - index,
      posTypes: [type],
      positions: cellsIn(patches, 328, random),
    })),
  );
  const senses = retina.contexts(retina.positions(retina.idOf("jaguar")));
  return senses.map(({ label }) => retina.term(label));
}

test("a sense is named by what its neighbours have in common, not by the one thing that fills it", () => {
  const lagonda = ["lagonda", [HERE, ELSEWHERE], "NOUN"] as const;
  const car = ["car", [{ ...AROUND, radius: 12 }], "NOUN"] as const;
  expect(carsWith(lagonda, car)).toContain("car");
});

test("of words that fit alike a noun of one word names a sense", () => {
  expect(
    carsWith(
      ["motoring", [AROUND], "VERB"],
      ["motor vehicle", [AROUND], "NOUN"],
      ["fast", [AROUND], "ADJECTIVE"],
      ["car", [AROUND], "NOUN"],
    ),
  ).toContain("car");
});

test("any fingerprint: names are distinct terms of their senses, in one form each, and always the same", () => {
  const [one, again] = [syntheticRetina(800), syntheticRetina(800)];
  const ids = fc.array(fc.nat(one.termCount - 1), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(ids, (terms) => {
      const cells = new Set(terms.flatMap((term) => [...one.positions(term)]));
      const query = Uint16Array.from(cells).sort();
      const senses = one.contexts(query);
      const names = senses.map(({ label }) => one.term(label));
      expect(again.contexts(query)).toEqual(senses);
      expect(new Set(names).size).toBe(names.length);
      for (const { label, positions } of senses)
        expect(keepShared(one.positions(label), positions).length).toBeGreaterThan(0);
      for (const name of names)
        for (const ending of ["s", "es", "ing"]) expect(names).not.toContain(`${name}${ending}`);
      if (terms.length === 1) expect(names).not.toContain(one.term(terms[0]!));
    }),
    { numRuns: 40 },
  );
});

/**
 * "orange": half of it lies among colours; the rest, a corner of the map, is touched by verbs that begin like it and lie all over the
 * map. With a noun in that corner it is a sense.
 */
function orangeWith(...words: readonly string[]) {
  const random = seededRandom(7);
  const corner = cellsIn([{ row: 90, column: 90, radius: 6 }], 110, random);
  const all = Array.from({ length: 128 * 128 }, (_, cell) => cell);
  const scattered = () => [
    ...random.shuffled(corner).slice(0, 45),
    ...random.shuffled(all).slice(0, 280),
  ];
  const colours = (radius: number) => cellsIn([{ row: 40, column: 40, radius }], 218, random);
  const row = (term: string, type: PosType, positions: number[]) => ({
    term,
    posTypes: [type],
    positions: [...new Set(positions)].sort((a, b) => a - b),
  });
  const rows = [
    row("orange", "NOUN", [...colours(9), ...corner]),
    ...words.map((word) => row(word, "NOUN", corner)),
    ...["colour", "red", "green", "blue", "brown", "grey", "pink", "purple", "yellow"].map((word) =>
      row(word, "NOUN", colours(10)),
    ),
    ...Array.from({ length: 30 }, (_, i) => row(`or${"aeiou"[i % 5]}n${i}`, "VERB", scattered())),
  ];
  const retina = buildRetina(rows.map((one, i) => ({ ...one, occurrences: 1000 - i })));
  return retina
    .contexts(retina.positions(retina.idOf("orange")))
    .map(({ label, positions }) => `${retina.term(label)} ${positions.length}`);
}

test("what no word names is no sense, and its positions are shared out", () => {
  const named = orangeWith("fruit");
  expect(named).toHaveLength(2);
  expect(named.some((context) => context.startsWith("fruit "))).toBe(true);
  expect(orangeWith()).toEqual([expect.stringMatching(/ 328$/)]);
});

/**
 * "jaguar" at two places, with other animals at the one, others at the other, and what the dictionary knows of jaguars at both.
 * Each of the others has some cells at the other place, too.
 */
function jaguarIn(language: string, across = 15) {
  const random = seededRandom(5);
  const near = (patch: Patch, count: number) =>
    [
      ...cellsIn([{ ...patch, radius: 11 }], count - across, random),
      ...(across === 0 ? [] : cellsIn([patch === HERE ? THERE : HERE], across, random)),
    ].sort((a, b) => a - b);
  const rows = [
    { term: "jaguar", positions: cellsIn([HERE, THERE], 328, random) },
    { term: "panther", positions: cellsIn([HERE, THERE], 328, random) },
    { term: "leopard", positions: cellsIn([HERE, THERE], 328, random) },
    ...["river", "tree", "snake", "forest", "amazon", "fish", "bird", "monkey"].flatMap(
      (term, i) => [
        { term, positions: near(HERE, 328) },
        { term: `${term} ${i}`, positions: near(THERE, 328) },
      ],
    ),
  ];
  const retina = buildRetina(
    rows.map((row, i) => ({ ...row, posTypes: ["NOUN"], occurrences: 1000 - i })),
    { language },
  );
  return retina.contexts(retina.positions(retina.idOf("jaguar"))).length;
}

test("contexts that are most about the same sense of a dictionary are one, in its language", () => {
  expect(jaguarIn("German")).toBe(2);
  expect(jaguarIn("English")).toBe(1);
});

test("contexts that have nothing in common are apart, even if a dictionary has one sense for both", () => {
  expect(jaguarIn("English", 0)).toBe(2);
});
