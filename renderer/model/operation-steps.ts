import type { Operator } from "../../core/expression/ast.ts";
import { and, or, sub, xor } from "../../core/fingerprint/operations.ts";
import { formatCount, plural } from "./format.ts";
import type { MapLayer } from "./map/layers.ts";

/** An operator with what it is applied to, in order. */
export interface Operation {
  readonly operator: Operator;
  readonly operands: readonly { readonly label: string; readonly positions: readonly number[] }[];
}

/** One picture of how a result comes about. */
export interface Step {
  readonly caption: string;
  readonly layers: readonly MapLayer[];
}

type Cells = Uint16Array;
const APPLY: Readonly<Record<Operator, (pair: readonly [Cells, Cells]) => Cells>> = {
  and,
  or,
  sub,
  xor,
};
const WORDS: Readonly<Record<Operator, string>> = {
  and: "and",
  or: "or",
  sub: "without",
  xor: "either, not both,",
};

/** The first operand, then for each other one how it comes and what it does, then the result as the map shows it. */
export function stepsOf(operation: Operation, result: readonly MapLayer[]): Step[] {
  const [base, ...others] = operation.operands;
  if (!base) return [];
  let now: Cells = Uint16Array.from(base.positions);
  const steps: Step[] = [
    { caption: `${base.label}: ${plural(now.length, "cell")}`, layers: [cellsOf(base.label, now)] },
  ];
  for (const { label, positions } of others) {
    const next = Uint16Array.from(positions);
    const after = Uint16Array.from(APPLY[operation.operator]([now, next]));
    steps.push(arriving({ label, now, next }, operation.operator), changing(now, after));
    now = after;
  }
  return [...steps, ending(now, result)];
}

const cellsOf = (label: string, positions: Cells): MapLayer => ({
  id: "step now",
  label,
  positions,
  colour: "first",
});

interface Arriving {
  readonly label: string;
  readonly now: Cells;
  readonly next: Cells;
}

/** The next operand in outline, over what there is. */
function arriving({ label, now, next }: Arriving, operator: Operator): Step {
  const outlines: MapLayer = {
    id: "step next",
    label,
    positions: next,
    colour: "second",
    mark: "ring",
    isOutside: true,
  };
  return {
    caption: `${WORDS[operator]} ${label}: ${plural(next.length, "cell")}`,
    layers: [cellsOf("so far", now), outlines],
  };
}

/** What stays, what goes and what is new. */
function changing(now: Cells, after: Cells): Step {
  const kept = and([now, after]);
  const dropped = sub([now, after]);
  const added = sub([after, now]);
  const changes = [
    kept.length > 0 ? `${formatCount(kept.length)} kept` : "",
    dropped.length > 0 ? `${formatCount(dropped.length)} dropped` : "",
    added.length > 0 ? `${formatCount(added.length)} added` : "",
  ].filter(Boolean);
  const layers: MapLayer[] = [
    {
      id: "step dropped",
      label: "dropped",
      positions: dropped,
      colour: "text-3",
      mark: "ring",
      isOutside: true,
    },
    { id: "step kept", label: "kept", positions: kept, colour: "shared" },
    { id: "step added", label: "added", positions: added, colour: "second" },
  ];
  return {
    caption: `${formatCount(now.length)} → ${formatCount(after.length)}: ${changes.join(", ") || "nothing left"}`,
    layers: layers.filter(({ positions }) => positions.length > 0),
  };
}

/** The very layers that the map shows at rest. */
function ending(reached: Cells, layers: readonly MapLayer[]): Step {
  const cells = layers
    .filter(({ isOutside }) => !isOutside)
    .reduce((sum, { positions }) => sum + positions.length, 0);
  const thinned = cells < reached.length ? `${formatCount(reached.length)} → ` : "";
  return {
    caption: `The result: ${thinned}${plural(cells, "cell")}${thinned ? " by thinning" : ""}`,
    layers,
  };
}
