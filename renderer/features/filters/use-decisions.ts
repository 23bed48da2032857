import { useRef, useState } from "react";
import type { Candidate } from "../../model/filters/feed-lanes.ts";
import type { Filter, Side } from "../../model/filters/filter-model.ts";
import { NO_SELECTION } from "../../model/tables/virtual-window.ts";
import { addEdited, flagTexts, skipTexts, useFeed } from "../../state/filters/feed-state.ts";
import { addExamples } from "../../state/filters/filter-state.ts";
import { type FeedKeys, useFeedKeys } from "./feed-keys.ts";

/** What can be done with the texts that are chosen; the focus goes back to the list after each decision. */
export function useDecisions(filter: Filter, chosen: readonly Candidate[]) {
  const list = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const texts = chosen.map(({ text }) => text);
  const toList = () =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>("[role=grid]")?.focus({ preventScroll: true }),
    );
  const cancel = () => {
    setEditing(null);
    toList();
  };
  const done = () => {
    useFeed.setState(({ selection }) => ({
      selection: { ...NO_SELECTION, active: selection.active },
    }));
    cancel();
  };
  const decide = (side: Side) => {
    const [first] = chosen;
    if (editing === null) addExamples(filter.id, side, texts);
    else if (first && editing.trim() !== "")
      addEdited(filter, side, { original: first.text, text: editing });
    done();
  };
  const keys: FeedKeys = {
    accept: () => decide("positive"),
    reject: () => decide("negative"),
    skip: () => {
      skipTexts(filter, texts);
      done();
    },
    flag: () => flagTexts(filter, texts),
    edit: () => setEditing(chosen.length === 1 ? (texts[0] ?? null) : null),
    disabledBecause: chosen.length === 0 ? "No text is chosen" : null,
  };
  return { list, editing, setEditing, cancel, keys, press: useFeedKeys(keys) };
}
