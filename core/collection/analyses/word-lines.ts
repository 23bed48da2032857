import { foldedHash } from "../../kernel/hash.ts";
import { placesOfForms, tokensOf, type WordForm } from "../port/words.ts";

/** An occurrence of a word in a row. */
export interface Line {
  readonly id: string;
  /** Offsets of the word into the row's text. */
  readonly start: number;
  readonly end: number;
  /** The text on either side and the word as written, white space as single spaces. */
  readonly before: string;
  readonly word: string;
  readonly after: string;
  /** The sentence with every occurrence of the word taken out. */
  readonly around: string;
}

/** Characters that are shown on either side. */
const SHOWN = 120;
/** A sentence reaches at most so far on either side, in characters. */
const LONGEST_SIDE = 300;
/** A shorter sentence takes in what is beside it. */
const SHORTEST = 40;
const SENTENCE_END = /[.!?…。！？؟।]["”’»)\]]*(?=\s)|[。！？]|\n\s*\n/gu;

/** The lines of one text, in order. */
export function linesOf(id: string, text: string, forms: readonly WordForm[]): Line[] {
  const places = placesOfForms(text, forms);
  return places.map(({ start, end }) => ({
    id,
    start,
    end,
    before: flat(cutStart(text, start - SHOWN, start)),
    word: flat(text.slice(start, end)),
    after: flat(cutEnd(text, end, end + SHOWN)),
    around: aroundOf(text, { start, end }, places),
  }));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function aroundOf(text: string, { start, end }: Span, places: readonly Span[]): string {
  const left = sentenceStart(text, start);
  const right = sentenceEnd(text, end);
  const isShort = right - left - (end - start) < SHORTEST;
  const from = isShort ? wordStart(text, start - SHOWN) : left;
  const to = isShort ? wordEnd(text, end + SHOWN) : right;
  let around = "";
  let at = from;
  for (const place of places) {
    if (place.end <= from || place.start >= to) continue;
    around += `${text.slice(at, place.start)} `;
    at = place.end;
  }
  return flat(around + text.slice(at, to));
}

function sentenceStart(text: string, start: number): number {
  const from = wordStart(text, start - LONGEST_SIDE);
  const last = [...text.slice(from, start).matchAll(SENTENCE_END)].at(-1);
  return last === undefined ? from : from + last.index + last[0].length;
}

function sentenceEnd(text: string, end: number): number {
  const to = wordEnd(text, end + LONGEST_SIDE);
  const [first] = text.slice(end, to + 1).matchAll(SENTENCE_END);
  return first === undefined ? to : Math.min(to, end + first.index + first[0].length);
}

/** The first place from `at` on where no word is cut; `at` itself in a text without spaces near it. */
function wordStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.slice(at - 1, at + 30).search(/\s/u);
  return space === -1 ? at : at + space;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const last = text.slice(at - 30, at + 1).search(/\s\S*$/u);
  return last === -1 ? at : at - 30 + last;
}

const cutStart = (text: string, from: number, to: number) => text.slice(wordStart(text, from), to);
const cutEnd = (text: string, from: number, to: number) => text.slice(from, wordEnd(text, to));
const flat = (text: string): string => text.replace(/\s+/gu, " ");

/** The words beside the word, as tokens: the five before it, the nearest first, and the five after it. */
export function neighboursOf({ before, after }: Pick<Line, "before" | "after">): Neighbours {
  return {
    left: tokensOf(before).slice(-WINDOW).reverse(),
    right: tokensOf(after).slice(0, WINDOW),
  };
}
const WINDOW = 5;

interface Neighbours {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/**
 * Keeps a fixed random part of the lines that stream by: those with the lowest draws, which depend on nothing but row
 * and place. Memory stays below twice the limit.
 */
export class LineSample {
  readonly #limit: number;
  #kept: { readonly line: Line; readonly draw: number }[] = [];
  #most = Number.POSITIVE_INFINITY;
  /** Of all lines that came. */
  total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(line: Line): void {
    this.total++;
    const draw = foldedHash(`${line.start} ${line.id}`) >>> 0;
    if (draw > this.#most) return;
    this.#kept.push({ line, draw });
    if (this.#kept.length >= 2 * this.#limit) this.#cut();
  }

  /** In the order in which they came. */
  lines(): Line[] {
    if (this.#kept.length > this.#limit) this.#cut();
    return this.#kept.map(({ line }) => line);
  }

  #cut(): void {
    const draws = this.#kept.map(({ draw }) => draw).sort((a, b) => a - b);
    this.#most = draws[this.#limit - 1]!;
    let ties = draws.slice(0, this.#limit).filter((draw) => draw === this.#most).length;
    this.#kept = this.#kept.filter(
      ({ draw }) => draw < this.#most || (draw === this.#most && ties-- > 0),
    );
  }
}
