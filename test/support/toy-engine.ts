import { vi } from "vitest";
import type { Name } from "../../core/api/client-types.ts";
import { wholeAnswer } from "./whole-answer.ts";

/**
 * A tiny engine for the page: each word of four letters or more has twenty cells, a text those of its words, and a
 * filter those of the texts that belong without those of the texts that do not. Words with "q" are unknown.
 */
const CELLS = 16_384;

function hash(word: string): number {
  let value = 7;
  for (const sign of word) value = (value * 31 + sign.charCodeAt(0)) % 100_003;
  return value;
}

const wordsOf = (text: string) =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter(
    (word) => word.length > 3 && !word.includes("q"),
  );

export function toyCells(text: string): number[] {
  const cells = new Set<number>();
  for (const word of wordsOf(text))
    for (let k = 0; k < 20; k++) cells.add((hash(word) * 131 + k * 977) % CELLS);
  return [...cells].sort((a, b) => a - b);
}

export function toyFilter(positive: readonly string[], negative: readonly string[]): number[] {
  const unwanted = new Set(negative.flatMap(toyCells));
  const wanted = new Set(positive.flatMap(toyCells));
  return [...wanted].filter((cell) => !unwanted.has(cell)).sort((a, b) => a - b);
}

export function toyCosine(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const other = new Set(b);
  return a.filter((cell) => other.has(cell)).length / Math.sqrt(a.length * b.length);
}

const english = { language: "English", iso_tag: "en", confidence: "high", runnerUp: null };

interface Texts {
  readonly positive: readonly string[];
  readonly negative: readonly string[];
}

function report({ positive, negative }: Texts) {
  const filter = toyFilter(positive, negative);
  const one = (side: "positive" | "negative") => (text: string, index: number) => {
    const without = {
      positive: positive.filter((_, i) => side !== "positive" || i !== index),
      negative: negative.filter((_, i) => side !== "negative" || i !== index),
    };
    const cells = toyCells(text);
    return {
      side,
      index,
      score: cells.length === 0 ? null : toyCosine(cells, filter),
      leftOutScore:
        cells.length === 0 || without.positive.length === 0
          ? null
          : toyCosine(cells, toyFilter(without.positive, without.negative)),
      cells: cells.length,
      language: english,
      warnings: cells.length === 0 ? ["no-known-words"] : [],
    };
  };
  return {
    positions: filter,
    examples: [...positive.map(one("positive")), ...negative.map(one("negative"))],
    threshold: { suggested: 0.2, low: 0.15, high: 0.25, basis: "samples" },
    predicted: null,
    band: null,
  };
}

interface Saved {
  readonly name: string;
  readonly positions: readonly number[];
  readonly threshold: number;
}

function score(filters: readonly Saved[], texts: readonly string[]) {
  return texts.map((text, index) => {
    const cells = toyCells(text);
    if (cells.length === 0)
      return { index, scores: filters.map(() => null), decisions: [], margin: null };
    const scores = filters.map(({ positions }) => toyCosine(cells, positions));
    return {
      index,
      scores,
      decisions: filters.filter(({ threshold }, i) => scores[i]! >= threshold).map((f) => f.name),
      margin: Math.min(...filters.map(({ threshold }, i) => Math.abs(scores[i]! - threshold))),
    };
  });
}

const german = { language: "German", iso_tag: "de", confidence: "high", runnerUp: null };
/** A toy text is German if it begins so. */
const isGerman = (text: string) => text.startsWith("Der ");

/** Words that are read in another language than English lie one cell further. */
function bench(text: string, language?: string) {
  const words = [...text.matchAll(/\p{L}+|\d+/gu)].map((match) => {
    const [word] = match;
    const isUsed = toyCells(word).length > 0;
    const use = isUsed ? "used" : word.length > 3 ? "unknown" : "ignored";
    return {
      word,
      start: match.index,
      end: match.index + word.length,
      term: use === "unknown" ? null : word.toLowerCase(),
      near: [],
      use,
      reason: { used: "", unknown: "not in the vocabulary", ignored: "too frequent" }[use],
      weight: isUsed ? 0.1 : 0,
    };
  });
  const isOwn = language === undefined;
  const cells = toyCells(text).map((cell) => (isOwn ? cell : (cell + 1) % CELLS));
  const parts = [...text.matchAll(/[^\n]+/g)];
  return {
    readBy: isOwn ? { retina: "en", language: "English" } : { retina: "en.de", language: "German" },
    foreign: isOwn && isGerman(text) ? { language: "German", retina: "en.de" } : null,
    positions: cells,
    words,
    keywords: [...new Set(wordsOf(text))].slice(0, 5).map((term) => ({
      term,
      score: 20,
      positions: toyCells(term),
    })),
    slices:
      cells.length === 0
        ? []
        : parts.map((part) => ({
            text: part[0],
            start: part.index,
            end: part.index + part[0].length,
            heading: wordsOf(part[0]).slice(0, 2).join(", "),
            positions: toyCells(part[0]),
            language: english,
          })),
    language: isGerman(text) ? german : english,
  };
}

const MEALS = {
  state: "ready",
  name: "meals",
  retina: { name: "en", checksum: "c" },
  columns: [],
  roles: {},
  created: "2026-01-01",
  rows: 12,
  withoutCells: 0,
  labels: [],
  scores: [],
};

/** The same, read by an encoder. */
const READ = {
  ...MEALS,
  name: "read meals",
  retina: { ...MEALS.retina, reader: { name: "use", checksum: "r" } },
};

/** Puts the toy at the page's `window.engine`; `calls` tells what it was asked. */
export function installToyEngine() {
  const answers: Record<string, (args: never) => unknown> = {
    "app.retinaCards": () => [
      { name: "en", state: "ready", isDefault: true, checksum: "c", terms: 3, language: "English" },
    ],
    "app.filterReport": report,
    "app.filterScore": ({ filters, texts }: { filters: Saved[]; texts: string[] }) =>
      score(filters, texts),
    "app.evaluate": ({ expression }: { expression: { text: string } }) => ({
      positions: toyCells(expression.text),
    }),
    "app.collections": () => ({ collections: [MEALS, READ] }),
    "app.collectionClassify": () => ({ rows: MEALS.rows }),
    "app.textBench": ({ text, language }: { text: string; language?: string }) =>
      bench(text, language),
    "retinas.list": () => [{ retinaName: "en.de" }],
  };
  const calls: { name: string; args: unknown }[] = [];
  vi.stubGlobal("engine", {
    call: async (name: Name, args: never) => {
      calls.push({ name, args });
      const answer = answers[name];
      return answer
        ? { ok: true, value: wholeAnswer(name, answer(args)) }
        : { ok: false, error: { code: "not-found", message: name, details: {} } };
    },
    cancel: () => undefined,
  });
  return calls;
}
