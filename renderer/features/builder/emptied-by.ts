import { type Expression, isOperation, type NodePath } from "../../../core/expression/ast.ts";
import { shortName } from "../../../core/expression/short-name.ts";
import { pathKey } from "../../../core/expression/walk.ts";
import { formatCount } from "../../components/format.ts";

interface EmptiedBy {
  readonly path: NodePath;
  readonly node: Expression;
  /** What each side had, in words. */
  readonly sentence: string;
}

type PositionsAt = (key: string) => ArrayLike<number> | undefined;

/** The innermost step that took the last cells away: it is empty, and what it was made of is not. */
export function emptiedBy(
  node: Expression,
  positionsAt: PositionsAt,
  path: NodePath = [],
): EmptiedBy | null {
  if (positionsAt(pathKey(path))?.length !== 0) return null;
  if (!isOperation(node)) return null;
  for (const [index, operand] of node.operands.entries()) {
    const inner = emptiedBy(operand, positionsAt, [...path, index]);
    if (inner && matters(node, index)) return inner;
  }
  const sides = node.operands.map((operand, index) => {
    const size = positionsAt(pathKey([...path, index]))?.length;
    return size === undefined ? shortName(operand) : `${shortName(operand)} (${formatCount(size)})`;
  });
  return { path, node, sentence: sentenceFor(node.kind, sides) };
}

/** Whether an empty operand empties the whole: any of `and`, the first of `sub`; all of the others are empty anyway. */
const matters = (node: Expression, index: number): boolean => node.kind !== "sub" || index === 0;

function sentenceFor(kind: string, sides: readonly string[]): string {
  const [first = "", ...rest] = sides;
  if (kind === "sub") return `All cells of ${first} are also in ${listed(rest)}.`;
  if (kind === "and") return `${listed(sides)} have no cell in common.`;
  if (kind === "xor") return `${listed(sides)} cancel each other out.`;
  return `${listed(sides)} set no cell.`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
