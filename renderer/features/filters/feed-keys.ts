import type { KeyboardEvent } from "react";
import { createKeybindingsHandler } from "tinykeys";
import { runAction, useRegisterActions } from "../../state/actions.ts";
import { undoStep } from "../../state/edits.ts";
import { aside } from "../../state/filters/feed-state.ts";
import { useSettings } from "../../state/settings.ts";

/** What the keys of the feed do. */
export interface FeedKeys {
  readonly accept: () => void;
  readonly reject: () => void;
  readonly skip: () => void;
  readonly flag: () => void;
  readonly edit: () => void;
  /** Why nothing can be decided now; null when it can. */
  readonly disabledBecause: string | null;
}

const GROUP = "Next examples";

/**
 * By character, or by place: the same keys of a QWERTY board, whatever they print. Keys that buttons, lists and the map
 * have a use for count only in the list of texts.
 */
const KEYS = [
  { id: "feed.accept", title: "The text belongs", key: "a", place: "KeyA" },
  { id: "feed.reject", title: "The text does not belong", key: "x", place: "KeyX" },
  { id: "feed.skip", title: "Skip the text", key: "Space", isLocal: true },
  { id: "feed.undo", title: "Undo the last decision", key: "Backspace", isLocal: true },
  { id: "feed.edit", title: "Edit the text before deciding", key: "e", place: "KeyE" },
  { id: "feed.flag", title: "Flag the text for later", key: "f", place: "KeyF" },
] as const;

export type FeedKeyId = (typeof KEYS)[number]["id"];

/** The keys as they are now: the person's own, or the usual ones. */
export function useFeedKeyNames(): Readonly<Record<FeedKeyId, string>> {
  const own = useSettings((state) => state.keys);
  const usual = useUsualKeys();
  const names = usual.map(({ id, keys }) => [id, own[id] ?? keys]);
  return Object.fromEntries(names) as Record<FeedKeyId, string>;
}

const useUsualKeys = () => {
  const { byPlace } = aside.use();
  return KEYS.map((each) => ({
    id: each.id,
    title: each.title,
    keys: byPlace && "place" in each ? each.place : each.key,
    ...("isLocal" in each ? { isLocal: true } : {}),
  }));
};

/** Registers the feed's keys, and gives what the list does with them before the table takes them for its own. */
export function useFeedKeys(keys: FeedKeys): (event: KeyboardEvent) => void {
  const { disabledBecause } = keys;
  const run: Readonly<Record<FeedKeyId, () => void>> = {
    "feed.accept": keys.accept,
    "feed.reject": keys.reject,
    "feed.skip": keys.skip,
    "feed.undo": undoStep,
    "feed.edit": keys.edit,
    "feed.flag": keys.flag,
  };
  const names = useFeedKeyNames();
  useRegisterActions(
    useUsualKeys().map((each) => ({
      ...each,
      group: GROUP,
      disabledBecause: each.id === "feed.undo" ? null : disabledBecause,
      run: run[each.id],
    })),
  );
  return ({ nativeEvent }) => {
    const bindings = Object.entries(names).flatMap(([id, pressed]) => {
      const take = (event: Event) => {
        event.preventDefault();
        event.stopPropagation();
        runAction(id);
      };
      return pressed === "" ? [] : [[pressed, take] as const];
    });
    createKeybindingsHandler(Object.fromEntries(bindings))(nativeEvent);
  };
}
