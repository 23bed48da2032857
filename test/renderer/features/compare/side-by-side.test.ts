import { describe, expect, it } from "vitest";
import { smallLayout } from "../../../../renderer/features/compare/side-by-side.tsx";
import {
  fitFrame,
  layoutGrid,
  viewOf,
  visibleCells,
  zoomAround,
} from "../../../../renderer/model/map/geometry.ts";

const frame = fitFrame(640, 640, 1);
const large = (k: number, x: number, y: number) =>
  layoutGrid(frame, zoomAround(frame, k, { x, y }), { x: 320, y: 320 });

describe("a small map beside the large one", () => {
  it("sees the same cells, at every zoom and ratio", () => {
    for (const ratio of [1, 1.5, 2])
      for (const k of [1, 2, 4, 8, 16, 32])
        for (const [x, y] of [
          [64, 64],
          [5, 120],
          [128, 0],
        ] as const) {
          const seen = visibleCells(large(k, x, y));
          const small = visibleCells(smallLayout(viewOf(large(k, x, y)), ratio));
          for (const edge of ["left", "right", "top", "bottom"] as const)
            expect(Math.abs(small[edge] - seen[edge]), `${edge} at ${k}`).toBeLessThanOrEqual(1);
        }
  });

  it("shows the whole map while nothing is known of the large one", () => {
    expect(visibleCells(smallLayout(null, 1))).toEqual({
      left: 0,
      right: 128,
      top: 0,
      bottom: 128,
    });
  });
});
