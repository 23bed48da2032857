import { Type } from "#typebox";
import { positionsSchema, type RetinaStamp, stampSchema } from "../cells.ts";
import { oneOf, type Saved } from "../fit.ts";

export const cellEditSchema = Type.Object({
  id: Type.String(),
  kind: oneOf(["add", "take"]),
  /** All that were chosen: what is taken out stays out, whatever examples come later. */
  cells: positionsSchema,
  /** Where they lie: "bank". */
  name: Type.String(),
  /** The retina whose map it was; in another one the cells mean nothing. */
  retina: stampSchema,
});
/** Cells that a person took out of a filter, or put into it, on the map. */
export type CellEdit = Saved<typeof cellEditSchema>;

/** Edits of one filter: one by one they are chips, and each is asked about. */
export const MOST_EDITS = 40;

const NONE: readonly CellEdit[] = [];

interface Edited {
  readonly edits?: readonly CellEdit[];
}

export const editsOf = ({ edits }: Edited): readonly CellEdit[] => edits ?? NONE;

export const sameEdits = (a: Edited, b: Edited): boolean =>
  a.edits === b.edits || editsOf(a).length + editsOf(b).length === 0;

const byRetina = new WeakMap<readonly CellEdit[], Map<string, readonly CellEdit[]>>();

/** Those that count in a retina, in order; the same list for the same question. */
export function editsFor(edited: Edited, retina: RetinaStamp | null): readonly CellEdit[] {
  const edits = editsOf(edited);
  if (edits.length === 0 || !retina) return NONE;
  const known = byRetina.get(edits) ?? new Map<string, readonly CellEdit[]>();
  byRetina.set(edits, known);
  const key = `${retina.name} ${retina.checksum}`;
  const found = known.get(key) ?? edits.filter((edit) => countsIn(edit, retina));
  known.set(key, found);
  return found;
}

export const countsIn = ({ retina: own }: CellEdit, retina: RetinaStamp): boolean =>
  own.name === retina.name && own.checksum === retina.checksum;
