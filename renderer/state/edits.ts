import { announce } from "./announcer.ts";
import { toast } from "./toasts.ts";
import { redo, undo } from "./workspace.ts";

/** Takes the last step back and says which. */
export function undoStep(): void {
  const label = undo();
  announce(label ? `Undone: ${label}` : "Nothing to undo");
}

export function redoStep(): void {
  const label = redo();
  announce(label ? `Done again: ${label}` : "Nothing to do again");
}

/** Confirms something that took content away, with the way back. */
export function undoableToast(text: string): void {
  toast(text, { label: "Undo", run: undoStep });
}
