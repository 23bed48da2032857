import type { Expression, PositionsLeaf } from "../../../../core/expression/ast.ts";
import type { NamedCells } from "../../../../core/expression/named-cells.ts";
import { leaves, pathKey } from "../../../../core/expression/walk.ts";
import { samePositions } from "../../../../core/fingerprint/positions.ts";
import { plural } from "../../../components/format.ts";
import type { NodeNotes } from "../../../state/expression-tree.ts";

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

/** Names of the lists of cells of a tree, by key; two that differ never have the same name. */
export function cellNamesOf(tree: Expression, notes: NodeNotes): ReadonlyMap<string, KnownCells> {
  const names = new Map<string, KnownCells>();
  const taken = new Map<string, Positions>();
  for (const { path, node } of leaves(tree)) {
    if (node.kind !== "positions") continue;
    const key = pathKey(path);
    const note = notes.get(key);
    const wanted = note?.label ?? autoName(node.positions);
    if (wanted === undefined) continue;
    const name = freeName(wanted, node.positions, taken);
    taken.set(name, node.positions);
    names.set(key, { name, positions: node.positions, retina: note?.retina });
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
  now: ReadonlyMap<string, KnownCells>,
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
export function notesByCells(tree: Expression, known: readonly KnownCells[]): NodeNotes {
  const notes = new Map<string, { label?: string; retina?: string }>();
  for (const { path, node } of leaves(tree)) {
    if (node.kind !== "positions") continue;
    const found = known.find(({ positions }) => samePositions(positions, node.positions));
    if (!found) continue;
    notes.set(pathKey(path), {
      ...(isAutoName(found) ? {} : { label: found.name }),
      ...(found.retina === undefined ? {} : { retina: found.retina }),
    });
  }
  return notes;
}
