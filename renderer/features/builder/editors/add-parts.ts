import type { Expression, NodePath, Operator } from "../../../../core/expression/ast.ts";
import { type EditResult, isRefused } from "../../../../core/expression/draft.ts";
import { addBeside, addOnto, insert } from "../../../../core/expression/edit.ts";

export interface Addition {
  readonly place: "inside" | "beside";
  readonly path: NodePath;
  /** Where no operator is there to take the part, this one is made. */
  readonly operator: Operator;
}

/** Adds parts one after the other, as one edit. Focus is the last of them. */
export function addParts(
  tree: Expression | undefined,
  parts: readonly Expression[],
  { place, path, operator }: Addition,
): EditResult {
  let at = { place, path };
  let result: EditResult = { refused: "There is nothing to add." };
  let moved: ReadonlyMap<string, string> | null = null;
  let current = tree;
  for (const node of parts) {
    result =
      current === undefined
        ? insert(undefined, { parent: [], index: 0 }, node)
        : at.place === "inside"
          ? addOnto(current, at.path, { node, operator })
          : addBeside(current, at.path, { node, operator });
    if (isRefused(result)) return result;
    moved = moved ? chain(moved, result.moved) : result.moved;
    current = result.expression;
    at = { place: "beside", path: result.focus };
  }
  if (isRefused(result) || !moved) return result;
  const label = parts.length === 1 ? result.label : `Add ${parts.length} parts`;
  return { ...result, moved, label };
}

function chain(
  first: ReadonlyMap<string, string>,
  second: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const chained = new Map<string, string>();
  for (const [from, between] of first) {
    const to = second.get(between);
    if (to !== undefined) chained.set(from, to);
  }
  return chained;
}

/** How a part joins the whole: into an outermost operator of the same kind, else both under a new one. */
export function additionToWhole(tree: Expression | undefined, operator: Operator): Addition {
  const joins = tree !== undefined && tree.kind === operator && tree.sparsity === undefined;
  return { place: joins ? "inside" : "beside", path: [], operator };
}
