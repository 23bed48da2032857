import type { KeyboardEvent } from "react";
import { focusRow, useBuild } from "../build-ui.ts";
import { neighbourOf, type OutlineRow } from "../model/outline-rows.ts";
import { commandsFor, type RowContext } from "./commands.ts";

const isMac = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

/** Whether a key press is one of `keys`, written as "$mod+d,Alt+ArrowUp". */
export const isPress = (event: PressLike, keys: string): boolean =>
  keys.split(",").some((each) => matches(event, each.split("+")));

type PressLike = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

function matches(event: PressLike, parts: readonly string[]): boolean {
  const key = parts.at(-1) ?? "";
  const modifiers = new Set(parts.slice(0, -1));
  const command = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    command === modifiers.has("$mod") &&
    !other &&
    event.altKey === modifiers.has("Alt") &&
    event.shiftKey === modifiers.has("Shift")
  );
}

interface KeyContext extends RowContext {
  readonly rows: readonly OutlineRow[];
  readonly openMenu: () => void;
}

const WALKING = "ArrowDown,ArrowUp,ArrowLeft,ArrowRight,Home,End";

/** Answers a key on a row; what it does not know goes on to the page. */
export function pressOnRow(event: KeyboardEvent, context: KeyContext): void {
  const { rows, row, openMenu } = context;
  const command = commandsFor(context).find(
    ({ keys }) => keys !== undefined && isPress(event, keys),
  );
  if (isPress(event, WALKING)) focusRow(neighbourOf(rows, row.key, event.key));
  else if (isPress(event, "ContextMenu,Shift+F10")) openMenu();
  else if (command?.disabledBecause) useBuild.setState({ refusal: `${command.disabledBecause}.` });
  else if (command) command.run();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
