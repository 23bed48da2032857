import type { Expression } from "../../../core/expression/ast.ts";
import {
  type Draft,
  draftOf,
  type NodeId,
  nodeWith,
  places,
} from "../../../core/expression/draft.ts";
import { parseLine } from "../../../core/expression/parse-line.ts";
import { pathKey } from "../../../core/expression/walk.ts";

/** The draft of a line that can be read. */
export function readDraft(line: string): Draft {
  const { expression } = parseLine(line);
  if (expression === undefined) throw new Error(`Not an expression: ${line}`);
  return draftOf(expression);
}

/** The id of the node at a `pathKey`; "none" where there is none. */
export const idAt = (draft: Draft, key: string): NodeId =>
  [...places(draft)].find(({ path }) => pathKey(path) === key)?.node.id ?? "none";

/** The `pathKey` of the node with an id. */
export const keyOf = (draft: Draft, id: NodeId): string | undefined => {
  const found = [...places(draft)].find(({ node }) => node.id === id);
  return found && pathKey(found.path);
};

/** Notes or sizes that are written by `pathKey`, by id. */
export const byId = <T>(draft: Draft, byKey: Readonly<Record<string, T>>): Map<NodeId, T> =>
  new Map(Object.entries(byKey).map(([key, value]) => [idAt(draft, key), value]));

/** The same tree as any other expression has it. */
export const withoutIds = (node: Expression): Expression => {
  const { id: _, ...rest } = node as Draft;
  return "operands" in rest ? { ...rest, operands: rest.operands.map(withoutIds) } : rest;
};

export const partAt = (draft: Draft, key: string): Draft | undefined =>
  nodeWith(draft, idAt(draft, key));
