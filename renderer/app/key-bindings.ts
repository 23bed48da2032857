import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { createKeybindingsHandler } from "tinykeys";
import { isComing } from "../components/on-demand.ts";
import { type Action, useActions } from "../state/actions.ts";
import { isTextBox } from "../state/gestures.ts";
import { useNavigation } from "../state/navigation.ts";
import { useSettings } from "../state/settings.ts";
import { toast } from "../state/toasts.ts";

/** The key of an action: the person's own, or the built-in one. */
export const keysOf = (action: Action, own: Readonly<Record<string, string>>): string =>
  own[action.id] ?? action.keys ?? "";

/** The alternatives of "a,b"; a comma at the end is the key itself, as in "$mod+,". */
export const alternatives = (keys: string): string[] =>
  keys
    .split(/,(?!$)/)
    .map((each) => each.trim())
    .filter(Boolean);

/** Keeps the window's keys in step with the registry and the person's own keys. */
export function useKeyBindings(): void {
  const actions = useActions((state) => state.actions);
  const own = useSettings((state) => state.keys);
  const bindings = useMemo(() => bindingsOf(actions, own), [actions, own]);
  const [presses] = useState(keyPresses);
  useLayoutEffect(() => presses.bind(bindings), [presses, bindings]);
  useEffect(() => {
    window.addEventListener("keydown", presses.press);
    return () => window.removeEventListener("keydown", presses.press);
  }, [presses]);
}

/** Within this time one key continues another ("g b"), in ms: the time of tinykeys. */
const SEQUENCE_MS = 1000;

type Bindings = Record<string, (event: KeyboardEvent) => void>;

/**
 * The keys pressed, against bindings that may change between the keys of a sequence: an answer of the engine changes what can be
 * done at any moment, and a sequence that was begun before it goes on after it.
 */
export function keyPresses(): {
  readonly bind: (bindings: Bindings) => void;
  readonly press: (event: KeyboardEvent) => void;
} {
  let handle: (event: KeyboardEvent) => void = () => undefined;
  let recent: KeyboardEvent[] = [];
  let isRepeating = false;
  const forgetOld = (now: number) => {
    recent = recent.filter((event) => now - event.timeStamp < SEQUENCE_MS).slice(-3);
  };
  return {
    bind: (bindings) => {
      const quiet = Object.entries(bindings).map(([keys, run]) => [
        keys,
        (event: KeyboardEvent) => {
          if (!isRepeating) run(event);
        },
      ]);
      handle = createKeybindingsHandler(Object.fromEntries(quiet));
      forgetOld(performance.now());
      isRepeating = true;
      recent.forEach(handle);
      isRepeating = false;
    },
    press: (event) => {
      forgetOld(event.timeStamp);
      recent.push(event);
      handle(event);
    },
  };
}

export function bindingsOf(
  actions: readonly Action[],
  own: Readonly<Record<string, string>>,
): Bindings {
  const bound = actions
    .filter(({ isLocal }) => !isLocal)
    .flatMap((action) => alternatives(keysOf(action, own)).map((keys) => ({ action, keys })))
    // The first that takes a key has it: the end of "g l" is no single L.
    .sort((a, b) => Number(b.keys.includes(" ")) - Number(a.keys.includes(" ")));
  const bindings: Bindings = {};
  for (const { action, keys } of bound) {
    bindings[keys] = (event) => {
      if (event.defaultPrevented || rests(event, keys)) return;
      if (action.disabledBecause && !keys.includes(" ")) return;
      event.preventDefault();
      // Two keys are pressed on purpose: why nothing happens is said.
      if (action.disabledBecause) toast(`${action.title}: ${action.disabledBecause}`);
      else action.run();
    };
  }
  return bindings;
}

/**
 * Text boxes and drop-down lists keep plain keys, boxes also their own undo while there is something in them; an open dialog
 * keeps everything but its own keys. While a view is being loaded its box is not there yet: what is typed is for it, and no key.
 */
function rests(event: KeyboardEvent, keys: string): boolean {
  if (isPlain(keys) && isComing(useNavigation.getState().view)) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("[role=dialog], [role=menu]")) return true;
  // A list that drops down is chosen from by typing.
  if (target?.matches("select")) return isPlain(keys);
  if (!isTextBox(target)) return false;
  const isUndo = /^\$mod\+(Shift\+)?[zy]$/i.test(keys);
  return isPlain(keys) || (isUndo && !isEmptyBox(target));
}

const isPlain = (keys: string): boolean => !/\$mod|Control|Meta|Alt|F\d/.test(keys);

const isEmptyBox = (target: Element | null): boolean =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  target.value === "";
