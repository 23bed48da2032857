import type { PositionsLeaf } from "../../../../core/expression/ast.ts";
import { type Draft, type NodeId, places } from "../../../../core/expression/draft.ts";
import type { NamedCells } from "../../../../core/expression/parse-line.ts";
import { samePositions } from "../../../../core/fingerprint/positions.ts";
import type { NodeNotes } from "../../../model/expression-tree.ts";
import { plural } from "../../../model/format.ts";

type Positions = PositionsLeaf["positions"];

/** Longer lists of cells than this are written by name even if nobody named them. */
const LONGEST_LIST = 12;

/** A list of cells that has been seen under a name. */
export interface KnownCells {
  readonly name: string;
  readonly positions: Positions;
  /** Name of the retina it was made with. */
  readonly retina: string | undefined;
}

/** Names of the lists of cells of a tree; two that differ never have the same name. */
export function cellNamesOf(tree: Draft, notes: NodeNotes): ReadonlyMap<NodeId, KnownCells> {
  const names = new Map<NodeId, KnownCells>();
  const taken = new Map<string, Positions>();
  for (const { node } of places(tree)) {
    if (node.kind !== "positions") continue;
    const note = notes.get(node.id);
    const wanted = note?.label ?? autoName(node.positions);
    if (wanted === undefined) continue;
    const name = freeName(wanted, node.positions, taken);
    taken.set(name, node.positions);
    names.set(node.id, { name, positions: node.positions, retina: note?.retina });
  }
  return names;
}

const autoName = ({ length }: Positions): string | undefined =>
  length > LONGEST_LIST ? plural(length, "cell") : undefined;

/** Whether a name was given by nobody, but is only what the list is called for want of one. */
export const isAutoName = ({ name, positions }: KnownCells): boolean =>
  name.replace(/ \d+$/, "") === autoName(positions);

/** The name itself, or with the first number that tells it from other lists. */
function freeName(
  wanted: string,
  positions: Positions,
  taken: ReadonlyMap<string, Positions>,
): string {
  const isFree = (name: string) => {
    const other = taken.get(name);
    return other === undefined || samePositions(other, positions);
  };
  let name = wanted;
  for (let number = 2; !isFree(name); number++) name = `${wanted} ${number}`;
  return name;
}

/** Looks names up among those of the tree first, then among those seen before, newest first. */
export function namedCellsOf(
  now: ReadonlyMap<NodeId, KnownCells>,
  before: readonly KnownCells[],
): NamedCells {
  const known = [...now.values(), ...before];
  return {
    names: [...new Set(known.map(({ name }) => name))],
    cellsOf: (name) => known.find((each) => each.name === name)?.positions,
  };
}

const MOST_REMEMBERED = 100;

/** What was seen, with what is seen now in front. */
export function remember(
  before: readonly KnownCells[],
  now: Iterable<KnownCells>,
): readonly KnownCells[] {
  const fresh = [...now];
  const isOld = ({ name, positions }: KnownCells) =>
    !fresh.some((each) => each.name === name && samePositions(each.positions, positions));
  return [...fresh, ...before.filter(isOld)].slice(0, MOST_REMEMBERED);
}

/** What is noted about lists of cells that came by a line: the name and the map they had when last seen. */
export function notesByCells(tree: Draft, known: readonly KnownCells[]): NodeNotes {
  const notes = new Map<NodeId, { label?: string; retina?: string }>();
  for (const { node } of places(tree)) {
    if (node.kind !== "positions") continue;
    const found = known.find(({ positions }) => samePositions(positions, node.positions));
    if (!found) continue;
    notes.set(node.id, {
      ...(isAutoName(found) ? {} : { label: found.name }),
      ...(found.retina === undefined ? {} : { retina: found.retina }),
    });
  }
  return notes;
}
