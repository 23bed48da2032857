import type { JsonValue } from "../../../../core/api/schema/json-value.ts";
import type { Look } from "../../../model/collection/look.ts";
import { chipText } from "../../../model/collection/restrictions.ts";

/** Rows by value of a column. */
type Counts = ReadonlyMap<string, number>;

export interface Judgement {
  /** Of the rows over the line, the share that has the value; 0 where there is none. */
  readonly precision: number;
  /** Of the rows that have the value, the share over the line. */
  readonly recall: number;
  /** Twice their product through their sum. */
  readonly f1: number;
  /** Rows over the line that do not have the value. */
  readonly wrong: number;
  /** Rows that have the value and are below the line. */
  readonly missed: number;
}

/**
 * How well the rows over a line are those of a value.
 * @param taken rows over the line with any value: a row of a list has several and counts once
 */
export function judge(over: Counts, all: Counts, value: string, taken = sumOf(over)): Judgement {
  const hits = over.get(value) ?? 0;
  const wanted = all.get(value) ?? 0;
  return {
    precision: taken === 0 ? 0 : hits / taken,
    recall: wanted === 0 ? 0 : hits / wanted,
    f1: taken + wanted === 0 ? 0 : (2 * hits) / (taken + wanted),
    wrong: taken - hits,
    missed: wanted - hits,
  };
}

const sumOf = (counts: Counts): number => [...counts.values()].reduce((sum, rows) => sum + rows, 0);

/** The value that a category most likely means: the one of its name, else the one that it agrees with best. */
export function likelyValue(category: string, over: Counts, all: Counts): string {
  const fold = (text: string) => text.trim().toLowerCase();
  const values = [...all.keys()];
  const named = values.find((value) => fold(value) === fold(category));
  if (named !== undefined) return named;
  let best = values[0] ?? "";
  for (const value of values)
    if (judge(over, all, value).f1 > judge(over, all, best).f1) best = value;
  return best;
}

/** By score, from where on a row matches. */
export type Lines = ReadonlyMap<string, number>;

/** The usual guideline, where neither a filter nor labels gave a threshold. */
const GUIDELINE = 0.3;

/** Score from which a row matches. */
export const lineOf = ({ lines }: Look, score: string): number => lines?.[score] ?? GUIDELINE;

/** The same for every score of a collection. */
export const linesOf = (scores: readonly string[], look: Look): Lines =>
  new Map(scores.map((score) => [score, lineOf(look, score)]));

interface Scored {
  readonly collection: string;
  readonly retina: {
    readonly name: string;
    readonly checksum: string;
    readonly reader?: { readonly name: string; readonly checksum: string } | undefined;
  };
  readonly truth: string | undefined;
  readonly look: Look;
  readonly lines: Lines;
}

/** What rows were scored and chosen with, for the file beside them. */
export function scoreSettings({ collection, retina, truth, look, lines }: Scored) {
  const scores = [...lines].map(([name, line]): Readonly<Record<string, JsonValue>> => {
    const judged = look.judged?.[name];
    const meaning = look.meanings?.[name];
    return {
      name,
      belongsFrom: line,
      ...(judged
        ? { filter: { version: judged.version, cells: judged.cells } }
        : { filter: "learned from labels" }),
      ...(meaning === undefined ? {} : { means: meaning }),
    };
  });
  return {
    collection,
    retina: retina.name,
    checksum: retina.checksum,
    ...(retina.reader && { reader: retina.reader }),
    restrictions: look.restrictions.map(chipText),
    ...(truth === undefined ? {} : { truth }),
    scores,
    columns: {
      decision: "names of the filters that the row matches; none; empty without a known word",
      "score NAME": "cosine of the text and the filter, 0 to 1; the row matches from belongsFrom",
    },
  };
}
