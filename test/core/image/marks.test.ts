import { describe, expect, test } from "vitest";
import { cellPath } from "../../../core/image/cell-shape.ts";
import { layOut } from "../../../core/image/layout.ts";
import { MARKS, type Mark, SERVICE, SHAPES, type Shape } from "../../../core/image/style.ts";

describe("marks", () => {
  const pathOf = (shape: Shape, mark: Mark) =>
    cellPath(Uint16Array.of(0), Uint32Array.of(0), { size: 32, shape, mark });

  test("of a shape all differ, each a closed path", () => {
    for (const shape of SHAPES) {
      const paths = MARKS.map((mark) => pathOf(shape, mark));
      expect(new Set(paths).size).toBe(MARKS.length);
      for (const path of paths) expect(path).toMatch(/^M.*z$/);
    }
  });

  test("have the area of their stripes", () => {
    // A stripe as wide as 0.48 of the side, along a diagonal: all but two triangles of 0.76.
    const stripe = 1 - 0.76 ** 2;
    const areas = { slash: stripe, backslash: stripe, cross: 2 * stripe - 2 * 0.24 ** 2 };
    for (const [mark, share] of Object.entries(areas))
      for (const [shape, span] of [
        ["square", 1],
        ["circle", 0.5],
      ] as const)
        expect(areaOf(pathOf(shape, mark as Mark)) / 1024).toBeCloseTo(share * span, 3);
    for (const mark of ["bar", "post"] as const)
      expect(areaOf(pathOf("square", mark)) / 1024).toBeCloseTo(1 / 3, 3);
  });

  test("of the service are full whatever a layer says; elsewhere a layer's own mark wins", () => {
    const layers = [{ label: "a", positions: Uint16Array.of(1), mark: "cross" as const }];
    const markIn = (style: typeof SERVICE) =>
      layOut({ panels: [{ layers }], hasLegend: true }, 4, style).legend[0]?.mark;
    expect(markIn(SERVICE)).toBe("full");
    expect(markIn({ ...SERVICE, marks: MARKS })).toBe("cross");
  });
});

/** Of a path of straight lines, absolute or as the rectangles are written. */
function areaOf(path: string): number {
  const [, width, height] = /h([\d.]+)v([\d.]+)/.exec(path) ?? [];
  if (width !== undefined) return Number(width) * Number(height);
  const corners = path
    .slice(1, -1)
    .split("L")
    .map((corner) => corner.split(" ").map(Number) as [number, number]);
  const twice = corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}
