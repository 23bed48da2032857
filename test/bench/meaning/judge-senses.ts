import type { Positions } from "../../../core/kernel/grid.ts";
import type { Context, Retina } from "../../../core/retina/types.ts";
import type { AmbiguousWord } from "./ambiguous-words.ts";
import { mean } from "./correlation.ts";

/** A context is about a sense whose words fill at least this share of it on average: four times what chance gives. */
const ABOUT = 0.08;

/** What the contexts of a word are about. */
export interface JudgedWord {
  readonly word: string;
  readonly contexts: readonly JudgedContext[];
  /** Listed senses that no context is about. */
  readonly missed: readonly string[];
  /** Share of the word's positions that lie in contexts. */
  readonly covered: number;
}

export interface JudgedContext {
  readonly name: string;
  readonly positions: number;
  /** The sense whose words fill it best; none where no words do. */
  readonly sense: string | undefined;
  /** Whether a larger context is about the same sense. */
  readonly isDouble: boolean;
  /** Whether the name is a noun whose own fingerprint is about the same sense. */
  readonly nameHolds: boolean;
}

/** Compares the contexts of a word, as the service gives them, with its senses in a dictionary. */
export function judgeWord(
  retina: Retina,
  { word, senses }: AmbiguousWord,
  contexts = contextsOf(retina, word),
): JudgedWord {
  const judged: JudgedContext[] = [];
  for (const { label, positions } of contexts) {
    const sense = senseOf(positions, senses, retina);
    judged.push({
      name: retina.term(label),
      positions: positions.length,
      sense,
      isDouble: sense !== undefined && judged.some((earlier) => earlier.sense === sense),
      nameHolds:
        sense !== undefined &&
        retina.posTypes(label).includes("NOUN") &&
        senseOf(retina.positions(label), senses, retina) === sense,
    });
  }
  const held = new Set(contexts.flatMap(({ positions }) => [...positions]));
  return {
    word,
    contexts: judged,
    missed: Object.keys(senses).filter((name) => judged.every(({ sense }) => sense !== name)),
    covered: held.size / Math.max(1, retina.positions(retina.idOf(word)).length),
  };
}

const contextsOf = (retina: Retina, word: string): Context[] =>
  retina.contexts(retina.positions(retina.idOf(word)));

function senseOf(
  positions: Positions,
  senses: AmbiguousWord["senses"],
  retina: Retina,
): string | undefined {
  let best: string | undefined;
  let highest = ABOUT;
  for (const [name, indicators] of Object.entries(senses)) {
    const filled = mean(
      indicators
        .split(" ")
        .map((word) => retina.idOf(word))
        .filter((id) => id >= 0)
        .map((id) => shareIn(positions, retina.positions(id))),
    );
    if (filled < highest) continue;
    highest = filled;
    best = name;
  }
  return best;
}

function shareIn(positions: Positions, term: Positions): number {
  const cells = new Set(term);
  return positions.filter((position) => cells.has(position)).length / positions.length;
}
