import { type Expression, isOperation } from "../../../../core/expression/ast.ts";
import {
  type Draft,
  type DraftOperation,
  draftOf,
  idSource,
  idsOf,
  type NodeId,
  places,
  withId,
} from "../../../../core/expression/draft.ts";
import { printJson } from "../../../../core/expression/print-json.ts";
import { sameExpression } from "../../../../core/expression/walk.ts";

/**
 * A draft of an expression that was written again, as a line or as JSON: what is recognised of the draft
 * before keeps its id. Leaves are recognised by what they are, operators by the leaves they share, and what
 * is left by being of the same kind in the same place. Cost grows with the product of both numbers of leaves.
 */
export function keepIds(before: Draft | undefined, after: Expression): Draft {
  if (before === undefined) return draftOf(after);
  if (sameExpression(before, after)) return before;
  const target = draftOf(after);
  const pairs = new Pairs();
  pairLeaves(leavesOf(before), leavesOf(target), pairs);
  pairOperators(before, target, pairs);
  if (before.kind === target.kind) pairs.add(before, target);
  pairInPlace(target, pairs);
  const ids = idSource(idsOf(before), false);
  const rename = (node: Draft): Draft => {
    const id = pairs.beforeOf(node)?.id ?? ids.take();
    return withId(isOperation(node) ? { ...node, operands: node.operands.map(rename) } : node, id);
  };
  return rename(target);
}

/** Which node was which; each is in one pair at most, and the first pair counts. */
class Pairs {
  readonly #before = new Map<NodeId, Draft>();
  readonly #taken = new Set<NodeId>();

  add(before: Draft, after: Draft): void {
    if (this.hasBefore(before) || this.beforeOf(after)) return;
    this.#before.set(after.id, before);
    this.#taken.add(before.id);
  }

  beforeOf = (after: Draft): Draft | undefined => this.#before.get(after.id);
  hasBefore = (before: Draft): boolean => this.#taken.has(before.id);
}

const leavesOf = (draft: Draft): Draft[] =>
  [...places(draft)].flatMap(({ node }) => (isOperation(node) ? [] : [node]));

/** Equal leaves: as many as there are in the same order, then those that changed places. */
function pairLeaves(before: readonly Draft[], after: readonly Draft[], pairs: Pairs): void {
  const text = (leaf: Draft) => JSON.stringify(printJson(leaf));
  const afterTexts = after.map(text);
  const beforeTexts = before.map(text);
  for (const [i, j] of commonSubsequence(beforeTexts, afterTexts)) pairs.add(before[i]!, after[j]!);
  const left = new Map<string, Draft[]>();
  for (const [i, leaf] of before.entries())
    if (!pairs.hasBefore(leaf))
      left.set(beforeTexts[i]!, [...(left.get(beforeTexts[i]!) ?? []), leaf]);
  for (const [j, leaf] of after.entries()) {
    const found = pairs.beforeOf(leaf) ? undefined : left.get(afterTexts[j]!)?.shift();
    if (found) pairs.add(found, leaf);
  }
}

interface Likeness {
  readonly before: Draft;
  readonly after: Draft;
  /** Leaves that both have, as a share of all: 1 for the same leaves. */
  readonly share: number;
  readonly depth: number;
}

/** Operators of the same kind, those that share most of their leaves first. */
function pairOperators(before: Draft, after: Draft, pairs: Pairs): void {
  const operatorsAbove = above(before);
  const alike: Likeness[] = [];
  for (const { node, path } of places(after)) {
    if (!isOperation(node)) continue;
    const leaves = leavesOf(node);
    const shared = new Map<DraftOperation, number>();
    for (const leaf of leaves)
      for (const operator of operatorsAbove.get(pairs.beforeOf(leaf)?.id ?? "") ?? [])
        if (operator.kind === node.kind) shared.set(operator, (shared.get(operator) ?? 0) + 1);
    for (const [operator, count] of shared) {
      const share = (2 * count) / (leavesOf(operator).length + leaves.length);
      alike.push({ before: operator, after: node, share, depth: path.length });
    }
  }
  alike.sort((a, b) => b.share - a.share || b.depth - a.depth);
  for (const likeness of alike) pairs.add(likeness.before, likeness.after);
}

/** The operators above each leaf, the innermost first. */
function above(draft: Draft): ReadonlyMap<NodeId, readonly DraftOperation[]> {
  const found = new Map<NodeId, readonly DraftOperation[]>();
  const visit = (node: Draft, operators: readonly DraftOperation[]) => {
    if (!isOperation(node)) found.set(node.id, operators);
    else for (const operand of node.operands) visit(operand, [node, ...operators]);
  };
  visit(draft, []);
  return found;
}

/** Operands of the same kind that follow the same operand in operators that are the same, from the root down. */
function pairInPlace(after: Draft, pairs: Pairs): void {
  const before = pairs.beforeOf(after);
  if (!isOperation(after)) return;
  if (before && isOperation(before)) {
    const gaps = gapsOf(before.operands, (operand) =>
      pairs.hasBefore(operand) ? operand.id : undefined,
    );
    const isOwn = new Set(before.operands);
    const anchorOf = (operand: Draft) => {
      const old = pairs.beforeOf(operand);
      return old && isOwn.has(old) ? old.id : undefined;
    };
    for (const [anchor, operands] of gapsOf(after.operands, anchorOf)) {
      const left = [...(gaps.get(anchor) ?? [])];
      for (const operand of operands) {
        const index = left.findIndex(({ kind }) => kind === operand.kind);
        const [old] = index < 0 ? [] : left.splice(0, index + 1).slice(-1);
        if (old) pairs.add(old, operand);
      }
    }
  }
  for (const operand of after.operands) pairInPlace(operand, pairs);
}

/** Operands without an anchor of their own, by the anchor before them; "" for none. */
function gapsOf(
  operands: readonly Draft[],
  anchorOf: (operand: Draft) => NodeId | undefined,
): ReadonlyMap<NodeId, readonly Draft[]> {
  const gaps = new Map<NodeId, Draft[]>();
  let last = "";
  for (const operand of operands) {
    const anchor = anchorOf(operand);
    if (anchor === undefined) gaps.set(last, [...(gaps.get(last) ?? []), operand]);
    else last = anchor;
  }
  return gaps;
}

/** Places of a longest common subsequence, as [in `a`, in `b`], ascending. Cost: the product of both lengths. */
export function commonSubsequence(
  a: readonly string[],
  b: readonly string[],
): readonly (readonly [number, number])[] {
  const width = b.length + 1;
  /** At [i, j]: the length for `a` from i on and `b` from j on. */
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? 1 + lengths[(i + 1) * width + j + 1]!
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}
