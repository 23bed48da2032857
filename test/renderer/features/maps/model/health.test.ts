import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { healthOf } from "../../../../../renderer/features/maps/model/health.ts";
import { trainedMap } from "../../../../../renderer/features/maps/model/trained-map.ts";
import { makeAtlas } from "../../../../../renderer/model/atlas.ts";

const loads = fc.array(fc.nat(3000), { minLength: 1, maxLength: 400 });

describe("how full the cells are", () => {
  it("finds cells that no term uses, cell 0 included, and those that very many use", () => {
    const { unused, crowded, limit, median } = healthOf([0, 10, 10, 12, 10, 41, 0]);
    expect(unused).toEqual([0, 6]);
    expect(median).toBe(10);
    expect(limit).toBe(40);
    expect(crowded).toEqual([5]);
  });

  it("puts every cell into exactly one bin, and never needs many bins", () => {
    fc.assert(
      fc.property(loads, (load) => {
        const { bins, most } = healthOf(load);
        expect(bins.length).toBeLessThanOrEqual(12);
        expect(bins.reduce((sum, { cells }) => sum + cells, 0)).toBe(load.length);
        for (const { from, to, cells } of bins)
          expect(cells).toBe(load.filter((terms) => terms >= from && terms <= to).length);
        expect(most).toBe(Math.max(...load));
      }),
    );
  });

  it("says of a retina without terms that every cell is unused", () => {
    expect(healthOf([0, 0])).toMatchObject({ unused: [0, 1], crowded: [], most: 0 });
  });
});

it("names the places of a trained map as they will be named once it is kept", () => {
  const region = (id: number, label: string, coherence: number) => ({
    id,
    level: id % 4,
    label,
    parent: null,
    runnersUp: [],
    cells: 64,
    centre: 128 * id + id,
    coherence,
  });
  const regions = [
    region(0, "law", 0.9),
    region(1, "", 0.9),
    region(2, "", 0),
    region(3, "music", 0.5),
  ];
  const anchors = Array.from({ length: 128 * 128 }, (_, cell) => `t${cell}`);
  const trained = { name: "m", card: {}, bytes: 1, samples: [], anchors, regions, kept: false };
  const previewed = trainedMap(trained).foreign?.regions;
  const kept = makeAtlas({
    anchors,
    regions,
    load: anchors.map(() => 1),
    kinship: anchors.map(() => 1),
    regionOf: [0, 1, 2, 3].map(() => anchors.map(() => 0)),
    checksum: "c",
  }).regions;
  expect(previewed?.map(({ name }) => name)).toEqual(["law", "music"]);
  expect(previewed).toEqual(kept);
});
