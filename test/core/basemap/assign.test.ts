import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignApart } from "../../../core/basemap/base-map.ts";

/** Choices on a line: 0 and 2 differ most. */
const LINE = [
  [0, 1, 2],
  [1, 0, 1],
  [2, 1, 0],
];
const EQUAL = Array.from({ length: 6 }, (_, a) =>
  Array.from({ length: 6 }, (__, b) => (a === b ? 0 : 1)),
);

type Edge = readonly [a: number, b: number, length: number];

function bordersFrom(count: number, edges: readonly Edge[]): Map<number, number>[] {
  const borders = Array.from({ length: count }, () => new Map<number, number>());
  for (const [a, b, length] of edges) {
    if (a === b) continue;
    borders[a]!.set(b, length);
    borders[b]!.set(a, length);
  }
  return borders;
}

describe("choices that keep neighbours apart", () => {
  it("gives three that meet all three choices, the longest border the greatest difference", () => {
    const [a, b, c] = assignApart(
      bordersFrom(3, [
        [0, 1, 30],
        [1, 2, 3],
        [0, 2, 3],
      ]),
      LINE,
    );
    expect([a, b].sort()).toEqual([0, 2]);
    expect(c).toBe(1);
  });

  it("uses all choices about as often where neighbours leave it free to", () => {
    const ring = Array.from({ length: 12 }, (_, i): Edge => [i, (i + 1) % 12, 5]);
    const uses = new Map<number, number>();
    for (const choice of assignApart(bordersFrom(12, ring), EQUAL))
      uses.set(choice, (uses.get(choice) ?? 0) + 1);
    expect([...uses.values()].sort()).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it("never gives two neighbours the same where each has fewer than there are choices", () => {
    const edges = fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 60 });
    fc.assert(
      fc.property(edges, (pairs) => {
        const borders = bordersFrom(20, []);
        for (const [a, b] of pairs)
          if (a !== b && borders[a]!.size < 5 && borders[b]!.size < 5) {
            borders[a]!.set(b, 1);
            borders[b]!.set(a, 1);
          }
        const chosen = assignApart(borders, EQUAL);
        borders.forEach((others, region) => {
          for (const other of others.keys()) expect(chosen[region]).not.toBe(chosen[other]);
        });
        expect(assignApart(borders, EQUAL)).toEqual(chosen);
      }),
    );
  });
});
