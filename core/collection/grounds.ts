import type { Model } from "../engine.ts";
import { CELLS } from "../kernel/grid.ts";
import { findDifferences } from "./differences.ts";
import { type Heat, liftOver } from "./lift.ts";

/** 1 where the difference may be chance, corrected for looking at every cell. */
export function liftBeyondChance(a: Heat, b: Heat): Float64Array {
  const counts = Array.from(a.counts, (inA, cell) => ({ inA, inB: b.counts[cell]! }));
  const differences = findDifferences(counts, { a: a.rows, b: b.rows });
  return liftOver(a, b).map((lift, cell) => (differences[cell]!.q <= 0.05 ? lift : 1));
}

/** Texts as long as these on subjects taken at random: what any text of the kind would set. */
export function ordinaryHeat(texts: readonly string[], model: Model): Heat {
  const counts = new Uint32Array(CELLS);
  const made = model.text.standIns(texts);
  for (const cells of made) for (const cell of cells) counts[cell] = counts[cell]! + 1;
  return { counts, rows: made.length };
}
