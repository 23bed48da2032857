import { describe, expect, test } from "vitest";
import { cellPath, FULL_INK, makeStamp } from "../../../core/image/cell-shape.ts";
import { layOut } from "../../../core/image/layout.ts";
import { MARKS, SERVICE, SHAPES } from "../../../core/image/style.ts";

describe("marks", () => {
  for (const shape of SHAPES)
    test(`of ${shape} cells all differ from 4 pixels on, and each has ink`, () => {
      for (let scalar = 4; scalar <= 32; scalar++) {
        const stamps = MARKS.map((mark) => makeStamp({ scalar, gap: 0, shape, mark }).join());
        expect(new Set(stamps).size).toBe(MARKS.length);
        for (const stamp of stamps) expect(stamp).toMatch(/[1-9]/);
      }
    });

  test("have as much ink in pixels as their outline has area", () => {
    for (const mark of ["slash", "backslash", "cross", "bar", "post"] as const)
      for (const shape of ["square", "circle"] as const) {
        if (shape === "circle" && (mark === "bar" || mark === "post")) continue;
        const stamp = makeStamp({ scalar: 32, gap: 0, shape, mark });
        const ink = stamp.reduce((sum, amount) => sum + amount, 0) / FULL_INK;
        const path = cellPath(Uint16Array.of(0), Uint32Array.of(0), { size: 32, shape, mark });
        expect(Math.abs(ink - areaOf(path)) / 1024, `${mark} of a ${shape}`).toBeLessThan(0.02);
      }
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
