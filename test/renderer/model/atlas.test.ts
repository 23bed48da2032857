import { describe, expect, it } from "vitest";
import { buildAtlas } from "../../../core/atlas/build-atlas.ts";
import { CELLS } from "../../../core/kernel/grid.ts";
import type { Retina } from "../../../core/retina/types.ts";
import { makeAtlas } from "../../../renderer/model/atlas.ts";
import { buildRetina, syntheticRetina } from "../../support/retina-builder.ts";
import { seededRandom } from "../../support/seeded-random.ts";

/** The same terms as nouns, short second words doubled, with the cells of the map in another order: all may be names. */
function nouns(retina: Retina, placeOf: readonly number[]): Retina {
  return buildRetina(
    Array.from({ length: retina.termCount }, (_, id) => ({
      term: retina.term(id).replace(/ (.*)/, " $1$1"),
      occurrences: 1000 - (id % 900),
      posTypes: ["NOUN"],
      positions: Array.from(retina.positions(id), (cell) => placeOf[cell]!).sort((a, b) => a - b),
    })),
  );
}

function answerOf(retina: Retina) {
  const { regions, regionOf, kinship } = buildAtlas(retina);
  return {
    anchors: [],
    load: [],
    kinship: [...kinship],
    regions: regions.map((region) => ({ ...region, runnersUp: [...region.runnersUp] })),
    regionOf: regionOf.map((level) => [...level]),
    checksum: "c",
  };
}

const mapOf = (retina: Retina) => makeAtlas(answerOf(retina));

describe("the names of regions", () => {
  // Enough of them for two or three words for each of 1,360 regions.
  const terms = syntheticRetina(4000);
  const cells = Array.from({ length: CELLS }, (_, cell) => cell);
  const answer = answerOf(nouns(terms, cells));
  const atlas = makeAtlas(answer);
  const random = mapOf(nouns(terms, seededRandom(5).shuffled(cells)));

  it("are drawn where neighbours belong together, and not on a map in random order", () => {
    // The others have no word that speaks for them; of the wider ones few are led to by their terms, which are random here.
    const nameable = answer.regions.filter(({ label }) => label !== "").length;
    const smallest = answer.regions.filter(({ level }) => level === 3);
    expect(smallest.filter(({ label }) => label !== "").length).toBeGreaterThan(
      0.8 * smallest.length,
    );
    expect(atlas.regions.length).toBeGreaterThan(0.97 * nameable);
    expect(random.regions.length).toBeLessThan(0.015 * answer.regions.length);
    expect(random.regions.filter(({ level }) => level < 2)).toEqual([]);
  });

  it("are not named for a cell either where they are not drawn", () => {
    const namedCells = (of: typeof atlas, level: number) =>
      Array.from({ length: CELLS }, (_, cell) => of.nameAt(cell, level)).filter(
        (name) => name !== "",
      ).length;
    expect(namedCells(random, 1)).toBe(0);
    expect(namedCells(atlas, 3)).toBeGreaterThan(CELLS / 2);
  });
});
