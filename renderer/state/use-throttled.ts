import { useEffect, useRef, useState } from "react";

/** After this long a question is given up for the one that a person has come to meanwhile. */
const PATIENCE_MS = 1000;
/** From one question to the next while a person types: every letter would ask about half a word. */
export const TYPING_MS = 200;

/**
 * What to ask for while a value changes under the hand. A question under way is not given up for each later one, or nothing
 * would be shown until the hand rests: the last of them is asked once the answer is there, which `settle` is told of in the
 * same render, and not sooner than `pace` after the one before.
 */
export function useThrottled<T>(
  live: T,
  pace = 0,
): { readonly asked: T; readonly settle: (isUnderWay: boolean) => void } {
  const [last, setLast] = useState({ asked: live, at: Number.NEGATIVE_INFINITY });
  const isUnderWay = useRef(false);
  const isWaiting = last.asked !== live;
  const ask = () => setLast({ asked: live, at: performance.now() });
  useEffect(() => {
    if (!isWaiting) return;
    const wait = last.at + (isUnderWay.current ? PATIENCE_MS : pace) - performance.now();
    const timer = setTimeout(() => setLast({ asked: live, at: performance.now() }), wait);
    return () => clearTimeout(timer);
  });
  const settle = (now: boolean) => {
    isUnderWay.current = now;
    if (isWaiting && !now && performance.now() - last.at >= pace) ask();
  };
  return { asked: last.asked, settle };
}
