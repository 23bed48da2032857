import { cosine } from "../fingerprint/metrics.ts";
import { and, sub } from "../fingerprint/operations.ts";
import { toNumbers } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import { type Token, tokens } from "../text/tokens.ts";
import { byEncoder } from "./by-encoder.ts";
import type { Engine, Model, NamedReader } from "./engine.ts";
import { type Explanation, type MatchQuestion, textOf } from "./explain-match.ts";
import { positionsOf } from "./read-expression.ts";
import { sharedRegions } from "./shared-regions.ts";

/** Of a text with more different words none is credited: each is a text to read. */
const MOST_WORDS = 60;

/** A side without one of its words, wherever it occurs. */
interface Variant {
  readonly token: Token;
  readonly text: string;
}

interface Side {
  /** Null where the side is no single text. */
  readonly text: string | null;
  readonly words: ReadonlySet<string>;
  readonly variants: readonly Variant[];
}

/** A side that was read, and its variants in order. */
interface ReadSide extends Side {
  readonly positions: Positions;
  readonly rests: readonly Positions[];
}

/**
 * Why two expressions match whose texts an encoder reads: it has no cells of single words, so each word is left out in turn, and
 * the overlap that is lost is its credit. All texts are read in one batch.
 */
export async function explainByEncoder(
  engine: Engine,
  reader: NamedReader,
  model: Model,
  { left, right }: MatchQuestion,
): Promise<Explanation> {
  const given = { left: sideOf(left), right: sideOf(right) };
  const texts = [given.left, given.right].flatMap(({ text, variants }) =>
    text === null ? [] : [text, ...variants.map((variant) => variant.text)],
  );
  const encoded = await byEncoder(engine, reader, texts, model);
  const read = async (side: Side, json: unknown): Promise<ReadSide> => ({
    ...side,
    positions:
      side.text === null ? await positionsOf(model, json) : encoded.text.fingerprint(side.text),
    rests: side.variants.map(({ text }) => encoded.text.fingerprint(text)),
  });
  const sides = { left: await read(given.left, left), right: await read(given.right, right) };
  const shared = and([sides.left.positions, sides.right.positions]);
  const placesIn = (positions: Positions, { rests }: ReadSide) =>
    rests
      .map((rest, place) => ({ place, cells: sub([positions, rest]).length }))
      .filter(({ cells }) => cells > 0)
      .sort((a, b) => b.cells - a.cells || a.place - b.place);
  return {
    overlap: shared.length,
    cosine: cosine(shared.length, sides.left.positions.length, sides.right.positions.length),
    regions: sharedRegions(model.retina, shared).map((region) => ({
      ...region,
      positions: toNumbers(region.positions),
      left: placesIn(region.positions, sides.left),
      right: placesIn(region.positions, sides.right),
    })),
    left: viewOf(sides.left, sides.right, shared),
    right: viewOf(sides.right, sides.left, shared),
    examples: [],
    by: "leaving-out",
  };
}

function sideOf(json: unknown): Side {
  const text = textOf(json);
  const list = text === null ? [] : tokens(text);
  const words = new Set(list.map((token) => token.text));
  const first = [...words].map((word) => list.find((token) => token.text === word)!);
  const isCredited = text !== null && words.size > 1 && words.size <= MOST_WORDS;
  const variants = isCredited
    ? first.map((token) => ({ token, text: without(text, list, token.text) }))
    : [];
  return { text, words, variants };
}

function without(text: string, list: readonly Token[], word: string): string {
  let kept = "";
  let at = 0;
  for (const token of list) {
    if (token.text !== word) continue;
    kept += text.slice(at, token.start);
    at = token.end;
  }
  return kept + text.slice(at);
}

function viewOf(own: ReadSide, other: ReadSide, shared: Positions): Explanation["left"] {
  const left = own.rests.map((rest) => and([rest, other.positions]).length);
  const credits = own.variants.map(({ token: { text, start, end } }, i) => ({
    word: text,
    start,
    end,
    near: [],
    cells: Math.max(0, shared.length - left[i]!),
    literal: other.words.has(text),
  }));
  const least = Math.min(...left);
  const word = credits[left.indexOf(least)]?.word;
  const verified = word === undefined ? null : { word, before: shared.length, after: least };
  return { size: own.positions.length, credits, verified };
}
