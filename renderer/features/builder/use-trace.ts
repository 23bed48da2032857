import { useMemo } from "react";
import { useEvaluatedSubject } from "../../state/use-subject.ts";

/** Positions of each node of the tree, as far as it could be evaluated. */
export function useTrace() {
  const { traced, placeOf, data } = useEvaluatedSubject();
  return useMemo(() => {
    const byPlace = new Map(traced?.trace.map(({ path, positions }) => [path, positions]));
    return (key: string): readonly number[] | undefined => {
      // The whole is thinned after its operator was applied, which the trace does not show.
      if (key === "" && data) return data.positions;
      const place = placeOf?.(key);
      return place === undefined ? undefined : byPlace.get(place);
    };
  }, [traced, placeOf, data]);
}
