import { create } from "zustand";
import type { Members } from "./model/combinations.ts";

/** How a comparison is looked at; neither undone nor saved. */
export const useCompareDesk = create<{
  /** Name of the shared region whose words are lit; null for all. */
  readonly region: string | null;
  /** Of many items the two that the map shows, by place. */
  readonly pair: readonly [left: number, right: number] | null;
  /** Which combination of the items is told about, by the items it is of. */
  readonly combination: { readonly key: string; readonly members: Members } | null;
  /** Are the nine measures unfolded? */
  readonly showsMeasures: boolean;
  /** Are the terms between the two unfolded? */
  readonly showsBridges: boolean;
  /** They were asked for by name, so the list has to come into sight. */
  readonly seeksBridges: boolean;
}>(() => ({
  region: null,
  pair: null,
  combination: null,
  showsMeasures: false,
  showsBridges: false,
  seeksBridges: false,
}));

/** Shows a pair of the list or the matrix on the map. */
export function lookAtPair(pair: readonly [number, number] | null): void {
  const { pair: before } = useCompareDesk.getState();
  if (before?.[0] === pair?.[0] && before?.[1] === pair?.[1]) return;
  useCompareDesk.setState({ pair });
}
