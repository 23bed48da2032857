import { useEffect, useRef } from "react";
import { create } from "zustand";
import type { ExpressionJson } from "../../core/api/json-value.ts";
import { navigate } from "./navigation.ts";

/** What one view gives another: the receiver decides what to make of it. */
interface Handover {
  readonly view: string;
  readonly expressions: readonly ExpressionJson[];
  /** What the person calls them, in the same order; empty where only the expressions tell. */
  readonly labels: readonly string[];
}

const useStore = create<{ readonly waiting: Handover | null }>(() => ({ waiting: null }));

/** Opens a view and gives it expressions, e.g. a text as an example for a filter, or as a side of a comparison. */
export function handOver(
  view: string,
  expressions: readonly ExpressionJson[],
  labels: readonly string[] = [],
): void {
  useStore.setState({ waiting: { view, expressions, labels } });
  navigate(view);
}

/** For the receiving view: called once for each handover meant for it. */
export function useHandover(
  view: string,
  take: (expressions: readonly ExpressionJson[], labels: readonly string[]) => void,
): void {
  const waiting = useStore((state) => state.waiting);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (waiting?.view !== view) return;
    useStore.setState({ waiting: null });
    latest.current(waiting.expressions, waiting.labels);
  }, [waiting, view]);
}
