import type { BenchContext } from "./bench-context.ts";
import type { ScoredPair } from "./benchmark-data.ts";
import { spearman } from "./correlation.ts";
import { denseCosine } from "./dense-vectors.ts";
import { type Measure, overlapCosine } from "./measures.ts";

const SETS = ["men", "wordsim353", "simlex999"];

/** Agreement of term fingerprints with people on pairs of words. A pair with an unknown word scores 0. */
export function measureWords(context: BenchContext): Measure[] {
  return SETS.flatMap((set) => {
    const pairs = context.data.pairs(`words/${set}.tsv`);
    return pairs === undefined ? [] : [measureSet(set, pairs, context)];
  });
}

function measureSet(set: string, pairs: readonly ScoredPair[], context: BenchContext): Measure {
  const { retina, dense } = context;
  const gold = pairs.map(({ score }) => score);
  const positions = (word: string) => {
    const id = retina.idOf(word);
    return id < 0 ? new Uint16Array() : retina.positions(id);
  };
  const ours = pairs.map(({ left, right }) => overlapCosine(positions(left), positions(right)));
  return {
    set,
    figure: "Spearman",
    value: spearman(ours, gold),
    ...(dense && {
      dense: spearman(
        pairs.map(({ left, right }) => denseCosine(dense.of(left), dense.of(right))),
        gold,
      ),
    }),
  };
}
