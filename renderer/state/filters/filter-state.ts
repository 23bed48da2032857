import { create } from "zustand";
import type { JsonValue } from "../../../core/api/schema/json-value.ts";
import {
  type Example,
  type Filter,
  MOST_EXAMPLES,
  type Side,
} from "../../../core/workspace/filters/filter-model.ts";
import type { TextSource } from "../../../core/workspace/filters/outlook.ts";
import { freeName, makeExample, makeFilter, withChange } from "../../model/filters/make-filter.ts";
import { newId } from "../../model/fingerprint.ts";
import { plural } from "../../model/format.ts";
import { jsonOf } from "../../model/subject.ts";
import { NO_SELECTION, type Selection } from "../../model/tables/virtual-window.ts";
import { undoableToast } from "../edits.ts";
import { hoverTerm } from "../hover.ts";
import { pins } from "../pins.ts";
import { subject } from "../subject.ts";
import { workspace } from "../workspace.ts";
import { filters } from "./filter-store.ts";

/** How the filters are looked at; neither undone nor saved. */
export const useFilterDesk = create<{
  readonly openId: string;
  readonly selection: Readonly<Record<Side, Selection>>;
  /** Only examples with these letters or this mark are listed; "" for all. */
  readonly search: string;
  readonly onlyMark: string;
  /** A text to try on the filter. */
  readonly trial: string;
  /** Id of the filter that waits for its name; "" for none. */
  readonly naming: string;
  /** The card of the open filter is looked at. */
  readonly isCardOpen: boolean;
}>(() => ({
  openId: "",
  selection: { positive: NO_SELECTION, negative: NO_SELECTION },
  search: "",
  onlyMark: "",
  trial: "",
  naming: "",
  isCardOpen: false,
}));

/** The filter that is open: the chosen one, else the first. */
export function useOpenFilter(): Filter | null {
  const all = filters.use();
  const openId = useFilterDesk((desk) => desk.openId);
  return all.find(({ id }) => id === openId) ?? all[0] ?? null;
}

export function openFilter(id: string): void {
  useFilterDesk.setState({ openId: id, search: "", onlyMark: "" });
  clearSelection();
}

export const clearSelection = (): void =>
  useFilterDesk.setState({ selection: { positive: NO_SELECTION, negative: NO_SELECTION } });

/** Chooses one example in its list, wherever it was pointed at. */
export function chooseExample(filter: Filter, id: string): void {
  const side = filter.examples.find((example) => example.id === id)?.side;
  if (!side) return;
  const one = { ...NO_SELECTION, chosen: new Set([id]) };
  useFilterDesk.setState({
    search: "",
    onlyMark: "",
    selection: { positive: NO_SELECTION, negative: NO_SELECTION, [side]: one },
  });
}

const names = () => filters.read().map(({ name }) => name);

/** @param source the texts it is for; without it those that come with the program */
export function addFilter(
  name: string,
  examples: readonly Example[] = [],
  source?: TextSource,
): Filter {
  const made = makeFilter(freeName(name, names()), examples);
  const filter = source ? { ...made, outlook: { source } } : made;
  filters.edit(`Create the filter ${filter.name}`, (before) => [...before, filter]);
  openFilter(filter.id);
  return filter;
}

/** A filter that waits for its name. */
export function newFilter(): Filter {
  const filter = addFilter("New filter");
  useFilterDesk.setState({ naming: filter.id });
  return filter;
}

/** One undoable step on one filter. */
export function changeFilter(
  id: string,
  label: string,
  change: (before: Filter) => Filter,
  gesture?: string,
): void {
  filters.edit(
    label,
    (before) => {
      const after = before.map((filter) =>
        filter.id === id ? withChange(filter, change) : filter,
      );
      return after.every((filter, index) => filter === before[index]) ? before : after;
    },
    gesture === undefined ? {} : { gesture: `${gesture} ${id}` },
  );
}

export function renameFilter(id: string, wanted: string): void {
  const taken = filters.read().flatMap((filter) => (filter.id === id ? [] : [filter.name]));
  const name = freeName(wanted, taken);
  changeFilter(id, `Rename the filter to ${name}`, (before) =>
    before.name === name ? before : { ...before, name },
  );
}

/** What it is meant for is no part of a version: the history of changes is not filled by typing. */
export function describeUse(id: string, use: string): void {
  filters.edit(
    "Describe the intended use",
    (before) => before.map((filter) => (filter.id === id ? { ...filter, use } : filter)),
    { gesture: `intended use ${id}` },
  );
}

/** Which texts it is for; its predicted quality depends on them. */
export const changeSource = (id: string, source: TextSource): void =>
  changeFilter(id, "Change the texts it is for", (before) => ({ ...before, outlook: { source } }));

export function duplicateFilter(filter: Filter): void {
  const copy = { ...filter, id: newId(), name: freeName(`${filter.name} copy`, names()) };
  filters.edit(`Duplicate the filter ${filter.name}`, (before) => {
    const at = before.findIndex(({ id }) => id === filter.id) + 1;
    return before.toSpliced(at, 0, copy);
  });
  openFilter(copy.id);
}

export function deleteFilter({ id, name }: Filter): void {
  const uses = usesOf(name);
  filters.edit(`Delete the filter ${name}`, (before) => before.filter((kept) => kept.id !== id));
  undoableToast(
    uses.length === 0
      ? `Deleted the filter ${name}`
      : `Deleted the filter ${name}. It is still named in ${uses.join(", ")}.`,
  );
}

/** Adds texts to a side as one step; blank ones are passed over. @returns how many found no room */
export function addExamples(id: string, side: Side, texts: readonly string[]): number {
  const filter = filters.read().find((kept) => kept.id === id);
  const wanted = texts.filter((text) => text.trim() !== "");
  const taken = filter?.examples.filter((example) => example.side === side).length ?? 0;
  const room = Math.max(0, MOST_EXAMPLES - taken);
  const added = wanted.slice(0, room).map((text) => makeExample(text.trim(), side));
  const isOne = added.length === 1;
  const where =
    side === "positive" ? (isOne ? "matches" : "match") : isOne ? "does not match" : "do not match";
  const what = `Add ${isOne ? "a text" : `${added.length} texts`} that ${where}`;
  if (added.length > 0)
    changeFilter(id, what, (before) => ({ ...before, examples: [...before.examples, ...added] }));
  return wanted.length - added.length;
}

/** Changes some examples as one step. */
export function changeExamples(
  filterId: string,
  ids: ReadonlySet<string>,
  verb: string,
  change: (before: Example) => Example,
): void {
  changeFilter(filterId, `${verb} ${plural(ids.size, "example")}`, (before) => ({
    ...before,
    examples: before.examples.map((example) => (ids.has(example.id) ? change(example) : example)),
  }));
}

export function editExample(filterId: string, id: string, text: string): void {
  changeFilter(
    filterId,
    "Edit an example",
    (before) => ({
      ...before,
      examples: before.examples.map((example) =>
        example.id === id
          ? { ...makeExample(text, example.side), id, isMuted: example.isMuted }
          : example,
      ),
    }),
    `edit ${id}`,
  );
}

export function removeExamples(filterId: string, ids: ReadonlySet<string>): void {
  if (ids.size === 0) return;
  changeFilter(filterId, `Delete ${plural(ids.size, "example")}`, (before) => ({
    ...before,
    examples: before.examples.filter(({ id }) => !ids.has(id)),
  }));
  // The row that was pointed at is gone without the pointer having left it.
  hoverTerm(null);
  clearSelection();
  undoableToast(`Deleted ${plural(ids.size, "example")}`);
}

/** Mutes them, or gives them a say again when all are muted. */
export function muteExamples(filter: Filter, ids: ReadonlySet<string>): void {
  const isMuted = !filter.examples.every((each) => !ids.has(each.id) || each.isMuted);
  changeExamples(filter.id, ids, isMuted ? "Mute" : "Unmute", (before) => ({ ...before, isMuted }));
}

export function moveExamples(filter: Filter, ids: ReadonlySet<string>): void {
  changeExamples(filter.id, ids, "Move to the other side", (before) => ({
    ...before,
    side: otherSide(before.side),
  }));
}

export const otherSide = (side: Side): Side => (side === "positive" ? "negative" : "positive");

export const SIDE_TITLES: Readonly<Record<Side, string>> = {
  positive: "Matches",
  negative: "Does not match",
};

/** Where expressions name a filter: they can no longer be worked out once it is gone. */
function usesOf(name: string): string[] {
  const { compare } = workspace.getState().content;
  const pinned = pins.read().filter(({ source }) => namesFilter(source, name));
  return [
    ...(namesFilter(jsonOf(subject.read()), name) ? ["the expression in Explore"] : []),
    ...pinned.map(({ label }) => `the pin ${label}`),
    ...(namesFilter(compare ?? null, name) ? ["an item of Compare"] : []),
  ];
}

/** Names of filters are found whatever their case, as in expressions. */
function namesFilter(value: JsonValue, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, part]) =>
    key === "filter" && typeof part === "string"
      ? part.toLowerCase() === name.toLowerCase()
      : namesFilter(part, name),
  );
}
