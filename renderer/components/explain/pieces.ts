import type { Output } from "../../../core/api/client-types.ts";

export type CreditedSide = Output<"app.explainMatch">["left"];
export type Credit = CreditedSide["credits"][number];

/** A stretch of a text: a credited word, or what stands between two of them. */
export interface Piece {
  readonly start: number;
  readonly words: string;
  readonly credit: Credit | null;
  /** Of the word with most cells, 0 to 1. */
  readonly share: number;
}

/** Which of a side's words to shade and by how much, by their place; a region's words instead of all. */
export type PlaceCells = ReadonlyMap<number, number>;

/** Every word's cells, by place. */
export const placesOf = (credits: readonly Credit[]): PlaceCells =>
  new Map(credits.map(({ cells }, place) => [place, cells]));

/**
 * Credited words and the stretches between them, in order; together they are the whole text. A word that the other
 * text has too is a piece of its own even where it accounts for nothing.
 */
export function piecesOf(
  text: string,
  credits: readonly Credit[],
  cells: PlaceCells = placesOf(credits),
): Piece[] {
  let most = 1e-9;
  for (const value of cells.values()) if (value > most) most = value;
  const pieces: Piece[] = [];
  let at = 0;
  const plain = (end: number) => {
    if (end > at) pieces.push({ start: at, words: text.slice(at, end), credit: null, share: 0 });
  };
  const placed = credits.map((credit, place) => ({ credit, own: cells.get(place) ?? 0 }));
  for (const { credit, own } of placed.sort((a, b) => a.credit.start - b.credit.start)) {
    if (credit.start < at || credit.end > text.length) continue;
    if (own <= 0 && !credit.literal) continue;
    plain(credit.start);
    const words = text.slice(credit.start, credit.end);
    pieces.push({
      start: credit.start,
      words,
      credit: { ...credit, cells: own },
      share: own / most,
    });
    at = credit.end;
  }
  plain(text.length);
  return pieces;
}

/** A word's share of the overlap, wherever it stands in the text. */
export interface WordShare {
  readonly word: string;
  readonly cells: number;
  readonly literal: boolean;
  /** English terms, of a word of another language. */
  readonly meaning?: readonly string[];
}

/** Equal words as one, those that account for most first. */
export function wordShares(credits: readonly Credit[]): WordShare[] {
  const shares = new Map<string, WordShare>();
  for (const { word, cells, literal, meaning } of credits) {
    const key = word.toLowerCase();
    const known = shares.get(key);
    shares.set(key, {
      word: known?.word ?? word,
      cells: (known?.cells ?? 0) + cells,
      literal,
      ...(meaning === undefined ? {} : { meaning }),
    });
  }
  return [...shares.values()]
    .filter(({ cells }) => cells > 0)
    .sort((a, b) => b.cells - a.cells || (a.word < b.word ? -1 : 1));
}
