import { drawOf, sampleFactors, sampleKey } from "../../../../core/collection/port/sample-key.ts";

interface LabelledRow {
  readonly id: string;
  readonly labels: readonly { readonly filter: string; readonly belongs: boolean }[];
}

/** Labels of rows that chance took, and the rows that come next. */
export interface ChanceLabels {
  readonly labelled: number;
  readonly belongs: number;
  /** Ids, in the order in which labels count. */
  readonly next: readonly string[];
}

/**
 * The labels that say what share of a collection belongs: of a sample in its order of chance, those before the first row
 * without a label. Labels that were given for other reasons do not count, so they cannot distort the share.
 */
export function chanceLabels(
  rows: readonly LabelledRow[],
  filter: string,
  seed: number,
): ChanceLabels {
  const factors = sampleFactors(seed);
  const ordered = rows
    .map(({ id, labels }) => ({
      id,
      label: labels.find((each) => each.filter === filter),
      key: sampleKey(drawOf(id), factors),
    }))
    .sort((a, b) => a.key - b.key || (a.id < b.id ? -1 : 1));
  const end = ordered.findIndex(({ label }) => label === undefined);
  const counted = end === -1 ? ordered : ordered.slice(0, end);
  return {
    labelled: counted.length,
    belongs: counted.filter(({ label }) => label?.belongs === true).length,
    next: ordered.flatMap(({ id, label }) => (label === undefined ? [id] : [])),
  };
}
