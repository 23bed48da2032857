import { useEffect, useRef, useState } from "react";

/** After this long a question is given up for the one that a person has come to meanwhile. */
const PATIENCE_MS = 1000;

/**
 * What to ask for while a hand moves on all the time. A question under way is not given up for each later one, or a brush
 * would show nothing until it rests: the last of them is asked once the answer is there, which `settle` is told of.
 */
export function usePaced<T>(wanted: T): {
  readonly asked: T;
  /** Called in the same render. */
  readonly settle: (isUnderWay: boolean) => void;
} {
  const [asked, setAsked] = useState(wanted);
  const latest = useRef(wanted);
  latest.current = wanted;
  const isWaiting = asked !== wanted;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setAsked(latest.current), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  const settle = (isUnderWay: boolean) => {
    if (isWaiting && !isUnderWay) setAsked(wanted);
  };
  return { asked, settle };
}
