import type { Retina } from "../../../core/retina/types.ts";
import { standInFor } from "../../../core/text/stand-in.ts";
import type { BenchContext } from "./bench-context.ts";
import type { ScoredPair } from "./benchmark-data.ts";
import { spearman } from "./correlation.ts";
import { denseCosine } from "./dense-vectors.ts";
import { type Measure, overlapCosine } from "./measures.ts";

/** The last one holds rare words (Luong 2013). */
const SETS = ["men", "wordsim353", "simlex999", "rw"];

/**
 * Agreement of term fingerprints with people on pairs of words, and how many pairs have an answer: of terms alone, and also of what
 * stands in for unknown words. A pair with an unknown word scores 0.
 */
export function measureWords(context: BenchContext): Measure[] {
  return SETS.flatMap((set) => {
    const pairs = context.data.pairs(`words/${set}.tsv`);
    return pairs === undefined
      ? []
      : [measureSet(set, pairs, context), measureAnswers(set, pairs, context.retina)];
  });
}

function measureAnswers(set: string, pairs: readonly ScoredPair[], retina: Retina): Measure {
  const isTerm = (word: string) => retina.idOf(word) >= 0;
  const isRead = (word: string) => isTerm(word) || standInFor(retina, word) !== undefined;
  const share = (test: (word: string) => boolean) =>
    pairs.filter(({ left, right }) => test(left) && test(right)).length / Math.max(1, pairs.length);
  return {
    set,
    figure: "pairs answered, with other forms and parts",
    value: share(isRead),
    baseline: share(isTerm),
    baselineName: "terms alone",
  };
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
