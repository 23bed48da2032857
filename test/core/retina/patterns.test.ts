import fc from "fast-check";
import { expect, test } from "vitest";
import { matches } from "../../../core/retina/patterns.ts";
import { buildRetina } from "../../support/retina-builder.ts";
import { tinyRetina } from "../../support/tiny-retina.ts";

const retina = tinyRetina();
const termsOf = (ids: readonly number[]) => ids.map((id) => retina.term(id));

test("finds terms by their exact spelling, then in lower case", () => {
  expect(retina.term(retina.idOf("new york"))).toBe("new york");
  expect(retina.idOf("New York")).toBe(retina.idOf("new york"));
  expect(retina.idOf("newyork")).toBe(-1);
  expect(retina.idOf("")).toBe(-1);
  expect(() => retina.term(52)).toThrow(RangeError);
});

test("finds terms by wildcards, most frequent first", () => {
  expect(termsOf(retina.matchPattern("riv*", 0, 10))).toEqual(["river", "river bank"]);
  expect(termsOf(retina.matchPattern("riv*", 1, 10))).toEqual(["river bank"]);
  expect(termsOf(retina.matchPattern("p?ar", 0, 10))).toEqual(["pear"]);
  expect(termsOf(retina.matchPattern("*n*n*", 0, 10))).toEqual(["banana", "engine"].reverse());
  expect(termsOf(retina.matchPattern("RIVER", 0, 10))).toEqual(["river"]);
  expect(termsOf(retina.matchPattern("river?", 0, 10))).toEqual([]);
});

test("a wildcard pattern means what the same regular expression means", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
  const patterns = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 8 });
  fc.assert(
    fc.property(letters, patterns, (term, pattern) => {
      const expression = pattern.replaceAll("*", ".*").replaceAll("?", ".");
      expect(matches(term, pattern)).toBe(new RegExp(`^${expression}$`).test(term));
    }),
    { numRuns: 1000 },
  );
});

test("a hostile pattern takes no time", () => {
  expect(matches("a".repeat(5000), `${"*a".repeat(50)}b`)).toBe(false);
});

test("completes a beginning: the word itself, words by frequency, then phrases by a later word", () => {
  expect(termsOf(retina.startingWith("ri", 9))).toEqual(["river", "river bank"]);
  expect(termsOf(retina.startingWith("bank", 9))).toEqual(["bank", "river bank"]);
  expect(termsOf(retina.startingWith("b", 9))).toEqual(["bank", "banana", "river bank"]);
  expect(termsOf(retina.startingWith("b", 2))).toEqual(["bank", "banana"]);
  expect(termsOf(retina.startingWith("Y", 9))).toEqual(["new york"]);
  expect(retina.startingWith("zz", 9)).toEqual([]);
});

test("every completion starts with the beginning or has a word that does, and none is missed", () => {
  const all = Array.from({ length: retina.termCount }, (_, id) => id);
  fc.assert(
    fc.property(fc.stringMatching(/^[a-e]{0,2}$/), (prefix) => {
      const fits = (id: number) => ` ${retina.term(id)}`.includes(` ${prefix}`);
      const found = retina.startingWith(prefix, 100);
      expect(found.toSorted((a, b) => a - b)).toEqual(all.filter(fits));
    }),
  );
});

test("suggests the nearest spellings, letters in another order first", () => {
  expect(retina.spellings("aple", 3)).toEqual(["apple"]);
  expect(retina.spellings("jagaur", 3)).toEqual(["jaguar"]);
  expect(retina.spellings("Guitarr", 3)).toEqual(["guitar"]);
  expect(retina.spellings("operatng systm", 3)).toEqual(["operating system"]);
  expect(retina.spellings("xqzwvk", 3)).toEqual([]);
  expect(retina.spellings("", 3)).toEqual(expect.any(Array));
});

test("a beginning that thousands of terms share is completed by the most frequent ones", () => {
  const rows = Array.from({ length: 5000 }, (_, i) => ({
    term: `${i % 5 === 0 ? "b" : "a"}${(i * 7919) % 5003}`,
    occurrences: 9000 - i,
    posTypes: ["NOUN"] as const,
    positions: [i],
  }));
  const large = buildRetina(rows);
  const first = rows.map(({ term }) => term).filter((term) => term.startsWith("a"));
  expect(large.startingWith("a", 20).map((id) => large.term(id))).toEqual(first.slice(0, 20));
  expect(large.startingWith("a", 9999)).toHaveLength(4000);
  expect(large.startingWith("", 3)).toEqual([0, 1, 2]);
});
