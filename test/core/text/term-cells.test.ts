import { describe, expect, it } from "vitest";
import { spread } from "../../../core/text/spread.ts";
import { byTerm, TermCells } from "../../../core/text/term-cells.ts";
import { buildRetina, type TermRow } from "../../support/retina-builder.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { tinyRows } from "../../support/tiny-retina.ts";
import { textRetina } from "./text-retina.ts";

const retina = textRetina();
const cells = new TermCells(retina);
const shared = (a: Uint16Array, b: Uint16Array) => {
  const other = new Set(b);
  return a.filter((cell) => other.has(cell)).length;
};

/** The tiny retina with some further terms of 300 cells. */
function retinaWith(terms: readonly string[], language: string) {
  const random = seededRandom(4);
  const rows: TermRow[] = terms.map((term) => ({
    term,
    occurrences: 50,
    posTypes: [],
    positions: random.distinct(300, 16_384),
  }));
  return buildRetina([...tinyRows(), ...rows], { language });
}

describe("an unknown word", () => {
  it("has cells of the words most like it in letters", () => {
    const { near, positions } = cells.placed("bananarama");
    expect(retina.term(near[0]!)).toBe("banana");
    const own = new Set(near.flatMap((term) => [...retina.positions(term)]));
    expect(positions.length).toBe(Math.min(328, own.size));
    expect(positions.filter((cell) => !own.has(cell))).toHaveLength(0);
    expect([...positions]).toEqual([...new Set(positions)].sort((a, b) => a - b));
  });

  it("has the same cells every time, and others than a word in the same place", () => {
    const first = cells.placed("bananarama");
    expect(new TermCells(retina).placed("bananarama")).toEqual(first);
    const second = cells.placed("bananarana");
    expect(second.near[0]).toBe(first.near[0]);
    expect([...second.positions]).not.toEqual([...first.positions]);
  });

  it("has no cells where no word has letters like it", () => {
    expect(cells.placed("東京")).toEqual({ near: [], positions: new Uint16Array() });
    expect(cells.size("東京")).toBe(0);
  });

  it("has no cells with one or two Latin letters, and some with two of another script", () => {
    const tokyo = new TermCells(retinaWith(["東京都", "barn"], "Japanese"));
    expect(tokyo.size("東京")).toBeGreaterThan(0);
    for (const scrap of ["b", "ba", "é"]) expect(tokyo.size(scrap)).toBe(0);
    expect(tokyo.size("bar")).toBeGreaterThan(0);
  });

  it("is placed the same whether its index was made before or not", () => {
    const ready = new TermCells(retina);
    ready.prepare();
    expect(ready.placed("bananarama")).toEqual(cells.placed("bananarama"));
  });
});

describe("a number", () => {
  const years = retinaWith(["year", "century", "percent"], "English");
  const placed = (key: string, of = years) => new TermCells(of).placed(key);
  const namesOf = (key: string, of: typeof years) => placed(key, of).near.map((id) => of.term(id));

  it("lies near words of its kind, with 164 cells of its own", () => {
    expect(namesOf("1987 year", years)).toEqual(["century", "year"]);
    expect(namesOf("5 share", years)).toEqual(["percent"]);
    const [first, second] = [placed("1987 year").positions, placed("1988 year").positions];
    expect(first).toHaveLength(164);
    // Of 3,000 cells 164 each: nine in common by chance.
    expect(shared(first, second)).toBeLessThan(30);
    expect([...placed("1987 year").positions]).toEqual([...first]);
  });

  it("has cells where the words of its kind and their neighbours lie thickest", () => {
    const { near, positions } = placed("1987 year");
    const terms = new Float64Array(16_384);
    for (const term of near) for (const cell of years.positions(term)) terms[cell]! += 1;
    const support = spread(terms);
    const ranked = [...support.keys()].sort((a, b) => support[b]! - support[a]! || a - b);
    const strongest = new Set(ranked.slice(0, 3000));
    expect([...positions].filter((cell) => !strongest.has(cell))).toEqual([]);
    // Drawn from all of the 3,000, not from their beginning: the middle half has about half.
    const middle = new Set(ranked.slice(750, 2250));
    expect(Math.abs([...positions].filter((cell) => middle.has(cell)).length - 82)).toBeLessThan(
      25,
    );
  });

  it("lies near words of the retina's own language", () => {
    const german = retinaWith(["jahr", "januar", "prozent", "millionen", "tage"], "German");
    expect(namesOf("1987 year", german).toSorted()).toEqual(["jahr", "januar"]);
    expect(namesOf("5 share", german)).toEqual(["prozent"]);
    expect(namesOf("900 amount", german)).toEqual(["millionen"]);
    expect(namesOf("3 small", german)).toEqual(["tage"]);
  });

  it("lies near terms with digits where no word of its kind is known, else nowhere", () => {
    expect(namesOf("5 share", retinaWith(["km2"], "English"))).toEqual(["1984", "km2"]);
    const wordsOnly = buildRetina(tinyRows().filter(({ term }) => !/\d/.test(term)));
    expect(placed("5 share", wordsOnly)).toEqual({ near: [], positions: new Uint16Array() });
  });
});

describe("the cells of a term", () => {
  it("are the retina's own, and are added to a map as those of a word are", () => {
    const apple = retina.idOf("apple");
    for (const term of [apple, "bananarama"]) {
      const map = new Float32Array(16_384);
      cells.addTo(map, term, 2);
      expect(cells.size(term)).toBe(cells.positions(term).length);
      expect([...map.keys()].filter((cell) => map[cell] === 2)).toEqual([...cells.positions(term)]);
    }
    expect([...cells.positions(apple)]).toEqual([...retina.positions(apple)]);
  });

  it("come in one order: terms by number, then keys by alphabet", () => {
    expect(["b", 10, "a", 9].sort(byTerm)).toEqual([9, 10, "a", "b"]);
  });
});
