import type { JsonValue } from "../../../../core/api/schema/json-value.ts";
import type { RetinaStamp } from "../../../../core/workspace/cells.ts";
import {
  type Example,
  type Filter,
  GOALS,
  LONGEST_USE,
  type Side,
} from "../../../../core/workspace/filters/filter-model.ts";
import { outlookSchema } from "../../../../core/workspace/filters/outlook.ts";
import { prepareExamples } from "../../../../core/workspace/filters/prepare-examples.ts";
import { fits, isListOf, isRecord, isText } from "../../../../core/workspace/fit.ts";
import { makeExample, makeFilter } from "../../../model/filters/make-filter.ts";

const FORMAT = "semascope-filters";

export const VERSION = 1;

/** A filter with what can be computed of it now; null where the retina could not tell. */
export interface Computed {
  readonly filter: Filter;
  readonly positions: readonly number[] | null;
  readonly threshold: number | null;
}

/** One JSON value for any number of filters: examples in the service's form, cells, thresholds. */
export const filterFile = (items: readonly Computed[], retina: RetinaStamp): JsonValue => ({
  format: FORMAT,
  version: VERSION,
  exported: new Date().toISOString(),
  retina: { ...retina },
  filters: items.map(asRecord),
});

function asRecord({ filter, positions, threshold }: Computed): JsonValue {
  const { positive, negative, skipped } = prepareExamples(filter.examples);
  const leftOut = filter.examples.filter(({ id }) => skipped.has(id));
  const asTexts = (examples: readonly Example[]) => examples.map(({ text }) => ({ text }));
  return {
    filter_name: filter.name,
    ...(filter.use ? { intendedUse: filter.use } : {}),
    ...(filter.outlook
      ? { outlook: { ...filter.outlook, source: { ...filter.outlook.source } } }
      : {}),
    positiveExamples: asTexts(positive),
    negativeExamples: asTexts(negative),
    leftOutExamples: leftOut.map(({ id, text, side }) => ({
      text,
      side,
      reason: skipped.get(id) ?? "muted",
    })),
    positions: positions === null ? null : [...positions],
    threshold,
    options: { ownThreshold: filter.threshold, goal: filter.goal },
    created: filter.created,
    changes: filter.version,
    exampleIds: [positive, negative, leftOut].map(idsOf),
    exampleOrder: idsOf(filter.examples),
  };
}

const idsOf = (examples: readonly Example[]): string[] => examples.map(({ id }) => id);

/** Filters of a file; cells in it are never taken over, they are computed again from the texts. @throws Error with a sentence */
export function readFilterFile(text: string): readonly Filter[] {
  const whole = parse(text);
  const version = isRecord(whole) ? whole.version : undefined;
  if (typeof version === "number" && version > VERSION)
    throw new Error(
      `This file was written by a newer version (format ${version}; this one reads ${VERSION}). Update the application, then import it again.`,
    );
  const stamp = isRecord(whole) ? stampOf(whole.retina) : null;
  const found = listOf(whole).flatMap((item) => {
    const filter = filterOf(item, stamp);
    return filter ? [filter] : [];
  });
  if (found.length === 0)
    throw new Error(
      "No filter was found in this file. It must contain `positiveExamples`, as files exported here do.",
    );
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(
      `This is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

function listOf(whole: unknown): readonly unknown[] {
  if (Array.isArray(whole)) return whole;
  if (isRecord(whole) && Array.isArray(whole.filters)) return whole.filters;
  return [whole];
}

function stampOf(value: unknown): RetinaStamp | null {
  return isRecord(value) && isText(value.name)
    ? { name: value.name, checksum: isText(value.checksum) ? value.checksum : "" }
    : null;
}

function filterOf(value: unknown, stamp: RetinaStamp | null): Filter | null {
  if (!isRecord(value) || !Array.isArray(value.positiveExamples)) return null;
  const options = isRecord(value.options) ? value.options : {};
  const name = [value.filter_name, value.categoryName, value.name].find(isText);
  const examples = allExamples(value);
  const plain = makeFilter(name ?? "Imported filter", examples);
  return {
    ...plain,
    ...(isText(value.intendedUse) ? { use: value.intendedUse.slice(0, LONGEST_USE) } : {}),
    ...(fits(outlookSchema, value.outlook) ? { outlook: value.outlook } : {}),
    threshold: thresholdOf(options.ownThreshold),
    goal: GOALS.find((goal) => goal === options.goal) ?? "balanced",
    created: isText(value.created) ? value.created : plain.created,
    version: typeof value.changes === "number" ? value.changes : 1,
    importedFrom: stamp,
  };
}

/** With their own ids, in their own order, where the file has them. */
function allExamples(value: Record<string, unknown>): readonly Example[] {
  const lists = [
    examplesOf(value.positiveExamples, "positive"),
    examplesOf(value.negativeExamples, "negative"),
    leftOutOf(value.leftOutExamples),
  ];
  const examples = lists.flat();
  const ids = Array.isArray(value.exampleIds) ? value.exampleIds.flat() : [];
  const places = new Map(
    isListOf(isText)(value.exampleOrder) ? value.exampleOrder.map(withPlace) : [],
  );
  const areKnown =
    ids.length === examples.length &&
    new Set(ids).size === ids.length &&
    places.size === ids.length &&
    ids.every((id) => isText(id) && places.has(id));
  if (!areKnown) return examples;
  const named = examples.map((example, at) => ({ ...example, id: ids[at] as string }));
  return named.sort((a, b) => places.get(a.id)! - places.get(b.id)!);
}

const withPlace = (id: string, place: number) => [id, place] as const;

const thresholdOf = (value: unknown): number | null =>
  typeof value === "number" && value >= 0 && value <= 1 ? value : null;

/** Texts as the service writes them, or bare strings. */
function examplesOf(value: unknown, side: Side): Example[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const text = isRecord(item) ? item.text : item;
    return isText(text) ? [makeExample(text, side)] : [];
  });
}

function leftOutOf(value: unknown): Example[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    if (!isRecord(item) || !isText(item.text)) return [];
    const side = item.side === "negative" ? "negative" : "positive";
    return [{ ...makeExample(item.text, side), isMuted: item.reason === "muted" }];
  });
}
