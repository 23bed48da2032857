import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clustersOf, summarise } from "../../../../renderer/components/fingerprint-grid/summary.ts";

const positions = fc
  .uniqueArray(fc.nat(16383), { maxLength: 300 })
  .map((cells) => cells.sort((a, b) => a - b));

describe("clustersOf", () => {
  it("joins cells with at most one empty cell between them", () => {
    const clusters = clustersOf([0, 2, 200], (position) => (position < 128 ? "Rivers" : "Law"));
    expect(clusters).toEqual([
      { positions: [0, 2], name: "Rivers" },
      { positions: [200], name: "Law" },
    ]);
  });

  it("puts every cell into exactly one cluster", () => {
    fc.assert(
      fc.property(positions, (cells) => {
        const found = clustersOf(cells, () => "").flatMap((cluster) => cluster.positions);
        expect(found.sort((a, b) => a - b)).toEqual(cells);
      }),
    );
  });
});

describe("summarise", () => {
  it("says count, share and the named clusters", () => {
    const text = summarise(
      3,
      clustersOf([0, 2, 300], (position) => (position < 9 ? "Rivers" : "")),
    );
    expect(text).toBe("3 of 16,384 cells (0.018%). 2 clusters: Rivers 2.");
  });

  it("says that nothing is set", () => {
    expect(summarise(0, [])).toBe("No cell of 16,384 is set.");
  });
});
