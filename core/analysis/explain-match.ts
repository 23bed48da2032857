import { cosine } from "../fingerprint/metrics.ts";
import { and } from "../fingerprint/operations.ts";
import { NO_POSITIONS, toNumbers } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import type { WordReport } from "../text/types.ts";
import type { Model } from "./engine.ts";
import { AUTO, inLanguage } from "./languages.ts";
import { meaningOf } from "./meaning.ts";
import { positionsOf } from "./read-expression.ts";
import { fingerprintOrNone } from "./score-texts.ts";
import { sharedRegions } from "./shared-regions.ts";

/** A word of one side and the shared cells that it accounts for. */
interface WordCredit {
  readonly word: string;
  /** Character offsets into the text as given. */
  readonly start: number;
  readonly end: number;
  /** The known words among which a number or unknown word has cells. */
  readonly near: string[];
  readonly cells: number;
  /** The other text has the same word. */
  readonly literal: boolean;
  /** What it means on the map, where it is a word of another language that counts. */
  readonly meaning?: string[];
}

interface CreditedSide {
  readonly size: number;
  /** The words of a side that is one text; empty for any other side. */
  readonly credits: WordCredit[];
  /** The overlap before and after the word with the largest credit is taken out of the text. */
  readonly verified: {
    readonly word: string;
    readonly before: number;
    readonly after: number;
  } | null;
}

/** Cells of a region that a word accounts for; `place` is its place in the credits of its side. */
interface RegionWord {
  readonly place: number;
  readonly cells: number;
}

interface ExplainedRegion {
  readonly label: string;
  readonly positions: number[];
  readonly share: number;
  readonly terms: string[];
  readonly left: RegionWord[];
  readonly right: RegionWord[];
}

/** How a match is explained. */
export interface Explanation {
  readonly overlap: number;
  readonly cosine: number;
  readonly regions: ExplainedRegion[];
  readonly left: CreditedSide;
  readonly right: CreditedSide;
  /** Shared cells that each of the given examples accounts for. */
  readonly examples: number[];
  /** Credits are what is lost when a word is left out; without it they are the word's own cells. */
  readonly by?: "leaving-out";
}

export interface MatchQuestion {
  readonly left: unknown;
  readonly right: unknown;
  /** Texts that a filter on the right was made of. */
  readonly examples?: readonly string[];
}

/** A side of a match; anything but a text is taken as a whole and has no words. */
interface Side {
  /** The retina that reads it. */
  readonly model: Model;
  readonly text: string | null;
  readonly words: readonly WordReport[];
  readonly positions: Positions;
}

/** Why two expressions match: where on the map, which words and examples cause it */
export async function explainMatch(
  model: Model,
  { left, right, examples }: MatchQuestion,
): Promise<Explanation> {
  const sides = { left: await sideOf(model, left), right: await sideOf(model, right) };
  const shared = and([sides.left.positions, sides.right.positions]);
  const regions = sharedRegions(model.retina, shared);
  const parts = [shared, ...regions.map(({ positions }) => positions)];
  const credits = {
    left: partCredits(sides.left, parts),
    right: partCredits(sides.right, parts),
  };
  const views = {
    left: await viewOf(sides.left, { other: sides.right, shared, credits: credits.left[0] ?? [] }),
    right: await viewOf(sides.right, {
      other: sides.left,
      shared,
      credits: credits.right[0] ?? [],
    }),
  };
  return {
    overlap: shared.length,
    cosine: cosine(shared.length, views.left.size, views.right.size),
    regions: regions.map((region, i) => ({
      ...region,
      positions: toNumbers(region.positions),
      left: placesOf(credits.left[i + 1] ?? []),
      right: placesOf(credits.right[i + 1] ?? []),
    })),
    ...views,
    examples: Array.from(model.text.exampleCredits(examples ?? [], shared)),
  };
}

async function sideOf(model: Model, json: unknown): Promise<Side> {
  const positions = await positionsOf(model, json);
  const text = textOf(json);
  const language = text === null ? undefined : languageIn(json);
  const reader =
    language === undefined || language === AUTO ? model : await inLanguage(model, language);
  return { model: reader, text, words: text === null ? [] : reader.text.words(text), positions };
}

const languageIn = (json: unknown): string | undefined =>
  typeof json === "object" &&
  json !== null &&
  "language" in json &&
  typeof json.language === "string"
    ? json.language
    : undefined;

export function textOf(json: unknown): string | null {
  if (typeof json !== "object" || json === null || !("text" in json)) return null;
  return typeof json.text === "string" ? json.text : null;
}

/** Of each part the cells that each used word accounts for. */
function partCredits(side: Side, parts: readonly Positions[]) {
  if (side.text === null) return [];
  return side.model.text
    .credits(side.text, parts)
    .map((words, part) =>
      words
        .filter(({ use }) => use === "used")
        .map((word) => ({ ...word, cells: word.weight * parts[part]!.length })),
    );
}

type Credits = ReturnType<typeof partCredits>[number];

/** Which words, by their place in the side's list, account for cells of a region; the largest share first. */
function placesOf(credits: Credits): RegionWord[] {
  return credits
    .flatMap(({ cells }, place) => (cells > 0 ? [{ place, cells }] : []))
    .sort((a, b) => b.cells - a.cells);
}

async function viewOf(
  own: Side,
  match: { other: Side; shared: Positions; credits: Credits },
): Promise<CreditedSide> {
  const otherWords = new Set(match.other.words.map(({ word }) => word.toLowerCase()));
  const credits = match.credits.map(({ word, start, end, near, cells }) => ({
    word,
    start,
    end,
    near,
    cells,
    literal: otherWords.has(word.toLowerCase()),
  }));
  const strongest = wordsByCredit(credits).slice(0, MOST_MEANINGS);
  const told = strongest.map(async (word) => [word, await meaningOf(own.model, word)] as const);
  const meanings = new Map(await Promise.all(told));
  return {
    size: own.positions.length,
    credits: credits.map((credit) => {
      const meaning = meanings.get(credit.word.toLowerCase()) ?? [];
      return meaning.length === 0 ? credit : { ...credit, meaning };
    }),
    verified: verify(own, match, credits),
  };
}

/** Words of a side whose meaning is told: each is a search. */
const MOST_MEANINGS = 12;

/** Takes the word with the largest credit out of the text, everywhere, and computes the overlap again. */
function verify(
  own: Side,
  { other, shared }: { other: Side; shared: Positions },
  credits: readonly WordCredit[],
): CreditedSide["verified"] {
  const [top] = wordsByCredit(credits);
  if (top === undefined) return null;
  const rest = without(own, new Set([top]));
  return { word: top, before: shared.length, after: and([rest, other.positions]).length };
}

/** Distinct words, lower case, those that account for most first. */
function wordsByCredit(credits: readonly WordCredit[]): string[] {
  const sums = new Map<string, number>();
  for (const { word, cells } of credits)
    sums.set(word.toLowerCase(), (sums.get(word.toLowerCase()) ?? 0) + cells);
  return [...sums].sort((a, b) => b[1] - a[1]).map(([word]) => word);
}

/** The fingerprint of a text without some words, wherever they occur. */
function without({ model, text, words }: Side, dropped: ReadonlySet<string>): Positions {
  let kept = "";
  let at = 0;
  for (const { word, start, end } of words) {
    if (!dropped.has(word.toLowerCase())) continue;
    kept += text?.slice(at, start);
    at = end;
  }
  return fingerprintOrNone(model, kept + (text ?? "").slice(at)) ?? NO_POSITIONS;
}
