import type { Output } from "../../../../core/api/client-types.ts";
import type { JsonValue } from "../../../../core/api/schema/json-value.ts";
import { fromIn, type Lines } from "../../../model/collection/lines.ts";
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

/** The values of a confusion table: those that categories mean, in their order, so that what is right lies on a diagonal. */
export function tableValues(
  meant: readonly string[],
  all: Counts,
  most: number,
): readonly string[] {
  return [...new Set([...meant, ...all.keys()])].slice(0, Math.max(most, new Set(meant).size));
}

type ScoreFigures = Output<"app.collectionScores">;

/**
 * The edge between bins at which most labelled rows are on the side that their label says: the best balance of precision
 * and recall (F1), the middle one of several. Null while no row is labelled as belonging.
 */
export function suggestedLine({
  edges,
  belongs,
  not,
}: Pick<ScoreFigures, "edges" | "belongs" | "not">): number | null {
  const all = sum(belongs);
  if (all === 0) return null;
  let [hits, alarms] = [0, 0];
  const scores = belongs.map(() => 0);
  for (let bin = belongs.length - 1; bin >= 0; bin--) {
    hits += belongs[bin]!;
    alarms += not[bin]!;
    scores[bin] = (2 * hits) / (hits + alarms + all);
  }
  const best = Math.max(...scores);
  const equal = scores.flatMap((score, bin) => (score === best ? [bin] : []));
  return edges[equal[Math.floor(equal.length / 2)] ?? 0] ?? null;
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

interface Scored {
  readonly collection: string;
  readonly retina: {
    readonly name: string;
    readonly checksum: string;
    readonly reader?: { readonly name: string; readonly checksum: string } | undefined;
  };
  readonly truth: string | undefined;
  readonly look: Look;
  /** By score, from where on a row belongs. */
  readonly lines: Lines;
}

/** What rows were scored and chosen with, for the file beside them. */
export function scoreSettings({ collection, retina, truth, look, lines }: Scored) {
  const scores = [...lines].map(([name, line]): Readonly<Record<string, JsonValue>> => {
    const judged = look.judged?.[name];
    const meaning = look.meanings?.[name];
    return {
      name,
      belongsFrom: line.from,
      ...(line.spoken && {
        belongsFromIn: Object.fromEntries(
          line.spoken.languages.map(({ value }) => [value, fromIn(line, value)]),
        ),
      }),
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
      decision: "names of the scores that the row belongs to; none; empty without a known word",
      "score NAME":
        "cosine of the text and the filter, 0 to 1; it belongs from belongsFrom on, in other languages from belongsFromIn",
    },
  };
}
