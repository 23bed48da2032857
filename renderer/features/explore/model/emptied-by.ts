import {
  type Expression,
  isOperation,
  type NodePath,
  type Operation,
} from "../../../../core/expression/ast.ts";
import { pathKey } from "../../../../core/expression/walk.ts";
import { formatCount } from "../../../model/format.ts";
import { consensusOf, countsIn, type PositionsAt } from "./consensus.ts";
import { shortName } from "./short-name.ts";

interface EmptiedBy {
  readonly node: Operation;
  readonly path: NodePath;
  /** What each side had, in words. */
  readonly sentence: string;
}

/** The innermost step that took the last cells away: it is empty, and its operands are not. */
export function emptiedBy(
  node: Expression,
  positionsAt: PositionsAt,
  path: NodePath = [],
): EmptiedBy | null {
  if (!isOperation(node) || positionsAt(pathKey(path))?.length !== 0) return null;
  for (const [index, operand] of node.operands.entries()) {
    const inner = emptiedBy(operand, positionsAt, [...path, index]);
    // An empty operand of a `sub` matters only where it is the base.
    if (inner && (node.kind !== "sub" || index === 0)) return inner;
  }
  const sides = node.operands.map((operand, index) => {
    const size = positionsAt(pathKey([...path, index]))?.length;
    return size === undefined ? shortName(operand) : `${shortName(operand)} (${formatCount(size)})`;
  });
  return { node, path, sentence: sentenceFor(node.kind, sides) };
}

function sentenceFor(kind: string, sides: readonly string[]): string {
  const [first = "", ...rest] = sides;
  if (kind === "sub") return `All cells of ${first} are also in ${listed(rest)}.`;
  if (kind === "and") return `${listed(sides)} have no cell in common.`;
  if (kind === "xor") return `${listed(sides)} cancel each other out.`;
  return `${listed(sides)} set no cell.`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

interface Loosened {
  readonly node: Expression;
  /** In so many of the parts a cell must be now. */
  readonly least: number;
  /** Number of cells of the result. */
  readonly cells: number;
}

/** An “and” without a common cell, loosened as little as gives cells; null where only “or” would do. */
export function loosened(
  { node, path }: Pick<EmptiedBy, "node" | "path">,
  positionsAt: PositionsAt,
): Loosened | null {
  if (node.kind !== "and") return null;
  const counts = countsIn(node, path, positionsAt);
  const least = Math.max(0, ...(counts?.values() ?? []));
  const made = least < 2 ? null : consensusOf(node, least, counts);
  if (!made || !counts) return null;
  return {
    node: made,
    least,
    cells: [...counts.values()].filter((count) => count >= least).length,
  };
}
