import { describe, expect, it } from "vitest";
import { dayNumber } from "../../../../../core/collection/port/time-units.ts";
import {
  type Aggregate,
  nextDouble,
  timelineOf,
} from "../../../../../core/node/collections/opensearch/figures.ts";

describe("nextDouble", () => {
  it("is the least number that is greater", () => {
    for (const value of [0, 1, -1, 0.1, 1e300, -5e-324, 2 ** 53]) {
      const next = nextDouble(value);
      expect(next).toBeGreaterThan(value);
      // Halfway between neighbours there is no other number.
      expect([value, next]).toContain(value / 2 + next / 2);
    }
  });
  it("is infinite past the greatest number", () => {
    expect(nextDouble(Number.MAX_VALUE)).toBe(Number.POSITIVE_INFINITY);
  });
});

/** A cluster of one shard with a row on each of so many days. */
function clusterWith(dayCount: number) {
  const first = dayNumber("1900-01-01");
  const asked: string[] = [];
  const keys = Array.from({ length: dayCount }, (_, i) => first + i);
  const aggregate = async (aggregations: Record<string, Ask>) => {
    const [[name, { terms, composite }]] = Object.entries(aggregations) as [[string, Ask]];
    asked.push(name);
    if (terms !== undefined) {
      const { size, shard_size } = terms;
      // More than this many make a cluster refuse the whole request.
      expect(Math.max(size, shard_size ?? 0)).toBeLessThan(65_536);
      const buckets = keys.slice(0, size).map((key) => ({ key, doc_count: 1 }));
      const rest = { sum_other_doc_count: dayCount - buckets.length };
      const values = { ...rest, buckets, doc_count_error_upper_bound: 0 };
      return { days: values, missing: { doc_count: 3 } };
    }
    const { size, after } = composite as Asked;
    const from = after === undefined ? 0 : keys.indexOf(after.value) + 1;
    const found = keys.slice(from, from + size);
    const buckets = found.map((value) => ({ key: { value }, doc_count: 1 }));
    return { page: { buckets, after_key: { value: found.at(-1) } } };
  };
  return { asked, aggregate: aggregate as unknown as Aggregate };
}
interface Ask {
  readonly terms?: Asked;
  readonly composite?: Asked;
}
interface Asked {
  readonly size: number;
  readonly shard_size?: number;
  readonly after?: { readonly value: number };
}

describe("timelineOf", () => {
  it("asks once for the days of a hundred years", async () => {
    const { asked, aggregate } = clusterWith(36_500);
    const { steps, missing } = await timelineOf(aggregate, "c1", { column: "day", unit: "year" });
    expect(steps.slice(0, 2)).toEqual([
      { start: "1900-01-01", rows: 365 },
      { start: "1901-01-01", rows: 365 },
    ]);
    expect(steps.reduce((sum, { rows }) => sum + rows, 0)).toBe(36_500);
    expect(missing).toBe(3);
    expect(asked).toEqual(["days"]);
  });
  it("fetches the days page by page where there are more than a shard sends", async () => {
    const { asked, aggregate } = clusterWith(95);
    const options = { column: "day", unit: "month", perShard: 20, perPage: 30 } as const;
    const { steps } = await timelineOf(aggregate, "c1", options);
    expect(steps.map(({ rows }) => rows)).toEqual([31, 28, 31, 5]);
    expect(asked).toEqual(["days", "page", "page", "page", "page"]);
  });
});
