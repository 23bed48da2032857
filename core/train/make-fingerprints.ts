import { CELLS } from "../kernel/grid.ts";
import { type Codes, cellScorer, createCodes, encode } from "./codes/encode.ts";
import { levelCrowds } from "./codes/level-crowds.ts";
import { refine } from "./codes/refine.ts";
import { type AnchorPool, anchorNames } from "./map/anchor-pool.ts";
import { chooseAnchors } from "./map/choose-anchors.ts";
import { effortFor, layOutMap, type Shapers } from "./map/lay-out-map.ts";
import type { Preset } from "./options.ts";
import { quiet } from "./run/context.ts";
import type { Phase } from "./run/progress.ts";
import type { TermVectors } from "./vectors/term-vectors.ts";

/** What fingerprints are made from. */
interface FingerprintJob {
  readonly vectors: TermVectors;
  /** See `cellScorer`. */
  readonly whitening: number;
  /** Occurrences of each term: rare ones get fewer positions. */
  readonly counts: Uint32Array;
  readonly preset: Pick<Preset, "fullEvidence" | "levelling">;
  readonly seed: number;
  /** Vectors that may stand for cells. */
  readonly anchors: () => AnchorPool;
  /** The terms that shape the map, with what each counts for. */
  readonly shapers: Omit<Shapers, "vectors">;
}

/** Vectors to codes: lays out the map, names its cells, encodes all terms and refines them together. */
export async function makeFingerprints(
  { vectors, whitening, counts, preset, seed, anchors, shapers }: FingerprintJob,
  phase: Phase,
): Promise<{ readonly anchors: Int32Array; readonly codes: Codes }> {
  const effort = effortFor(counts.length);
  const { pool, chosen } = await phase("map", async (context) => {
    const found = anchors();
    const hasPassages = found.vectors.rows > found.words.length;
    const map = await layOutMap(
      hasPassages ? withPassages(found, shapers) : { vectors, ...shapers },
      context,
      effort,
    );
    return { pool: found, chosen: await chooseAnchors(map, found.vectors, quiet(context)) };
  });
  const codes = createCodes(counts, preset.fullEvidence);
  await phase("fingerprints", async (context) => {
    const rows = anchorRows(pool.vectors, chosen);
    const scorer = await cellScorer(vectors, { anchors: rows, whitening }, quiet(context));
    await encode({ vectors, scorer, codes }, context);
  });
  await phase("refinement", async (context) => {
    const levelled = await levelCrowds(vectors, preset.levelling, quiet(context));
    await refine({ vectors: levelled, codes, counts, seed, effort }, context);
  });
  return { anchors: anchorNames(pool, chosen), codes };
}

/**
 * A small corpus has fewer words than the map has cells: then all that may stand for a cell shapes it, words by their
 * weights; passages are drawn by theirs already.
 */
function withPassages({ vectors, words }: AnchorPool, shapers: FingerprintJob["shapers"]): Shapers {
  const weightOf = new Map(Array.from(shapers.rows, (row, at) => [row, shapers.weights[at]!]));
  const weights = Array.from({ length: vectors.rows }, (_, at) =>
    at < words.length ? (weightOf.get(words[at]!) ?? 0) : 1,
  );
  const rows = Uint32Array.from(weights.keys()).filter((row) => weights[row]! > 0);
  return { vectors, rows, weights: Float64Array.from(rows, (row) => weights[row]!) };
}

function anchorRows({ dimensions, values }: TermVectors, chosen: Int32Array): Float32Array {
  const rows = new Float32Array(CELLS * dimensions);
  chosen.forEach((row, cell) => {
    rows.set(values.subarray(row * dimensions, (row + 1) * dimensions), cell * dimensions);
  });
  return rows;
}
