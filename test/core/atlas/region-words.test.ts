import { describe, expect, it } from "vitest";
import { isKin } from "../../../core/atlas/name-words.ts";
import { knownTerms, wordsFor } from "../../../core/atlas/region-words.ts";
import { placeName } from "../../../core/atlas/types.ts";
import { CELLS } from "../../../core/kernel/grid.ts";
import type { PosType } from "../../../core/retina/types.ts";
import { buildRetina } from "../../support/retina-builder.ts";

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const row = (term: string, positions: number[], posTypes: PosType[] = ["NOUN"]) => ({
  term,
  occurrences: 50_000,
  posTypes,
  positions,
});
/** An area of two halves, each the home of some terms. */
const AREA = range(0, 128);
const [FIRST, SECOND] = [range(0, 64), range(64, 128)];
const namesAmong = (rows: ReturnType<typeof row>[], anchors: readonly string[]) => {
  const retina = buildRetina(rows);
  const anchorOf = (cell: number) => retina.idOf(anchors[cell < 64 ? 0 : 1]!);
  const own = new Proxy(retina, {
    get: (of, key) => {
      if (key === "anchor") return anchorOf;
      const value = of[key as keyof typeof of];
      return typeof value === "function" ? value.bind(of) : value;
    },
  });
  return wordsFor(knownTerms(own), Uint16Array.from(AREA), new Set()).words;
};

describe("the words of a region's name", () => {
  it("speak for both halves of a region that has two subjects", () => {
    const rows = [row("river", FIRST), row("lake", FIRST), row("engine", SECOND)];
    const [first, second, ...more] = namesAmong(rows, ["lake", "engine"]);
    expect([first, second].sort()).toEqual(["engine", "lake"]);
    expect(more).toEqual([]);
  });

  it("are nouns before verbs that lie in the same place", () => {
    const rows = [row("flow", FIRST, ["VERB"]), row("river", FIRST), row("engine", SECOND)];
    expect(namesAmong(rows, ["flow", "engine"]).toSorted()).toEqual(["engine", "river"]);
  });

  it("are left out where they would speak for less than half of what lives there", () => {
    // The terms of the second half use 300 cells elsewhere and none that a name could have.
    const apart = row("far", range(2000, 2300));
    expect(namesAmong([row("river", range(0, 8)), apart], ["far", "far"])).toEqual([]);
  });

  it("are never two forms of one word", () => {
    const rows = [row("river", AREA), row("rivers", AREA), row("engine", SECOND)];
    expect(
      namesAmong(rows, ["river", "engine"]).filter((word) => isKin(word, "river")),
    ).toHaveLength(1);
    expect(isKin("river bank", "rivers")).toBe(true);
    expect(isKin("river", "rice")).toBe(false);
  });
});

describe("what a place is called", () => {
  const region = (id: number, label: string, parent: number | null) => ({
    id,
    level: id,
    label,
    parent,
    runnersUp: [],
    cells: CELLS,
    centre: 0,
    coherence: 1,
  });

  it("is its own name, or that of the smallest named one round it", () => {
    const regions = [region(0, "", null), region(1, "river, lake", 0), region(2, "", 1)];
    expect(regions.map(({ id }) => placeName({ regions }, id))).toEqual([
      "",
      "river, lake",
      "river, lake",
    ]);
  });
});
