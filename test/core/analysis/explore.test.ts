import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceOf } from "../../../core/analysis/chance.ts";
import { rankByLift, rankByOverlap } from "../../../core/analysis/rank-area.ts";
import { partition } from "../../../core/analysis/shared-regions.ts";
import { or } from "../../../core/fingerprint/operations.ts";
import { keepSupported } from "../../../core/fingerprint/sparsify.ts";
import { CELLS } from "../../../core/kernel/grid.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";
import { syntheticRetina } from "../../support/retina-builder.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { tinyRetina } from "../../support/tiny-retina.ts";

const retina = tinyRetina();

describe("the regions of an overlap", () => {
  it("hold every cell once, the largest region first", () => {
    fc.assert(
      fc.property(arbitraryPositions(400), (positions) => {
        const parts = partition(positions);
        expect(parts.flatMap((part) => [...part]).sort((a, b) => a - b)).toEqual([...positions]);
        const sizes = parts.map((part) => part.length);
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      }),
    );
  });
});

describe("a full map", () => {
  it("is divided and compared in no time", () => {
    const all = Uint16Array.from({ length: CELLS }, (_, i) => i);
    const holes = all.filter((position) => position % 3 !== 0);
    expect(partition(holes).flatMap((part) => [...part])).toHaveLength(holes.length);
    expect(chanceOf(retina).between(CELLS, 328)).toBeNull();
  });
});

describe("the chance baseline", () => {
  const synthetic = syntheticRetina(800);

  it("is what fresh random pairs share", () => {
    const chance = chanceOf(synthetic).between(328, 328);
    const random = seededRandom(99);
    const sample = () => {
      let pile = synthetic.positions(random.below(800));
      while (pile.length < 328) pile = or([pile, synthetic.positions(random.below(800))]);
      return keepSupported(pile, 328);
    };
    const shared = Array.from({ length: 4000 }, () => {
      const other = new Set(sample());
      return sample().filter((position) => other.has(position)).length;
    });
    const mean = shared.reduce((a, b) => a + b) / shared.length;
    expect(chance?.mean).toBeGreaterThan(0.8 * mean);
    expect(chance?.mean).toBeLessThan(1.25 * mean);
    const above = shared.filter((count) => count >= (chance?.p999 ?? 0)).length / shared.length;
    expect(above).toBeLessThan(0.006);
  });

  it("does not depend on the side, is kept, and is nothing for nothing", () => {
    const table = chanceOf(synthetic);
    expect(table.between(300, 983)).toBe(table.between(983, 300));
    expect(chanceOf(synthetic)).toBe(table);
    expect(table.between(0, 328)).toBeNull();
  });
});

describe("the terms of an area", () => {
  it("have the shares and lifts that counting gives", () => {
    const area = retina.positions(retina.idOf("fruit"));
    const inside = new Set(area);
    for (const rank of [rankByLift, rankByOverlap])
      for (const row of rank(retina, area, 30)) {
        const positions = retina.positions(retina.idOf(row.term));
        const shared = positions.filter((position) => inside.has(position)).length;
        expect(row.score).toBe(shared);
        expect(row.shareOfTerm).toBeCloseTo(shared / positions.length, 12);
        expect(row.lift).toBeCloseTo(row.shareOfTerm / (area.length / CELLS), 9);
      }
  });
});
