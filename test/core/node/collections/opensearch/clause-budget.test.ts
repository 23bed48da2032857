import { describe, expect, it } from "vitest";
import {
  countClauses,
  selectionQuery,
  withinBudget,
} from "../../../../../core/node/collections/opensearch/selection-query.ts";

const positions = (count: number) => Uint16Array.from({ length: count }, (_, i) => i * 3);
const FIELDS = {
  columns: [{ name: "party", type: "text" } as const],
  scores: { trade: { number: 0, positions: Array.from(positions(983)) } },
};

/** The query within a limit, and which of its overlaps were put into scripts. */
function built(limit: number, selection: Parameters<typeof withinBudget>[1]) {
  let chosen = { like: false, region: false, scores: false };
  withinBudget(limit, selection, (short) => {
    chosen = short;
    return selectionQuery({ selection, fields: FIELDS, short, scored: "like" });
  });
  return chosen;
}

describe("countClauses", () => {
  it("counts every position and every condition", () => {
    const selection = {
      like: positions(7),
      words: { all: [["free", "trade"]], none: [["war"]] },
      where: { column: "party", in: ["a", "b", "c"] },
    };
    const short = { like: false, region: false, scores: false };
    const clauses = (scored?: "like") =>
      countClauses(selectionQuery({ selection, fields: FIELDS, short, scored }));
    expect(clauses("like")).toBe(7 + 2 + 1);
    // Which rows share any of the positions is one condition.
    expect(clauses()).toBe(1 + 2 + 1);
  });
});

describe("withinBudget", () => {
  const like = positions(983);
  const region = { positions: positions(983), share: 0.5 };
  const words = { all: [["a"]], none: [] };

  it("asks for positions by clauses as long as the cluster allows so many", () => {
    expect(built(984, { like, words })).toMatchObject({ like: false, region: false });
    expect(built(983, { like, words })).toMatchObject({ like: true, region: false });
  });
  it("puts the region into a script first, then scores", () => {
    const where = { score: "trade", from: 0.2 };
    const asked = { like, region, where };
    const [of, until] = [(limit: number) => built(limit, asked), 3 * 983 + 3];
    expect(of(until)).toEqual({ like: false, region: false, scores: false });
    expect(of(until - 1)).toEqual({ like: false, region: true, scores: false });
    expect(of(1024)).toEqual({ like: false, region: true, scores: true });
    expect(of(900)).toEqual({ like: true, region: true, scores: true });
  });
  it("says what to raise where conditions alone are too many", () => {
    const where = { or: Array.from({ length: 50 }, () => ({ column: "party", equals: "x" })) };
    expect(() => built(49, { where })).toThrow(
      /needs 50 clauses and the cluster allows 49.*max_clause_count/,
    );
  });
});
