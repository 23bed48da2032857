import { describe, expect, it } from "vitest";
import { cellFeatures, FEATURES, likeness } from "../../../core/atlas/cell-features.ts";
import { CELLS } from "../../../core/kernel/grid.ts";
import type { Retina } from "../../../core/retina/types.ts";
import { syntheticRetina } from "../../support/retina-builder.ts";

/** The signs of a term, as the hash gives them: 32 for each of three numbers that only this term has. */
function signsOf(term: number): number[] {
  return Array.from({ length: FEATURES }, (_, k) => {
    let word = Math.imul(3 * term + (k >> 5) + 1, 0x9e3779b1);
    word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    word ^= word >>> 16;
    return (word >>> (k & 31)) & 1 ? 1 : -1;
  });
}

/** Adds the signs one by one, takes off the mean, and scales to length 1. */
function slowFeatures(retina: Retina): Float64Array[] {
  const rows = Array.from({ length: CELLS }, () => new Float64Array(FEATURES));
  for (let term = 0; term < retina.termCount; term++) {
    const signs = signsOf(term);
    for (const cell of retina.positions(term))
      for (const [k, sign] of signs.entries()) add(rows[cell], k, sign);
  }
  for (let k = 0; k < FEATURES; k++) {
    const mean = rows.reduce((sum, row) => sum + (row[k] ?? 0), 0) / CELLS;
    for (const row of rows) add(row, k, -mean);
  }
  return rows.map((row) => {
    const length = Math.hypot(...row);
    return row.map((value) => (length === 0 ? 0 : value / length));
  });
}

function add(row: Float64Array | undefined, k: number, amount: number): void {
  if (row) row[k] = (row[k] ?? 0) + amount;
}

describe("the features of cells", () => {
  const retina = syntheticRetina(800);
  const features = cellFeatures(retina);

  it("are the sums of the signs of the cells' terms, centred and scaled", () => {
    const slow = Float64Array.from(slowFeatures(retina).flatMap((row) => [...row]));
    const furthest = slow.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - (features[i] ?? 0))),
      0,
    );
    expect(slow.length).toBe(features.length);
    expect(furthest).toBeLessThan(1e-4);
  });

  it("are most like themselves", () => {
    for (const cell of [0, 127, 8000, CELLS - 1])
      expect(likeness(features, cell, cell)).toBeCloseTo(1, 4);
  });
});
