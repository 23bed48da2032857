import type { Output } from "../../api/client-types.ts";
import type { Example, Filter, Side } from "./filter-model.ts";
import type { Backdrop } from "./outlook.ts";

export type Report = Output<"app.filterReport">;
export type ExampleReport = Report["examples"][number];

/** Why an example has no say in the filter. */
export type Skip = "muted" | "empty" | "duplicate" | "conflict";

/** What is sent to the engine, and what is not and why. */
export interface Prepared {
  readonly positive: readonly Example[];
  readonly negative: readonly Example[];
  readonly skipped: ReadonlyMap<string, Skip>;
  /** The texts that the filter is for, as far as they are known. */
  readonly population?: Population;
}

/** Texts that stand for the rest, and the share of them that belong. */
export interface Population {
  readonly backdrop: Backdrop | null;
  readonly share?: number;
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
  return { positive: sent("positive"), negative: sent("negative"), skipped };
}

/** The examples, with the texts that the filter is for and the share of them that belong; the same object for the same question. */
export function prepareFilter(
  { examples }: Pick<Filter, "examples">,
  backdrop: Backdrop | null,
  share?: number,
): Prepared {
  const plain = prepareExamples(examples);
  if (backdrop === null && share === undefined) return plain;
  const key = JSON.stringify([backdrop?.key ?? "", share]);
  const known = populations.get(plain) ?? new Map<string, Prepared>();
  populations.set(plain, known);
  const population = { backdrop, ...(share === undefined ? {} : { share }) };
  const found = known.get(key) ?? { ...plain, population };
  known.set(key, found);
  return found;
}

const populations = new WeakMap<Prepared, Map<string, Prepared>>();

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
