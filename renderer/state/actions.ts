import { useEffect, useRef } from "react";
import { create } from "zustand";

/** Something a person can do from anywhere: by key, by palette, by menu. */
export interface Action {
  /** Stable, e.g. "map.zoom-in". */
  readonly id: string;
  /** Says the effect: "Zoom to the fingerprint". */
  readonly title: string;
  readonly group: string;
  /** In tinykeys' notation, e.g. "$mod+k". Keys without a modifier work only on the map, or where `keysOn` names. */
  readonly keys?: string;
  /** `rows`: the table of rows. */
  readonly keysOn?: "map" | "rows";
  /** Shown but not runnable now, with the reason. */
  readonly disabledBecause?: string | null;
  readonly run: () => void;
}

export const useActions = create<{ readonly actions: readonly Action[] }>(() => ({ actions: [] }));

/** Adds actions; the function takes them out again. An id registered later hides the earlier one. */
export function registerActions(actions: readonly Action[]): () => void {
  useActions.setState((state) => ({ actions: [...state.actions, ...actions] }));
  return () =>
    useActions.setState((state) => ({
      actions: state.actions.filter((action) => !actions.includes(action)),
    }));
}

/** For components: these actions exist while the component is on the page. Callbacks may change freely. */
export function useRegisterActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const shape = JSON.stringify(
    actions.map(({ id, title, group, keys, disabledBecause }) => [
      id,
      title,
      group,
      keys,
      disabledBecause,
    ]),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered again only when something visible changes
  useEffect(() => {
    const current = latest.current.map((action) => ({
      ...action,
      run: () => latest.current.find(({ id }) => id === action.id)?.run(),
    }));
    return registerActions(current);
  }, [shape]);
}

/** Runs an action by id; does nothing when it is not there or not possible now. */
export function runAction(id: string): void {
  const action = useActions.getState().actions.findLast((known) => known.id === id);
  if (action && !action.disabledBecause) action.run();
}
