import type { Example } from "../../../../core/workspace/filters/filter-model.ts";
import type { Prepared, Report } from "../../../../core/workspace/filters/prepare-examples.ts";
import { scoredOf } from "../../../../core/workspace/filters/scored.ts";

/** What one change of the cells does to the examples. */
export interface Effect {
  /** Cells that the filter has or lacks because of it. */
  readonly cells: number;
  /** Examples with any of these cells. */
  readonly touched: number;
  /** Those that would be decided otherwise without it. */
  readonly turned: readonly { readonly example: Example; readonly isIn: boolean }[];
}

/** By id of the edit; those that do not count in the retina in use have none. */
export function effectsOf(
  report: Report,
  prepared: Prepared,
  threshold: number,
): ReadonlyMap<string, Effect> {
  const scores = new Map(scoredOf(report, prepared).map(({ id, score }) => [id, score]));
  return new Map(
    report.edits.flatMap(({ cells, examples }, place) => {
      const edit = prepared.edits[place];
      if (!edit) return [];
      const turned = examples.flatMap(({ side, index, without }) => {
        const example = prepared[side][index];
        const score = example && scores.get(example.id);
        if (!example || score === undefined) return [];
        const isIn = score >= threshold;
        return isIn === without >= threshold ? [] : [{ example, isIn }];
      });
      return [[edit.id, { cells, touched: examples.length, turned }] as const];
    }),
  );
}
