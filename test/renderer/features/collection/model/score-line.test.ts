import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { suggestedLine } from "../../../../../renderer/features/collection/model/truth.ts";

const F1 = (belongs: readonly number[], not: readonly number[], from: number): number => {
  const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0);
  const hits = sum(belongs.slice(from));
  const precision = hits / Math.max(1, hits + sum(not.slice(from)));
  const recall = hits / sum(belongs);
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
};

describe("the suggested line", () => {
  it("parts labels that can be parted", () => {
    const edges = [0, 0.1, 0.2, 0.3, 0.4];
    expect(suggestedLine({ edges, belongs: [0, 0, 3, 2], not: [4, 1, 0, 0] })).toBe(0.2);
    expect(suggestedLine({ edges, belongs: [0, 0, 0, 0], not: [4, 1, 0, 0] })).toBeNull();
    const apart = { edges: [0, 1, 2, 3, 4, 5], belongs: [0, 0, 0, 0, 2], not: [3, 0, 0, 0, 0] };
    expect(suggestedLine(apart)).toBe(3);
    expect(suggestedLine({ edges: [], belongs: [], not: [] })).toBeNull();
  });

  it("has no better one beside it", () => {
    const bin = fc.nat(4);
    fc.assert(
      fc.property(fc.array(fc.tuple(bin, bin), { minLength: 1, maxLength: 12 }), (bins) => {
        const belongs = bins.map(([yes]) => yes);
        const not = bins.map(([, no]) => no);
        fc.pre(belongs.some((each) => each > 0));
        const edges = [...bins.map((_, i) => i), bins.length];
        const line = suggestedLine({ edges, belongs, not })!;
        const best = Math.max(...bins.map((_, from) => F1(belongs, not, from)));
        expect(F1(belongs, not, line)).toBeCloseTo(best, 12);
      }),
    );
  });
});
