import fc from "fast-check";
import { expect, it } from "vitest";
import { pointLayers } from "../../../../../renderer/features/export/model/point-layers.ts";
import { MOST_LAYERS } from "../../../../../renderer/model/map/layers.ts";
import { cellOfPoint } from "../../../../../renderer/model/map/points.ts";

const pointsAt = (places: readonly (readonly [number, number, number])[], kinds: number) => ({
  x: Float32Array.from(places, ([x]) => x),
  y: Float32Array.from(places, ([, y]) => y),
  classOf: Uint8Array.from(places, ([, , kind]) => kind),
  classes: Array.from({ length: kinds }, (_, i) => ({
    label: `kind ${i}`,
    colour: "first" as const,
  })),
  ids: places.map((_, i) => String(i)),
});

it("makes a layer of each kind, of the cells that its points lie in", () => {
  const layers = pointLayers(
    pointsAt(
      [
        [3.5, 0.5, 0],
        [3.2, 0.9, 0],
        [1.5, 1.5, 1],
        [0.5, 0.5, 0],
      ],
      3,
    ),
  );
  expect(layers.map(({ label, positions }) => [label, ...positions])).toEqual([
    ["kind 0", 0, 3],
    ["kind 1", 129],
  ]);
});

it("loses no point, however many kinds there are", () => {
  const place = fc.tuple(
    fc.integer({ min: 0, max: 127 }),
    fc.integer({ min: 0, max: 127 }),
    fc.integer({ min: 0, max: 11 }),
  );
  fc.assert(
    fc.property(fc.array(place, { maxLength: 60 }), (places) => {
      const points = pointsAt(places, 12);
      const layers = pointLayers(points);
      expect(layers.length).toBeLessThanOrEqual(MOST_LAYERS);
      const shown = new Set(layers.flatMap(({ positions }) => [...positions]));
      expect(shown).toEqual(new Set(places.map((_, i) => cellOfPoint(points, i))));
    }),
  );
});
