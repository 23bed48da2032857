import { isPositions, type RetinaStamp } from "../fingerprint.ts";
import { isRecord, isText } from "../guards.ts";

/** Cells that a person took out of a filter, or put into it, on the map. */
export interface CellEdit {
  readonly id: string;
  readonly kind: "add" | "take";
  /** Ascending. All that were chosen: what is taken out stays out, whatever examples come later. */
  readonly cells: readonly number[];
  /** Where they lie: "bank". */
  readonly name: string;
  /** The retina whose map it was; in another one the cells mean nothing. */
  readonly retina: RetinaStamp;
}

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

const isStamp = (value: unknown): value is RetinaStamp =>
  isRecord(value) && isText(value.name) && isText(value.checksum);

export const isCellEdit = (value: unknown): value is CellEdit =>
  isRecord(value) &&
  isText(value.id) &&
  (value.kind === "add" || value.kind === "take") &&
  isPositions(value.cells) &&
  isText(value.name) &&
  isStamp(value.retina);
