import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { collectionsQuery } from "../api/collection-queries.ts";
import { completeQuery } from "../api/map-queries.ts";
import { Keys } from "../components/controls/keys.tsx";
import type { Atlas } from "../model/atlas.ts";
import { type Action, useActions } from "../state/actions.ts";
import { openCollection } from "../state/collection/collection-look.ts";
import { openFilter } from "../state/filters/filter-state.ts";
import { filters } from "../state/filters/filter-store.ts";
import { useMapTools } from "../state/map-tools.ts";
import { exploreTerm, openWith } from "../state/open-with.ts";
import { pins } from "../state/pins.ts";
import { useAtlas, useRetina } from "../state/retina.ts";
import { rememberTerm } from "../state/settings.ts";
import { alternatives } from "./key-bindings.ts";
import { closeOverlay, useOverlay } from "./overlays.ts";
import { placesFor } from "./places.tsx";

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
            exploreTerm(term);
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

/** Every action of the application with its key, and everything that has a name: words, places, pins, filters. */
export function Palette() {
  const isOpen = useOverlay(({ overlay }) => overlay === "palette");
  return (
    <ModalOverlay
      className="dialog-back palette-back"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => !open && closeOverlay()}
    >
      <Modal className="palette">
        <Dialog className="palette-box column gap-0 float" aria-label="Commands">
          <PaletteList />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteList() {
  const actions = useActions((state) => state.actions);
  const [text, setText] = useState("");
  const { things, words } = useFinds(text);
  const listed = useMemo(
    () => ranked([...byId(actions), ...things], text, words),
    [actions, things, text, words],
  );
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField className="palette-search" aria-label="Search commands" autoFocus>
        <Input
          placeholder="What do you want to do or find?"
          onKeyDown={({ key }) => key === "Enter" && text.trim() !== "" && runFirst(listed)}
        />
      </SearchField>
      <Menu
        className="palette-list scroll"
        aria-label="Commands"
        items={listed}
        renderEmptyState={() => <p className="palette-none muted">Nothing matches “{text}”.</p>}
      >
        {(action) => (
          <MenuItem
            id={action.id}
            className="menu-item"
            textValue={`${action.group} ${action.title}`}
            isDisabled={Boolean(action.disabledBecause)}
            onAction={() => {
              closeOverlay();
              setTimeout(action.run, 0);
            }}
          >
            <span className="palette-group fine muted">{action.group}</span>
            <span className="grow">
              {action.title}
              {action.disabledBecause && (
                <span className="menu-reason">{action.disabledBecause}</span>
              )}
            </span>
            {action.keys && <Keys keys={alternatives(action.keys)[0] ?? ""} />}
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}

/** Enter means the first entry where none is marked, as after an entry that was marked has left the list. */
function runFirst(listed: readonly Action[]): void {
  // A marked entry has closed the list by then.
  setTimeout(() => {
    const first = listed.find(({ disabledBecause }) => !disabledBecause);
    if (useOverlay.getState().overlay !== "palette" || first === undefined) return;
    closeOverlay();
    setTimeout(first.run, 0);
  }, 0);
}

const FIRST = 3;

/** Of the actions, the places of the map are many, and sought less than what can be done. */
const PLACE = "Place";

/**
 * Actions with every typed word in their name: those that begin with what was typed, then the one of `terms` that was typed
 * itself, then those where each word begins as one that was typed; then the other terms and all others.
 */
export function ranked(
  actions: readonly Action[],
  typed: string,
  terms: readonly Action[] = [],
): readonly Action[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return actions;
  const rankOf = ({ title, group }: Action) => {
    const name = title.toLowerCase();
    const whole = `${group} ${title}`.toLowerCase();
    if (!words.every((word) => whole.includes(word))) return -1;
    if (name.startsWith(words.join(" ")) && group !== PLACE) return FIRST;
    return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 2 : 1;
  };
  const found = actions
    .map((action) => ({ action, rank: rankOf(action) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  const ofRank = (from: number) =>
    found.filter(({ rank }) => rank === from).map(({ action }) => action);
  const isTyped = ({ title }: Action) => title.toLowerCase() === words.join(" ");
  const [typedTerms, others] = [terms.filter(isTyped), terms.filter((term) => !isTyped(term))];
  return [...ofRank(FIRST), ...typedTerms, ...ofRank(2), ...others, ...ofRank(1)];
}

/** The last registered of each id, in order of first appearance. */
function byId(actions: readonly Action[]): Action[] {
  const listed = new Map<string, Action>();
  for (const action of actions) listed.set(action.id, action);
  return [...listed.values()];
}
