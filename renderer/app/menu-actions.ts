import type { DesktopAction } from "../../core/api/desktop.ts";
import { runAction } from "../state/actions.ts";
import { isTextBox } from "../state/gestures.ts";

const OF_TEXT_BOXES: Partial<Readonly<Record<DesktopAction, string>>> = {
  "edit.undo": "undo",
  "edit.redo": "redo",
};

/** What the desktop's menu asks for. As with the keys, a text box undoes its own typing. */
export function runMenuAction(action: DesktopAction): void {
  const ofTextBox = OF_TEXT_BOXES[action];
  if (ofTextBox !== undefined && isTextBox(document.activeElement)) document.execCommand(ofTextBox);
  else runAction(action);
}
