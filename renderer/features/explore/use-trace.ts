import { useCallback } from "react";
import type { NodeId } from "../../../core/expression/draft.ts";
import { useEvaluatedSubject, useSubjectTree } from "../../state/use-subject.ts";

/** Positions of each node of the tree, as far as it could be evaluated. */
export function useTrace() {
  const { positionsAt, data } = useEvaluatedSubject();
  const { tree } = useSubjectTree();
  const root = tree?.id;
  return useCallback(
    (id: NodeId): readonly number[] | undefined =>
      // The whole is thinned after its operator was applied, which the trace does not show.
      id === root && data ? data.positions : positionsAt(id),
    [positionsAt, data, root],
  );
}
