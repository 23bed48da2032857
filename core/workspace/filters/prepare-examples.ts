import type { Output } from "../../api/client-types.ts";
import type { RetinaStamp } from "../cells.ts";
import { type CellEdit, editsFor } from "./cell-edits.ts";
import type { Example, Filter, Side } from "./filter-model.ts";
import { type Backdrop, NO_OUTLOOK } from "./outlook.ts";

export type Report = Output<"app.filterReport">;
export type ExampleReport = Report["examples"][number];

/** Why an example has no say in the filter. */
export type Skip = "muted" | "empty" | "duplicate" | "conflict";

/** What is sent to the engine, and what is not and why. */
export interface Prepared {
  readonly positive: readonly Example[];
  readonly negative: readonly Example[];
  readonly skipped: ReadonlyMap<string, Skip>;
  /** What was done to the cells on the map; those of the retina in use. */
  readonly edits: readonly CellEdit[];
  /** The texts that the filter is for, as far as they are known. */
  readonly population?: Population;
}

/** Texts that stand for the rest, and the share of them that belong. */
export interface Population {
  readonly backdrop: Backdrop | null;
  readonly share: number | null;
  readonly labels: number | null;
}

/** Texts that differ only by case and white space say the same. */
const normal = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").trim();

/** The examples alone. Repeated texts count once; a text on both sides counts on neither until somebody decides. */
export function prepareExamples(examples: readonly Example[]): Prepared {
  const known = prepared.get(examples);
  if (known) return known;
  const made = prepare(examples);
  prepared.set(examples, made);
  return made;
}

/** Several parts of the page ask for the same examples at once, and again with every change beside them. */
const prepared = new WeakMap<readonly Example[], Prepared>();

function prepare(examples: readonly Example[]): Prepared {
  const skipped = new Map<string, Skip>();
  const sides = new Map<string, Set<Side>>();
  for (const { text, side, isMuted } of examples) {
    if (isMuted) continue;
    const key = normal(text);
    sides.set(key, (sides.get(key) ?? new Set()).add(side));
  }
  const seen = new Set<string>();
  for (const { id, text, isMuted } of examples) {
    const key = normal(text);
    if (isMuted) skipped.set(id, "muted");
    else if (key === "") skipped.set(id, "empty");
    else if (sides.get(key)?.size === 2) skipped.set(id, "conflict");
    else if (seen.has(key)) skipped.set(id, "duplicate");
    if (!isMuted) seen.add(key);
  }
  const sent = (wanted: Side) =>
    examples.filter(({ id, side }) => side === wanted && !skipped.has(id));
  return { positive: sent("positive"), negative: sent("negative"), skipped, edits: [] };
}

const edited = new WeakMap<Prepared, WeakMap<readonly CellEdit[], Prepared>>();

/**
 * The examples with the edits that count in a retina, and what is known of the texts that the filter is for; the same object
 * for the same question.
 */
export function prepareFilter(
  filter: Pick<Filter, "examples" | "edits" | "outlook">,
  retina: RetinaStamp | null,
  backdrop: Backdrop | null,
): Prepared {
  const plain = prepareEdited(filter, retina);
  const { share, labels } = filter.outlook ?? NO_OUTLOOK;
  if (backdrop === null && share === null) return plain;
  const key = JSON.stringify([backdrop?.key ?? "", share, labels]);
  const known = outlooks.get(plain) ?? new Map<string, Prepared>();
  outlooks.set(plain, known);
  const found = known.get(key) ?? { ...plain, population: { backdrop, share, labels } };
  known.set(key, found);
  return found;
}

const outlooks = new WeakMap<Prepared, Map<string, Prepared>>();

function prepareEdited(
  filter: Pick<Filter, "examples" | "edits">,
  retina: RetinaStamp | null,
): Prepared {
  const plain = prepareExamples(filter.examples);
  const edits = editsFor(filter, retina);
  if (edits.length === 0) return plain;
  const known = edited.get(plain) ?? new WeakMap<readonly CellEdit[], Prepared>();
  edited.set(plain, known);
  const found = known.get(edits) ?? { ...plain, edits };
  known.set(edits, found);
  return found;
}

/** From a filter that does not know the example; from the whole one where there is none without it. */
export const honestScore = (report: ExampleReport | undefined): number | null =>
  report?.leftOutScore ?? report?.score ?? null;

/** The engine's findings by example id; those that were not sent have none. */
export function reportsById(prepared: Prepared, report: Report): Map<string, ExampleReport> {
  const found = new Map<string, ExampleReport>();
  for (const entry of report.examples) {
    const example = prepared[entry.side][entry.index];
    if (example) found.set(example.id, entry);
  }
  return found;
}
