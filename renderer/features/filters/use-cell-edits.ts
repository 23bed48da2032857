import { useMemo } from "react";
import { CELLS } from "../../../core/kernel/grid.ts";
import { type CellEdit, editsOf, MOST_EDITS } from "../../model/filters/cell-edits.ts";
import type { Filter } from "../../model/filters/filter-model.ts";
import { newId, type RetinaStamp } from "../../model/fingerprint.ts";
import { formatCount, plural } from "../../model/format.ts";
import { announce } from "../../state/announcer.ts";
import { setBrush } from "../../state/brush.ts";
import { undoableToast } from "../../state/edits.ts";
import { changeFilter, useFilterDesk } from "../../state/filters/filter-state.ts";
import { type BrushUse, usePublish } from "../../state/publish.ts";
import { asOneStep } from "../../state/workspace.ts";
import { useFilterReport } from "./use-filter-report.ts";

/** 6% of the map, as the engine has it. */
const MOST_CELLS = Math.floor(0.06 * CELLS);

/** While the map shows the open filter, and no other, chosen cells can be taken out of it or put into it. */
export function useCellEdits(filter: Filter): void {
  const { report, retina, isStale } = useFilterReport(filter);
  const positions = report?.positions;
  const isOnMap = useFilterDesk(({ pair }) => pair === null);
  const offer = useMemo(
    () =>
      positions && retina && isOnMap
        ? (chosen: readonly number[]) => usesOf({ filter, retina, positions, isStale }, chosen)
        : null,
    [filter, positions, retina, isStale, isOnMap],
  );
  usePublish({ brushUses: offer });
}

interface Open {
  readonly filter: Filter;
  readonly retina: RetinaStamp;
  /** The cells that the filter has now. */
  readonly positions: readonly number[];
  readonly isStale: boolean;
}

function usesOf(open: Open, chosen: readonly number[]): BrushUse[] {
  const has = new Set(open.positions);
  const inside = chosen.filter((cell) => has.has(cell)).length;
  const use = (kind: CellEdit["kind"], label: string, problem: string | null): BrushUse => ({
    id: kind,
    label,
    disabledBecause: problem ?? commonProblem(open),
    run: (place) => {
      const count = kind === "take" ? inside : chosen.length - inside;
      editCells(open, { kind, cells: chosen, place, count });
    },
  });
  return [
    use("take", "Take out of the filter", takeProblem(inside, open.positions.length)),
    use("add", "Add to the filter", addProblem(chosen.length - inside, open.positions.length)),
  ];
}

const commonProblem = ({ filter, isStale }: Open): string | null =>
  isStale ? "The filter is being computed again." : tooManyEdits(editsOf(filter));

const tooManyEdits = ({ length }: readonly CellEdit[]): string | null =>
  length < MOST_EDITS
    ? null
    : `A filter has at most ${MOST_EDITS} changes of its cells; remove one first.`;

function takeProblem(inside: number, count: number): string | null {
  if (inside === 0) return "None of them is set, so none can be removed.";
  return inside < count ? null : "Removing all of them would leave none.";
}

function addProblem(outside: number, count: number): string | null {
  if (outside === 0) return "All are set already.";
  return count + outside <= MOST_CELLS
    ? null
    : `Adding makes ${formatCount(count + outside)} cells; ${formatCount(MOST_CELLS)} (6% of the map) is the most.`;
}

interface Change {
  readonly kind: CellEdit["kind"];
  readonly cells: readonly number[];
  /** "" where it is not known. */
  readonly place: string;
  /** Of the filter's cells, how many come or go. */
  readonly count: number;
}

/** One step of undo: the change, and the choice of cells ends. */
function editCells(
  { filter, retina }: Pick<Open, "filter" | "retina">,
  { kind, cells, place, count }: Change,
): void {
  const { name, checksum } = retina;
  const edit: CellEdit = {
    id: newId(),
    kind,
    cells: [...cells],
    name: place,
    retina: { name, checksum },
  };
  const what = plural(count, "cell");
  const label = kind === "take" ? `Take ${what} out` : `Add ${what}`;
  const add = (before: Filter) => ({ ...before, edits: [...editsOf(before), edit] });
  asOneStep(() => {
    changeFilter(filter.id, label, add);
    setBrush(label, []);
  });
  if (kind === "take") undoableToast(`Took ${what} out of ${filter.name}`);
  else announce(`Added ${what} to ${filter.name}`);
}

export function removeEdit(filter: Filter, { id, cells, kind }: CellEdit): void {
  const what = plural(cells.length, "cell");
  const label = kind === "take" ? `Put ${what} back` : `Take back ${what} that were added`;
  changeFilter(filter.id, label, (before) => ({
    ...before,
    edits: editsOf(before).filter((edit) => edit.id !== id),
  }));
  undoableToast(label);
}
