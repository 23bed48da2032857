import { useEffect } from "react";
import { create } from "zustand";
import { useFilterStates } from "./filters/ready-filters.ts";

/** Cells of a category filter in the retina in use, or a sentence that says why it has none. */
export type FilterCells = ReadonlyMap<string, readonly number[] | string>;

const useStore = create<{ readonly cells: FilterCells }>(() => ({ cells: new Map() }));

/** What `filter:"name"` stands for, by name; empty until some expression has asked. */
export const useFilterCells = (): FilterCells => useStore((state) => state.cells);

/** Works the filters out and tells everyone; only where an expression holds one, as it takes time. */
export function usePublishedFilterCells(): void {
  const states = useFilterStates();
  const text = JSON.stringify(
    states.map(({ filter, ready, problem }) => [filter.name, ready?.positions ?? problem]),
  );
  useEffect(() => {
    const told: [string, readonly number[] | string][] = JSON.parse(text);
    useStore.setState({ cells: new Map(told) });
  }, [text]);
}
