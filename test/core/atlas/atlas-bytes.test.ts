import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAtlas, writeAtlas } from "../../../core/atlas/atlas-bytes.ts";
import { buildAtlas } from "../../../core/atlas/build-atlas.ts";
import type { Atlas } from "../../../core/atlas/types.ts";
import { CELLS } from "../../../core/kernel/grid.ts";
import { tinyRetina } from "../../support/tiny-retina.ts";

const atlas = buildAtlas(tinyRetina());
const file = writeAtlas(atlas);

/** Two regions, left and right of the middle column, and a rising kinship. */
const small: Atlas = {
  regions: [0, 1].map((id) => ({
    id,
    level: 0,
    label: id === 0 ? "früh" : "late",
    parent: null,
    runnersUp: [],
    cells: CELLS / 2,
    centre: 32 + 64 * id,
    coherence: 0.5,
  })),
  regionOf: [Uint16Array.from({ length: CELLS }, (_, cell) => (cell % 128 < 64 ? 0 : 1))],
  kinship: Float32Array.from({ length: CELLS }, (_, cell) => cell / CELLS),
};

describe("an atlas as bytes", () => {
  it("is the same when it is read again", () => {
    expect(readAtlas(file)).toEqual(atlas);
    expect(writeAtlas(atlas)).toEqual(file);
  });

  it("is read from the middle of a buffer, and outlives it", () => {
    const shifted = new Uint8Array(file.length + 3);
    shifted.set(file, 3);
    const read = readAtlas(shifted.subarray(3));
    shifted.fill(0);
    expect(read).toEqual(atlas);
  });

  it("is refused whichever byte is damaged, and cut short or lengthened anywhere", () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Uint8Array.from(file);
        damaged[at] = (damaged[at] ?? 0) ^ change;
        expect(readAtlas(damaged)).toBeUndefined();
        expect(readAtlas(file.subarray(0, at))).toBeUndefined();
      }),
      { numRuns: 60 },
    );
    expect(readAtlas(new Uint8Array([...file, 0, 0, 0, 0]))).toBeUndefined();
    expect(readAtlas(new Uint8Array())).toBeUndefined();
  });

  it("is refused where a cell lies in a region that is not there, or of another level", () => {
    const beyond = small.regionOf.map((level) => Uint16Array.from(level).fill(2, 77, 78));
    expect(readAtlas(writeAtlas({ ...small, regionOf: beyond }))).toBeUndefined();
    const regions = small.regions.map((region) => ({ ...region, level: region.id }));
    expect(readAtlas(writeAtlas({ ...small, regions }))).toBeUndefined();
    expect(readAtlas(writeAtlas(small))).toEqual(small);
  });
});
