import { describe, expect, it } from "vitest";
import { arrange, leastWidth } from "../../../../renderer/components/table/table-layout.ts";

const columns = ["rank", "term", "score"].map((id) => ({
  id,
  title: id,
  track: id === "term" ? "minmax(80px, 1fr)" : "40px",
  cell: () => null,
}));

describe("arrange", () => {
  it("gives columns the widths that the user chose", () => {
    expect(arrange(columns, { widths: { score: 64, gone: 9 } }).map(({ track }) => track)).toEqual([
      "40px",
      "minmax(80px, 1fr)",
      "64px",
    ]);
  });
});

describe("leastWidth", () => {
  it("adds the columns, the gaps and the margins", () => {
    expect(leastWidth(columns)).toBe(40 + 80 + 40 + 2 * 8 + 24);
  });
});
