import { createContext } from "react";
import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import type { NodeId } from "../../../../core/expression/draft.ts";
import type { Missing } from "../../../model/missing-parts.ts";
import type { Known } from "../model/consensus.ts";

/** What every line of the tree needs and is worked out once for all. */
interface TreeData {
  /** A part as the service takes it. */
  readonly sentPart: (id: NodeId) => ExpressionJson | null;
  /** The leaf without which the result would change most. */
  readonly strongest: NodeId | null;
  /** Parts without positions. */
  readonly missing: ReadonlyMap<NodeId, Missing>;
  /** Cells and notes of every part. */
  readonly known: Known;
}

export const TreeContext = createContext<TreeData>({
  sentPart: () => null,
  strongest: null,
  missing: new Map(),
  known: { positionsAt: () => undefined, notes: new Map() },
});
