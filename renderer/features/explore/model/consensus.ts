import {
  type Expression,
  type NodePath,
  type Operation,
  withSparsity,
} from "../../../../core/expression/ast.ts";
import { pathKey } from "../../../../core/expression/walk.ts";

/** Positions of the part at a `pathKey`, as far as it was evaluated. */
export type PositionsAt = (key: string) => ArrayLike<number> | undefined;

/**
 * The parts of an operator as “in at least `least` of these”, for which the service has no operator: written out with `and` and
 * `or` where that can be read, else as the list of its cells, named for what it is. Null where no cell is in so many, or a
 * part has no cells of its own.
 */
export function consensusOf(
  { operands, sparsity }: Operation,
  least: number,
  counts: ReadonlyMap<number, number> | null,
): Expression | null {
  const cells = [...(counts ?? [])].flatMap(([cell, count]) => (count >= least ? [cell] : []));
  if (cells.length === 0) return null;
  const positions = Uint16Array.from(cells).sort();
  const name = `at least ${least} of ${operands.length}`;
  return withSparsity<Expression>(
    atLeast(operands, least) ?? { kind: "positions", positions, name },
    sparsity,
  );
}

/** In how many operands of the operation at a path each cell is; null where one was not evaluated. */
export function countsIn(
  { operands }: Operation,
  path: NodePath,
  positionsAt: PositionsAt,
): ReadonlyMap<number, number> | null {
  const counts = new Map<number, number>();
  for (const index of operands.keys()) {
    const positions = positionsAt(pathKey([...path, index]));
    if (!positions) return null;
    for (const cell of Array.from(positions)) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return counts;
}

/** Written out with more parts than this it is too long to read. */
const MOST_PARTS = 24;

/**
 * “In at least `least` of these”, which the service has no operator for, written out with `and` and `or`;
 * `undefined` where that would be too long.
 */
export function atLeast(operands: readonly Expression[], least: number): Operation | undefined {
  if (least <= 1) return { kind: "or", operands };
  if (least >= operands.length) return { kind: "and", operands };
  if (binomial(operands.length, least) * least > MOST_PARTS) return undefined;
  const choices = choose(operands, least);
  return { kind: "or", operands: choices.map((chosen) => ({ kind: "and", operands: chosen })) };
}

function binomial(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

/** Every choice of `count` items, in their order. */
function choose<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, index) =>
    choose(items.slice(index + 1), count - 1).map((rest) => [item, ...rest]),
  );
}
