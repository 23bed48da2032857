import type { JsonValue } from "../../../../core/api/schema/json-value.ts";
import { editsOf } from "../../../model/filters/cell-edits.ts";
import type { Example, Filter } from "../../../model/filters/filter-model.ts";
import { prepareExamples } from "../../../model/filters/prepare-examples.ts";
import type { RetinaStamp } from "../../../model/fingerprint.ts";

const FORMAT = "semascope-filters";
export const VERSION = 1;

/** A filter with what can be computed of it now; null where the retina could not tell. */
export interface Computed {
  readonly filter: Filter;
  readonly positions: readonly number[] | null;
  readonly threshold: number | null;
}

/** One JSON value for any number of filters: examples in the service's form, cells, thresholds, every version. */
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
    edits: editsOf(filter) as readonly unknown[] as JsonValue[],
    threshold,
    options: { ownThreshold: filter.threshold, goal: filter.goal, folder: filter.folder },
    created: filter.created,
    changes: filter.version,
    // Earlier versions name examples by their ids, and where these stood in the list.
    exampleIds: [positive, negative, leftOut].map(idsOf),
    exampleOrder: idsOf(filter.examples),
    history: filter.history as readonly unknown[] as JsonValue[],
  };
}

const idsOf = (examples: readonly Example[]): string[] => examples.map(({ id }) => id);
