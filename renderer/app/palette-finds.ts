import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { collectionsQuery } from "../api/collection-queries.ts";
import { completeQuery } from "../api/map-queries.ts";
import type { Atlas } from "../model/atlas.ts";
import type { Action } from "../state/actions.ts";
import { useAtlas } from "../state/atlas.ts";
import { openCollection } from "../state/collection/collection-look.ts";
import { openFilter } from "../state/filters/filter-state.ts";
import { filters } from "../state/filters/filter-store.ts";
import { useMapTools } from "../state/map-tools.ts";
import { openWith } from "../state/open-with.ts";
import { pins } from "../state/pins.ts";
import { useRetina } from "../state/retina.ts";
import { rememberTerm } from "../state/settings.ts";
import { placesFor } from "./places-for.ts";

interface Finds {
  /** Places of the map, pins, filters and collections; they are ranked with the actions, by their names. */
  readonly things: readonly Action[];
  /** Words of the retina that begin as what was typed, the word itself first. */
  readonly words: readonly Action[];
}

const MOST_WORDS = 5;
const MOST_PLACES = 5;
const SHORTEST = 2;
const NO_CELLS: ReadonlySet<number> = new Set();

/** What the palette finds beside actions: everything that has a name. Nothing before something was typed. */
export function useFinds(text: string): Finds {
  const typed = text.trim();
  const retina = useRetina()?.name ?? "";
  const atlas = useAtlas();
  const shelf = pins.use();
  const all = filters.use();
  const { data } = useQuery({
    ...completeQuery(retina, typed),
    enabled: retina !== "" && typed.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  const { data: read } = useQuery({ ...collectionsQuery(), enabled: typed.length >= SHORTEST });
  const things = useMemo(() => {
    if (typed.length < SHORTEST) return [];
    const kept = shelf.map(({ id, label, source }) => ({
      id: `pin ${id}`,
      title: label,
      group: "Shelf",
      run: () => openWith("explore", [source]),
    }));
    const made = all.map(({ id, name }) => ({
      id: `filter ${id}`,
      title: name,
      group: "Filter",
      run: () => {
        openFilter(id);
        openWith("filters");
      },
    }));
    const collections = (read?.collections ?? []).map(({ name }) => ({
      id: `collection ${name}`,
      title: name,
      group: "Collection",
      run: () => {
        openCollection(name);
        openWith("collection");
      },
    }));
    return [...kept, ...made, ...collections, ...placesIn(atlas, typed)];
  }, [typed, shelf, all, read, atlas]);
  const words = useMemo(
    () =>
      (typed.length < SHORTEST ? [] : (data ?? []))
        .filter(({ kind }) => kind !== "spelling")
        .slice(0, MOST_WORDS)
        .map(({ term }) => ({
          id: `word ${term}`,
          title: term,
          group: "Word",
          run: () => {
            rememberTerm(term);
            openWith("explore", [{ term }]);
          },
        })),
    [data, typed],
  );
  return { things, words };
}

const placesIn = (atlas: Atlas | null, sought: string): Action[] =>
  atlas === null
    ? []
    : placesFor(atlas, { sought, set: NO_CELLS })
        .slice(0, MOST_PLACES)
        .map(({ region: { id, name } }) => ({
          id: `place ${id}`,
          title: name,
          group: "Place",
          run: () => useMapTools.getState().controls?.zoomToCells(atlas.cellsOf(id)),
        }));
