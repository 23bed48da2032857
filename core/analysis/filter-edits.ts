import { badInput } from "../errors.ts";
import { or, sub } from "../fingerprint/operations.ts";
import { checkPositions } from "../fingerprint/positions.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { TEXT_LIMIT } from "../retina/types.ts";

/** Cells that a person put into a filter or took out of it by hand. */
export interface CellEdit {
  readonly kind: "add" | "take";
  readonly positions: Positions;
}

/** An edit as a caller writes it, its positions unchecked and in any order. */
export interface GivenEdit {
  readonly kind: "add" | "take";
  readonly positions: readonly number[];
}

/** @throws bad-position */
export const readEdits = (edits: readonly GivenEdit[]): CellEdit[] =>
  edits.map(({ kind, positions }, i) => ({
    kind,
    positions: checkPositions(positions, `edits[${i}].positions`),
  }));

/** What the texts gave, or what was added, sub what was taken out; one edit after the other. */
export const applyEdits = (cells: Positions, edits: readonly CellEdit[]): Positions =>
  edits.reduce(
    (before, { kind, positions }) =>
      kind === "add" ? or([before, positions]) : sub([before, positions]),
    cells,
  );

/** @throws bad-input when the edits leave no cell, or more than a filter may have */
export function checkEdited(made: Positions, edited: Positions): void {
  if (edited.length === 0)
    throw badInput(
      "edits",
      `Everything is taken out: none of the filter's ${made.length} cells is left. Put some of them back.`,
    );
  if (edited.length > TEXT_LIMIT && edited.length > made.length)
    throw badInput(
      "edits",
      `With what was added the filter has ${edited.length} cells; the most is ${TEXT_LIMIT}, ${Math.round((100 * TEXT_LIMIT) / CELLS)}% of the map. Remove some of what was added.`,
    );
}
