import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { create } from "zustand";
import { termQuery } from "../api/map-queries.ts";
import { useRetina } from "./retina.ts";

/** What the pointer or the keyboard is on, shared by the map and every list. Never saved. */
interface Hover {
  /** Cell on the map, or -1. */
  readonly cell: number;
  /** Of the points on the map the one under the pointer, or -1. */
  readonly point: number;
  /** A term in some list, with its positions once known, lit on the map; null for none. */
  readonly term: { readonly name: string; readonly positions: readonly number[] } | null;
}

export const useHover = create<Hover>(() => ({ cell: -1, point: -1, term: null }));

export const hoverCell = (cell: number): void => {
  if (useHover.getState().cell !== cell) useHover.setState({ cell });
};

export const hoverPoint = (point: number): void => {
  if (useHover.getState().point !== point) useHover.setState({ point });
};

export const hoverTerm = (term: Hover["term"]): void => {
  if (useHover.getState().term?.name !== term?.name) useHover.setState({ term });
};

/** For an element: lights cells while the pointer is on it. */
export const lights = (term: () => Hover["term"]) => ({
  onPointerEnter: () => hoverTerm(term()),
  onPointerLeave: () => hoverTerm(null),
});

/** For lists: nothing stays lit when the list, or what it shows, goes away under the pointer. */
export function useEndHover(shown?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content ends the hover too
  useEffect(() => () => hoverTerm(null), [shown]);
}

/** For lists: lights the cells of the term under the pointer or the cursor; only the last one is shown. */
export function useTermHover(): (term: string | null) => void {
  const client = useQueryClient();
  const retina = useRetina()?.name ?? "";
  const wanted = useRef<string | null>(null);
  return useCallback(
    (term) => {
      wanted.current = term;
      if (term === null) {
        hoverTerm(null);
        return;
      }
      void client
        .fetchQuery(termQuery(retina, term))
        .then(({ positions }) => {
          if (wanted.current === term) hoverTerm({ name: term, positions });
        })
        .catch(() => hoverTerm(null));
    },
    [client, retina],
  );
}
