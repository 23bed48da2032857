import type { AmbiguousWord } from "./ambiguous-words.ts";
import type { BenchContext } from "./bench-context.ts";
import { mean } from "./correlation.ts";
import { type JudgedWord, judgeWord } from "./judge-senses.ts";
import type { Measure } from "./measures.ts";
import { HELD_OUT } from "./words-held-out.ts";
import { TUNED } from "./words-tuned.ts";

/** Clients count on more positions than this in each context. */
const FEW_POSITIONS = 50;

/** The contexts of ambiguous words against the senses in a dictionary. */
export const measureSenses = ({ retina }: BenchContext): Measure[] => [
  ...summarise(
    "senses, 30 words tuned on",
    TUNED.map((word) => judgeWord(retina, word)),
    TUNED,
  ),
  ...summarise(
    "senses, 30 words kept aside",
    HELD_OUT.map((word) => judgeWord(retina, word)),
    HELD_OUT,
  ),
];

/** Figures over all words of a list. */
export function summarise(
  set: string,
  judged: readonly JudgedWord[],
  words: readonly AmbiguousWord[],
): Measure[] {
  const contexts = judged.flatMap((word) => word.contexts);
  const listed = words.flatMap(({ senses }) => Object.keys(senses)).length;
  const missed = judged.flatMap((word) => word.missed).length;
  const share = (test: (context: (typeof contexts)[number]) => boolean) =>
    contexts.filter(test).length / Math.max(1, contexts.length);
  return [
    { set, figure: `found, of ${listed}`, value: (listed - missed) / listed },
    {
      set,
      figure: `invented, of ${contexts.length} contexts`,
      value: share(({ sense }) => sense === undefined),
    },
    { set, figure: "a sense found already", value: share(({ isDouble }) => isDouble) },
    { set, figure: "names that hold", value: share(({ nameHolds }) => nameHolds) },
    {
      set,
      figure: `contexts of ${FEW_POSITIONS} positions or fewer`,
      value: share(({ positions }) => positions <= FEW_POSITIONS),
    },
    { set, figure: "share of the fingerprint covered", value: mean(judged.map((w) => w.covered)) },
    { set, figure: "contexts per word", value: contexts.length / judged.length },
    {
      set,
      figure: "words with three to five contexts",
      value: mean(judged.map((w) => (w.contexts.length >= 3 && w.contexts.length <= 5 ? 1 : 0))),
    },
  ];
}
