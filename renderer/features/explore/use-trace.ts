import { useCallback } from "react";
import { useEvaluatedSubject } from "../../state/use-subject.ts";

/** Positions of the part at a `pathKey`, as far as it could be evaluated. */
export function useTrace() {
  const { positionsAt, data } = useEvaluatedSubject();
  return useCallback(
    (key: string): readonly number[] | undefined =>
      // The whole is thinned after its operator was applied, which the trace does not show.
      key === "" && data ? data.positions : positionsAt(key),
    [positionsAt, data],
  );
}
