import { expect, test } from "vitest";
import { nameWorths } from "../../../core/retina/name-worths.ts";
import type { PosType } from "../../../core/retina/types.ts";
import { buildRetina } from "../../support/retina-builder.ts";

const row = (term: string, posTypes: readonly PosType[]) => ({
  term,
  occurrences: 100,
  posTypes,
  positions: [1, 2, 3],
});
const retina = buildRetina([
  row("river", ["NOUN"]),
  row("rivers", ["NOUN"]),
  row("turkish", ["ADJECTIVE"]),
  row("southern", ["ADJECTIVE"]),
  row("robert", ["NOUN"]),
  row("thank", ["NOUN"]),
  row("thanks", ["NOUN"]),
  row("medical", ["NOUN"]),
  row("medicals", ["NOUN"]),
]);
/** Names count for a fifth where the map is named, as in a trained retina. */
const named = new Proxy(retina, {
  get(target, key) {
    if (key === "naming")
      return (id: number) => (["turkish", "robert"].includes(target.term(id)) ? 0.2 : 1);
    const value = Reflect.get(target, key, target) as unknown;
    return typeof value === "function" ? value.bind(target) : value;
  },
});

test("counted nouns are worth most as names of senses, then languages and countries, then other kinds and persons", () => {
  const worths = nameWorths({ ...facts(), size: () => 1 });
  const worth = (term: string) => worths[retina.idOf(term)]!;
  expect(worth("river")).toBeGreaterThan(worth("turkish"));
  expect(worth("turkish")).toBeGreaterThan(worth("southern"));
  expect(worth("southern")).toBeGreaterThan(worth("robert"));
});

test("an adjective that means “of” a noun is worth less than a noun, whatever it is met as", () => {
  const worths = nameWorths({ ...facts(), size: () => 1 });
  const worth = (term: string) => worths[retina.idOf(term)]!;
  expect(worth("medical")).toBeLessThan(0.2 * worth("river"));
});

test("a noun that says little in a text is worth less as a name", () => {
  const says = (little: number) =>
    nameWorths({
      ...facts(),
      size: () => 1,
      weight: (id) => (named.term(id) === "thank" ? little : 1),
    });
  const worth = (worths: Float64Array) => worths[retina.idOf("thank")]!;
  expect(worth(says(0.8))).toBeLessThan(0.2 * worth(says(1)));
  expect(worth(says(0.95))).toBe(worth(says(1)));
});

function facts() {
  const { card, termCount } = named;
  return {
    card,
    termCount,
    term: (id: number) => named.term(id),
    idOf: (term: string) => named.idOf(term),
    frequency: (id: number) => named.frequency(id),
    documentFrequency: (id: number) => named.documentFrequency(id),
    naming: (id: number) => named.naming(id),
    posTypes: (id: number) => named.posTypes(id),
    weight: (id: number) => named.weight(id),
  };
}
