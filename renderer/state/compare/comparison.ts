import {
  type Comparison,
  comparisonSchema,
  keptPair,
  type OverlapClass,
  type Side,
  type SideName,
  START,
} from "../../model/compare/comparison.ts";
import { byMember } from "../../model/join-content.ts";
import { defineSlice } from "../slice.ts";

export const comparison = defineSlice("compare", {
  title: "the comparison",
  schema: comparisonSchema,
  initial: START,
  join: byMember(START),
});

/** Puts something in a slot; what was compared until now can be brought back. */
export function putSide(name: SideName, side: Side, label: string, gesture?: string): void {
  comparison.edit(
    label,
    (before) => ({ ...before, [name]: side, previous: keptPair(before, name, side) }),
    gesture === undefined ? {} : { gesture },
  );
}

/** Opens a pair of a list of many. */
export function openPair(left: Side, right: Side): void {
  comparison.edit(`Compare ${left.typed} and ${right.typed}`, (before) => ({
    ...before,
    scope: "pair",
    left,
    right,
  }));
}

export function chooseScope(scope: Comparison["scope"]): void {
  comparison.edit(scope === "many" ? "Compare many" : "Compare two", (before) => ({
    ...before,
    scope,
  }));
}

export function swapSides(): void {
  comparison.edit("Swap the two sides", (before) => ({
    ...before,
    left: before.right,
    right: before.left,
  }));
}

export function comparePrevious(): void {
  comparison.edit("Compare the previous pair", (before) =>
    before.previous
      ? { ...before, ...before.previous, previous: { left: before.left, right: before.right } }
      : before,
  );
}

export function setThreshold(threshold: number): void {
  comparison.edit("Set the threshold for close", (before) => ({ ...before, threshold }), {
    gesture: "compare threshold",
  });
}

export function toggleClass(name: OverlapClass): void {
  comparison.edit("Show other parts", (before) => ({
    ...before,
    hidden: before.hidden.includes(name)
      ? before.hidden.filter((known) => known !== name)
      : [...before.hidden, name],
  }));
}
