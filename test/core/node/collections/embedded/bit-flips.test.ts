import { expect, it } from "vitest";
import { flipBits } from "../../../../soak/bit-flips.ts";

/** Six of each file that a collection has. `npm run soak -- --flips 5000` changes more. */
it.each([
  ["that was closed", { flips: 24, seed: 1, rows: 1200, cellsOfRow: 20 }],
  ["whose process was killed", { flips: 24, seed: 2, rows: 1200, cellsOfRow: 20, isKilled: true }],
])(
  "a bit that changes in a collection %s changes no answer, or is said",
  async (_, options) => {
    const counts = await flipBits(options);
    expect([...counts.values()].flatMap(({ wrong }) => wrong)).toEqual([]);
    const said = [...counts].filter(([, own]) => own.said > 0).map(([file]) => file);
    expect(said).toContain("rows.duckdb");
    // Lists are made again.
    expect(counts.get("lists.bin")).toMatchObject({ said: 0 });
  },
  600_000,
);
