import type { JsonValue } from "../../../core/api/json-value.ts";
import {
  type Example,
  type Filter,
  GOALS,
  makeExample,
  makeFilter,
  type Side,
} from "../../state/filters/filter-model.ts";
import { prepareExamples } from "../../state/filters/prepare-examples.ts";
import type { RetinaStamp } from "../../state/fingerprint.ts";
import { isRecord, isText } from "../../state/slice.ts";

const FORMAT = "semascope-filters";
const VERSION = 1;

/** A filter with what can be computed of it now; null where the retina could not tell. */
export interface Computed {
  readonly filter: Filter;
  readonly positions: readonly number[] | null;
  readonly threshold: number | null;
}

/** One JSON value for any number of filters: examples in the service's form, cells, thresholds, history. */
export function filterFile(items: readonly Computed[], retina: RetinaStamp): JsonValue {
  return {
    format: FORMAT,
    version: VERSION,
    exported: new Date().toISOString(),
    retina: { ...retina },
    filters: items.map(({ filter, positions, threshold }) => {
      const { positive, negative, skipped } = prepareExamples(filter.examples);
      const asTexts = (examples: readonly Example[]) => examples.map(({ text }) => ({ text }));
      return {
        filter_name: filter.name,
        positiveExamples: asTexts(positive),
        negativeExamples: asTexts(negative),
        leftOutExamples: filter.examples
          .filter(({ id }) => skipped.has(id))
          .map(({ id, text, side }) => ({ text, side, reason: skipped.get(id) ?? "muted" })),
        positions: positions === null ? null : [...positions],
        threshold,
        options: { ownThreshold: filter.threshold, goal: filter.goal, folder: filter.folder },
        created: filter.created,
        changes: filter.version,
        history: filter.history.map(({ at, what }) => ({ at, what })),
      };
    }),
  };
}

/** Filters of a file; cells in it are never taken over, they are computed anew from the texts. @throws Error with a sentence */
export function readFilterFile(text: string): Filter[] {
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
      "No filter was found in this file. It should hold `positiveExamples`, as files exported here do.",
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
  const plain = makeFilter(name ?? "Imported filter", [
    ...examplesOf(value.positiveExamples, "positive"),
    ...examplesOf(value.negativeExamples, "negative"),
    ...leftOutOf(value.leftOutExamples),
  ]);
  return {
    ...plain,
    folder: isText(options.folder) ? options.folder : "",
    threshold: thresholdOf(options.ownThreshold),
    goal: GOALS.find((goal) => goal === options.goal) ?? "balanced",
    created: isText(value.created) ? value.created : plain.created,
    version: typeof value.changes === "number" ? value.changes : 1,
    history: historyOf(value.history, plain),
    importedFrom: stamp,
  };
}

const thresholdOf = (value: unknown): number | null =>
  typeof value === "number" && value >= 0 && value <= 1 ? value : null;

function historyOf(value: unknown, { history }: Filter): Filter["history"] {
  const earlier = Array.isArray(value) ? value : [];
  const entries = earlier.flatMap((entry: unknown) =>
    isRecord(entry) && isText(entry.at) && isText(entry.what)
      ? [{ at: entry.at, what: entry.what }]
      : [],
  );
  return [...entries, ...history.map(({ at }) => ({ at, what: "Import" }))];
}

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
