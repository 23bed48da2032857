import type { Output } from "../api/client-types.ts";
import { and } from "../fingerprint/operations.ts";
import { NO_POSITIONS } from "../fingerprint/positions.ts";
import type { Positions } from "../retina/types.ts";
import type { WordReport } from "../text/types.ts";
import type { Model } from "./engine.ts";
import { fingerprintOrNone } from "./score-texts.ts";

type Explanation = Output<"app.explainTexts">;
type Side = Explanation["left"];

/** Which words of each text cause the cells that both texts share. */
export function explainTexts(model: Model, left: string, right: string): Explanation {
  const leftPositions = model.text.fingerprint(left);
  const rightPositions = model.text.fingerprint(right);
  const shared = and([leftPositions, rightPositions]);
  const leftWords = model.text.words(left);
  const rightWords = model.text.words(right);
  const side = (own: Text, other: Text): Side => {
    const words = model.text.credits(own.text, shared);
    const credits = creditsOf(words, shared.length, other.words);
    const verified = verify(model, own, { credits, shared, other: other.positions });
    return { size: own.positions.length, credits, verified };
  };
  const leftText = { text: left, words: leftWords, positions: leftPositions };
  const rightText = { text: right, words: rightWords, positions: rightPositions };
  return {
    overlap: shared.length,
    left: side(leftText, rightText),
    right: side(rightText, leftText),
  };
}

interface Text {
  readonly text: string;
  readonly words: readonly WordReport[];
  readonly positions: Positions;
}

/** The shared cells, divided among the words that cause them; the credits of a side add up to the overlap. */
function creditsOf(
  words: readonly WordReport[],
  overlap: number,
  others: readonly WordReport[],
): Side["credits"] {
  const otherWords = new Set(others.map(({ word }) => word.toLowerCase()));
  return words
    .filter(({ use }) => use === "used")
    .map(({ word, start, end, weight }) => ({
      word,
      start,
      end,
      cells: weight * overlap,
      literal: otherWords.has(word.toLowerCase()),
    }));
}

/** Takes the word with the largest credit out of the text, everywhere, and computes the overlap anew. */
function verify(
  model: Model,
  own: Text,
  { credits, shared, other }: { credits: Side["credits"]; shared: Positions; other: Positions },
): Side["verified"] {
  const byWord = new Map<string, number>();
  for (const { word, cells } of credits)
    byWord.set(word.toLowerCase(), (byWord.get(word.toLowerCase()) ?? 0) + cells);
  const [top] = [...byWord].sort((a, b) => b[1] - a[1]);
  if (top === undefined) return null;
  const rest = fingerprintOrNone(model, without(own, top[0])) ?? NO_POSITIONS;
  return { word: top[0], before: shared.length, after: and([rest, other]).length };
}

function without({ text, words }: Text, dropped: string): string {
  let kept = "";
  let at = 0;
  for (const { word, start, end } of words) {
    if (word.toLowerCase() !== dropped) continue;
    kept += text.slice(at, start);
    at = end;
  }
  return kept + text.slice(at);
}
