import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  differenceLayers,
  heatLayers,
  liftLayers,
} from "../../../../../renderer/features/collection/model/heat-layers.ts";

describe("layers of a heat", () => {
  it("hold fixed shares of the cells, the hottest on top", () => {
    const counts = Array.from({ length: 100 }, (_, i) => i + 1);
    const layers = heatLayers(counts);
    expect(layers.map(({ label, positions }) => [label, positions.length])).toEqual([
      ["1+", 45],
      ["46+", 25],
      ["71+", 15],
      ["86+", 9],
      ["95+", 4],
      ["99+", 2],
    ]);
    expect([...layers.at(-1)!.positions]).toEqual([98, 99]);
  });

  it("of one row are one layer, and of none no layer", () => {
    expect(heatLayers([0, 1, 1, 0]).map(({ positions }) => [...positions])).toEqual([[1, 2]]);
    expect(heatLayers([0, 0])).toEqual([]);
  });

  it("take every cell with a row once, and none is fainter than a colder one", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 300 }), (counts) => {
        const layers = heatLayers(counts);
        const taken = layers.flatMap(({ positions }) => [...positions]);
        const set = counts.flatMap((count, position) => (count > 0 ? [position] : []));
        expect(taken.toSorted((a, b) => a - b)).toEqual(set);
        const opacityOf = (position: number) =>
          layers.find(({ positions }) => [...positions].includes(position))?.opacity ?? 0;
        for (const a of set.slice(0, 20))
          for (const b of set.slice(0, 20))
            if (counts[a]! > counts[b]!) expect(opacityOf(a)).toBeGreaterThanOrEqual(opacityOf(b));
      }),
    );
  });

  it("of a difference name the part that has more, both equally strong", () => {
    expect(
      differenceLayers([0.1, 0.3, 1, 3, 9]).map(({ label, opacity, colour }) => [
        label,
        opacity,
        colour,
      ]),
    ).toEqual([
      ["B 4×", 1, "first"],
      ["B 2×", 0.6, "first"],
      ["A 2×", 0.6, "shared"],
      ["A 4×", 1, "shared"],
    ]);
  });

  it("of a lift are what is more frequent than elsewhere, stronger for more", () => {
    const layers = liftLayers([0.1, 0.3, 0.6, 1, 1.2, 1.5, 3, 9]);
    expect(layers.map(({ positions, label, opacity }) => [[...positions], label, opacity])).toEqual(
      [
        [[5], "more often", 0.28],
        [[6], "2×", 0.6],
        [[7], "4×", 1],
      ],
    );
  });
});
