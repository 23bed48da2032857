import type { KeyboardEvent } from "react";
import { isOperation } from "../../../../core/expression/ast.ts";
import { focusRow, useBuild } from "../build-ui.ts";
import { foldNode } from "../edit-subject.ts";
import { shortName } from "../model/short-name.ts";
import { neighbourOf, type TreeRow } from "../model/tree-rows.ts";
import { commandsFor, type NodeContext } from "./node-commands.ts";

const isMac = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

/** Whether a key press is one of `keys`, written as "$mod+d,Alt+ArrowUp". */
export const isPress = (event: PressLike, keys: string): boolean =>
  keys.split(",").some((each) => matches(event, each.split("+")));

type PressLike = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

function matches(event: PressLike, parts: readonly string[]): boolean {
  const key = parts.at(-1) ?? "";
  const modifiers = new Set(parts.slice(0, -1));
  const hasMod = modifiers.has("$mod");
  const command = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    command === hasMod &&
    !other &&
    event.altKey === modifiers.has("Alt") &&
    event.shiftKey === modifiers.has("Shift")
  );
}

interface KeyContext extends NodeContext {
  readonly rows: readonly TreeRow[];
  readonly openMenu: () => void;
}

/** Answers a key on a row of the tree; what it does not know goes on to the page. */
export function pressOnRow(event: KeyboardEvent, context: KeyContext): void {
  const isDone =
    fold(event, context) || walk(event, context) || command(event, context) || find(event, context);
  if (!isDone) return;
  event.preventDefault();
  event.stopPropagation();
}

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  !altKey && !ctrlKey && !metaKey && !shiftKey;

/** Right opens a folded operator, Left folds an open one. */
function fold(event: KeyboardEvent, { row }: KeyContext): boolean {
  const { id, node, isFolded } = row;
  if (!isPlain(event) || !isOperation(node)) return false;
  const wanted = event.key === "ArrowLeft" ? true : event.key === "ArrowRight" ? false : isFolded;
  if (wanted === isFolded) return false;
  foldNode(id, wanted);
  return true;
}

const WALKING = ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End"];

function walk(event: KeyboardEvent, { rows, row }: KeyContext): boolean {
  if (!isPlain(event) || !WALKING.includes(event.key)) return false;
  focusRow(neighbourOf(rows, row.id, event.key));
  return true;
}

function command(event: KeyboardEvent, context: KeyContext): boolean {
  if (event.key === "ContextMenu" || isPress(event, "Shift+F10")) {
    context.openMenu();
    return true;
  }
  const found = commandsFor(context).find(({ keys }) => keys !== undefined && isPress(event, keys));
  if (!found) return false;
  if (found.disabledBecause) useBuild.setState({ refusal: `${found.disabledBecause}.` });
  else found.run();
  return true;
}

/** Letters that are no command lead to the next row that begins with them. */
function find(event: KeyboardEvent, { rows, row }: KeyContext): boolean {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false;
  const letter = event.key.toLowerCase();
  if (!/[\p{L}\p{N}]/u.test(letter)) return false;
  const start = rows.indexOf(row) + 1;
  const found = [...rows.slice(start), ...rows.slice(0, start)].find(({ node, note }) =>
    (note.label ?? shortName(node))
      .replace(/^[“@#]/, "")
      .toLowerCase()
      .startsWith(letter),
  );
  if (found) focusRow(found.id);
  return found !== undefined;
}
