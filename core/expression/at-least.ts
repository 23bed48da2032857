import type { Expression, Operation } from "./ast.ts";

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
