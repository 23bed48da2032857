import type { Output } from "../../../core/api/client-types.ts";
import type { Task } from "../task.ts";
import type { ReadyFilter } from "./ready-filter.ts";

export type ScoredText = Output<"app.filterScore">[number];

/** One text of the file to classify. */
export interface ClassifyText {
  /** Where it stands in the file, from 1. */
  readonly line: number;
  readonly text: string;
  /** Its row of the file, by the file's columns; a text that came alone has none. */
  readonly cells?: readonly string[];
}

/** The file at hand and what has become of it. It outlives the view: a run goes on while a person looks elsewhere. */
export interface ClassifyRun {
  readonly name: string;
  /** Columns of the file; the text is in one of them. */
  readonly columns: readonly string[];
  readonly texts: readonly ClassifyText[];
  readonly phase: "ready" | "trying" | "tried" | "running" | "done" | "cancelled" | "failed";
  /** `index` points into `texts`. */
  readonly rows: readonly ScoredText[];
  /** The filters that the rows were judged by. */
  readonly filters: readonly ReadyFilter[];
  /** Ids of filters that shall not judge. */
  readonly excluded: readonly string[];
  readonly retina: string;
  readonly job: Task | null;
  /** Measured on the trial, or null. */
  readonly msPerText: number | null;
  readonly error: unknown;
  /** The host does not answer just now; the task goes on. */
  readonly isOutOfReach: boolean;
}

/** Characters of a file that are kept over a reload of the page. */
export const MOST_KEPT_CHARACTERS = 40_000_000;

const sizes = new WeakMap<readonly ClassifyText[], number>();

/** Characters of all texts and their rows; counted once. */
export function sizeOf(texts: readonly ClassifyText[]): number {
  const known =
    sizes.get(texts) ??
    texts.reduce(
      (sum, { text, cells = [] }) =>
        cells.reduce((row, cell) => row + cell.length, sum + text.length),
      0,
    );
  sizes.set(texts, known);
  return known;
}

/** `count` whole numbers below `length`, evenly spread, the first is 0. */
export function spreadOver(length: number, count: number): number[] {
  const taken = Math.min(length, count);
  return Array.from({ length: taken }, (_, i) => Math.floor((i * length) / taken));
}
