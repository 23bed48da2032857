import { useEffect } from "react";
import { compareHistory, keyOf, remembered } from "./past-comparisons.ts";
import { usePair } from "./use-comparison.ts";

/** A pair counts as looked at after resting so long; what is still being typed does not. */
const REST_MS = 1500;

/** Keeps what is compared once it rests. `cosine` is undefined while there is no answer. */
export function useRemember(cosine: number | null | undefined): void {
  const { left, right } = usePair();
  const [first, second] = [left?.item, right?.item];
  useEffect(() => {
    if (cosine === undefined || !first || !second) return;
    const timer = setTimeout(() => {
      const latest = { left: first, right: second, cosine, at: new Date().toISOString() };
      compareHistory.keep((past) => {
        const [newest] = past;
        const isSame = newest && keyOf(newest) === keyOf(latest) && newest.cosine === cosine;
        return isSame ? past : remembered(past, latest);
      });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [first, second, cosine]);
}
