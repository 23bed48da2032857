import { useEffect, useMemo } from "react";
import { createKeybindingsHandler } from "tinykeys";
import { type Action, useActions } from "../state/actions.ts";
import { isTextBox } from "../state/gestures.ts";

/** The alternatives of "a,b"; a comma at the end is the key itself, as in "$mod+,". */
export const alternatives = (keys: string): string[] =>
  keys
    .split(/,(?!$)/)
    .map((each) => each.trim())
    .filter(Boolean);

/** Keeps the window's keys in step with the registry. */
export function useKeyBindings(): void {
  const actions = useActions((state) => state.actions);
  const press = useMemo(() => createKeybindingsHandler(bindingsOf(actions)), [actions]);
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [press]);
}

export function bindingsOf(
  actions: readonly Action[],
): Record<string, (event: KeyboardEvent) => void> {
  const bindings: Record<string, (event: KeyboardEvent) => void> = {};
  for (const action of actions)
    for (const keys of alternatives(action.keys ?? ""))
      bindings[keys] = (event) => {
        if (event.defaultPrevented || action.disabledBecause || rests(event, keys, action)) return;
        event.preventDefault();
        action.run();
      };
  return bindings;
}

/** Work wherever nothing is typed: the sheet of keys, and the way to the box where one types. */
const EVERYWHERE = ["?", "Shift+?", "/"];

/** The parts of the page where keys without Ctrl or Alt work. */
const PLACES = { map: "[data-panel=map]", rows: ".rows-lens [role=grid]" } as const;

/**
 * Keys without Ctrl or Alt are for one part of the page, and rest while the focus is elsewhere: what is typed beside a search or
 * on another list must change nothing. Text boxes also keep their own undo once something was typed in them; an open dialog keeps everything.
 */
function rests(event: KeyboardEvent, keys: string, { keysOn = "map" }: Action): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("[role=dialog], [role=menu]")) return true;
  const isUndo = /^\$mod\+(Shift\+)?[zy]$/i.test(keys);
  if (isTextBox(target)) return isPlain(keys) || (isUndo && !isEmptyBox(target));
  if (!isPlain(keys)) return false;
  // A list that drops down is chosen from by typing.
  if (EVERYWHERE.includes(keys)) return target?.matches("select") ?? false;
  return !target?.closest(PLACES[keysOn]);
}

const isPlain = (keys: string): boolean => !/\$mod|Control|Meta|Alt|F\d/.test(keys);

const isEmptyBox = (target: Element | null): boolean =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  (target.value === "" || target.dataset.untyped !== undefined);
