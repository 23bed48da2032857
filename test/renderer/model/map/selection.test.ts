import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  combine,
  lassoCells,
  modeOf,
  rectangleCells,
  strokeCells,
  toPositions,
  toSet,
} from "../../../../renderer/model/map/selection.ts";

/** In thousandths of a cell: most numbers with a point that are drawn at random lie next to 0. */
const place = fc.integer({ min: -10_000, max: 138_000 }).map((thousandths) => thousandths / 1000);
const point = fc.record({ x: place, y: place });
const cells = fc.uniqueArray(fc.nat(16383), { maxLength: 200 }).map(toSet);

/** So near to an edge the rounding of the arithmetic decides, and there is no one right answer. */
const ON_THE_EDGE = 1e-9;

/** The slow obvious way: count the edges to the right of the centre. */
function isInside(
  polygon: readonly { x: number; y: number }[],
  x: number,
  y: number,
): boolean | "on the edge" {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[i]!;
    const b = polygon[j]!;
    if (a.y > y === b.y > y) continue;
    const crossing = ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x;
    if (Math.abs(x - crossing) < ON_THE_EDGE) return "on the edge";
    if (x < crossing) inside = !inside;
  }
  return inside;
}

describe("lassoCells", () => {
  it("takes the cells whose centre is inside a triangle", () => {
    const taken = lassoCells([
      { x: 0, y: 0 },
      { x: 3, y: 0 },
      { x: 0, y: 3 },
    ]);
    expect(toPositions(taken)).toEqual([0, 1, 128]);
  });

  it("agrees with the even-odd rule for any polygon, also one that crosses itself", () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 12 }), (polygon) => {
        const taken = lassoCells(polygon);
        const wrong = [...taken.keys()].filter((position) => {
          const x = (position % 128) + 0.5;
          const y = Math.floor(position / 128) + 0.5;
          const expected = polygon.length > 2 && isInside(polygon, x, y);
          return expected !== "on the edge" && taken[position] !== (expected ? 1 : 0);
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("takes every cell when drawn round the whole map, and none without area", () => {
    const around = [
      { x: -1, y: -1 },
      { x: 129, y: -1 },
      { x: 129, y: 129 },
      { x: -1, y: 129 },
    ];
    expect(toPositions(lassoCells(around))).toHaveLength(16384);
    expect(toPositions(lassoCells([around[0]!, around[2]!, around[0]!]))).toHaveLength(0);
  });
});

describe("strokeCells", () => {
  it("leaves no gap, however fast the stroke", () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 6 }), (points) => {
        const inside = points.map(({ x, y }) => ({
          x: Math.min(127.9, Math.max(0, x)),
          y: Math.min(127.9, Math.max(0, y)),
        }));
        const taken = toPositions(strokeCells(inside, 1));
        expect(reachable(taken)).toBe(taken.length);
      }),
      { numRuns: 50 },
    );
  });

  it("is as wide as the brush", () => {
    expect(toPositions(strokeCells([{ x: 10.5, y: 10.5 }], 3))).toHaveLength(9);
    expect(toPositions(strokeCells([{ x: 0.5, y: 0.5 }], 3))).toEqual([0, 1, 128, 129]);
  });
});

/** Cells that can be reached from the first by steps to one of eight neighbours. */
function reachable(taken: readonly number[]): number {
  const left = new Set(taken);
  const queue = taken.slice(0, 1);
  left.delete(queue[0]!);
  for (const cell of queue)
    for (const across of [-1, 0, 1])
      for (const down of [-128, 0, 128]) {
        const near = cell + across + down;
        const isNext = Math.abs((near % 128) - (cell % 128)) <= 1;
        if (isNext && left.delete(near)) queue.push(near);
      }
  return queue.length;
}

describe("rectangleCells", () => {
  it("is the same from any pair of opposite corners", () => {
    const expected = [130, 131, 258, 259];
    expect(toPositions(rectangleCells(130, 259))).toEqual(expected);
    expect(toPositions(rectangleCells(259, 130))).toEqual(expected);
    expect(toPositions(rectangleCells(131, 258))).toEqual(expected);
  });
});

describe("combine", () => {
  it("follows the set operations of its four modes", () => {
    fc.assert(
      fc.property(cells, cells, (before, stroke) => {
        const old = new Set(toPositions(before));
        const hit = toPositions(stroke);
        const of = (mode: Parameters<typeof combine>[2]) =>
          toPositions(combine(before, stroke, mode));
        expect(of("new")).toEqual(hit);
        expect(of("add")).toEqual([...new Set([...old, ...hit])].sort((a, b) => a - b));
        expect(of("subtract")).toEqual([...old].filter((cell) => !hit.includes(cell)));
        expect(of("intersect")).toEqual(hit.filter((cell) => old.has(cell)));
      }),
    );
  });

  it("is chosen by Shift and Alt", () => {
    expect(modeOf({ shiftKey: false, altKey: false })).toBe("new");
    expect(modeOf({ shiftKey: true, altKey: false })).toBe("add");
    expect(modeOf({ shiftKey: false, altKey: true })).toBe("subtract");
    expect(modeOf({ shiftKey: true, altKey: true })).toBe("intersect");
  });
});
