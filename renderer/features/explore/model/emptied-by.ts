import { isOperation } from "../../../../core/expression/ast.ts";
import type { Draft, DraftOperation, NodeId } from "../../../../core/expression/draft.ts";
import type { NodeNotes } from "../../../model/expression-tree.ts";
import { formatCount } from "../../../model/format.ts";
import { consensusOf, countsIn, type Known } from "./consensus.ts";
import { shortName } from "./short-name.ts";

interface EmptiedBy {
  readonly node: DraftOperation;
  /** What each side had, in words. */
  readonly sentence: string;
}

type PositionsAt = (id: NodeId) => ArrayLike<number> | undefined;

/** The innermost step that took the last cells away: it is empty, and what it was made of is not. */
export function emptiedBy(node: Draft, positionsAt: PositionsAt): EmptiedBy | null {
  if (positionsAt(node.id)?.length !== 0) return null;
  if (!isOperation(node)) return null;
  for (const [index, operand] of node.operands.entries()) {
    const inner = emptiedBy(operand, positionsAt);
    if (inner && matters(node, index)) return inner;
  }
  const sides = node.operands.map((operand) => {
    const size = positionsAt(operand.id)?.length;
    return size === undefined ? shortName(operand) : `${shortName(operand)} (${formatCount(size)})`;
  });
  return { node, sentence: sentenceFor(node.kind, sides) };
}

/** Whether an empty operand empties the whole: any of `and`, the first of `sub`; all of the others are empty anyway. */
const matters = (node: DraftOperation, index: number): boolean =>
  node.kind !== "sub" || index === 0;

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
  readonly node: Draft;
  /** So many of the parts a cell must be in now. */
  readonly least: number;
  /** Cells that gives. */
  readonly cells: number;
  /** Names of the parts, in their new places. */
  readonly notes: NodeNotes;
}

/** An “and” without a common cell, loosened as little as gives cells; null where only “or” would do. */
export function loosened(tree: Draft, operation: DraftOperation, known: Known): Loosened | null {
  if (operation.kind !== "and") return null;
  const counts = countsIn(operation.operands, known);
  const least = Math.max(0, ...(counts?.values() ?? []));
  const consensus = least < 2 ? null : consensusOf(tree, { operation, least }, known);
  if (!consensus || !counts) return null;
  return {
    ...consensus,
    least,
    cells: [...counts.values()].filter((count) => count >= least).length,
  };
}
