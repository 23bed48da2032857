import { expect, test } from "vitest";
import { NameCompany } from "../../../core/retina/name-policy.ts";
import { buildRetina, cellsIn } from "../../support/retina-builder.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const random = seededRandom(5);
const SURNAMES = ["heather", "diane", "lacey", "denise", "alison"];
const TOOLS = ["hammer", "saw", "nail", "drill"];
const MIXED = ["islet", "islets", "aruba", "nevis", "tonga", "islet near aruba"];
/** Surnames of another language, with a particle, a title that is met as several and a long word among them. */
const FOREIGN = [..."abcdefghijklmnop"].map((letter) => `${letter}ellini`);
const AMONG = ["della", "duke", "dukes", "patriarchate"];
const place = (row: number) => [{ row, column: 40, radius: 10 }];
const rows = [
  ...SURNAMES.map((term) => ({ term, at: 20 })),
  ...TOOLS.map((term) => ({ term, at: 64 })),
  ...MIXED.map((term) => ({ term, at: 100 })),
  ...[...FOREIGN, ...AMONG].map((term) => ({ term, at: 112 })),
].map(({ term, at }, index) => ({
  term,
  occurrences: 1000 - index,
  posTypes: ["NOUN" as const],
  positions: cellsIn(place(at), 200, random),
}));
const retina = buildRetina(rows);
const WORDS: Readonly<Record<string, number>> = {
  heather: 0.56,
  islet: 0.95,
  islets: 0.95,
  ...Object.fromEntries(AMONG.map((term) => [term, 0.95])),
};
const naming = (id: number) => {
  const term = retina.term(id);
  return WORDS[term] ?? (TOOLS.includes(term) ? 1 : 0.2);
};
const company = new NameCompany(retina.index, {
  term: (id) => retina.term(id),
  idOf: (term) => retina.idOf(term),
  frequency: (id) => retina.frequency(id),
  naming,
});

test("a word among people's names is found out; one among words is not, nor a common one among places", () => {
  const isAmong = (term: string) => company.has(retina.idOf(term));
  expect(["heather", "diane"].map(isAmong)).toEqual([true, true]);
  expect([...TOOLS, "islet"].map(isAmong)).toEqual([false, false, false, false, false]);
  expect(isAmong("heather")).toBe(true);
});

test("a short word that is never several is a particle among names", () => {
  expect(AMONG.map((term) => company.has(retina.idOf(term)))).toEqual([true, false, false, false]);
});
