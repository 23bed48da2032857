import { announce } from "./announcer.ts";
import { toast, withdrawAction } from "./toasts.ts";
import { redo, undo, workspace } from "./workspace.ts";

/** Takes the last step back and says which. */
export function undoStep(): void {
  const label = undo();
  announce(label ? `Undone: ${label}` : "Nothing to undo");
}

export function redoStep(): void {
  const label = redo();
  announce(label ? `Redone: ${label}` : "Nothing to redo");
}

/** Confirms something that took content away, with the way back for as long as it is the latest step. */
export function undoableToast(text: string): void {
  const id = toast(text, { label: "Undo", run: undoStep });
  const step = workspace.getState().past.at(-1);
  const stop = workspace.subscribe(({ past }) => {
    if (past.at(-1) === step) return;
    stop();
    withdrawAction(id);
  });
}
