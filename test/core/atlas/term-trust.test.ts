import { describe, expect, it } from "vitest";
import { canName, trustOf } from "../../../core/retina/name-policy.ts";
import type { PosType, Retina } from "../../../core/retina/types.ts";
import { buildRetina } from "../../support/retina-builder.ts";

const COMMON = ["army", "language", "people", "cinema", "empire"];
const NAMES = ["robert", "german", "japan", "bosom"];
const row = (term: string, posTypes: readonly PosType[] = ["NOUN"]) => ({
  term,
  occurrences: 100,
  posTypes,
  positions: [1, 2, 3],
});
const own = buildRetina([
  ...[...COMMON, ...NAMES].map((term) => row(term)),
  row("wander", ["VERB"]),
  row("despised", ["NOUN", "VERB"]),
  row("reform", ["NOUN", "VERB"]),
  row("nonetheless", ["UNKNOWN"]),
  row("thanks"),
  ...COMMON.map((word) => row(`german ${word}`)),
  ...["de niro", "johnson", "louis"].map((word) => row(`robert ${word}`)),
]);
/** Names and words of novels count for a fifth, as in a trained retina. */
const retina: Retina = new Proxy(own, {
  get(target, key) {
    if (key === "naming") return (id: number) => (NAMES.includes(target.term(id)) ? 0.2 : 1);
    if (key === "weight") return (id: number) => (target.term(id) === "thanks" ? 0.76 : 1.2);
    const value = Reflect.get(target, key, target) as unknown;
    return typeof value === "function" ? value.bind(target) : value;
  },
});

describe("what may name a place", () => {
  it("is a common noun or a country; nobody's name, no verb, no adjective", () => {
    const may = (term: string) => canName(retina, retina.idOf(term));
    expect(["army", "japan"].map(may)).toEqual([true, true]);
    expect(["german", "robert", "bosom", "wander"].map(may)).toEqual([false, false, false, false]);
  });

  it("is a noun that says something, where the retina knows what is one", () => {
    const may = (term: string) => canName(retina, retina.idOf(term));
    expect(["reform", "despised", "nonetheless", "thanks"].map(may)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const untagged = buildRetina([row("armee", ["UNKNOWN"]), row("sprache", ["UNKNOWN"])]);
    expect(canName(untagged, untagged.idOf("armee"))).toBe(true);
  });

  it("is trusted more than what may not", () => {
    const trust = (term: string) => trustOf(retina, retina.idOf(term));
    expect(trust("army")).toBe(1);
    expect(trust("german")).toBeGreaterThan(0.5);
    expect(trust("robert")).toBeLessThan(0.05);
    expect(trust("robert")).toBeGreaterThan(0);
  });
});
