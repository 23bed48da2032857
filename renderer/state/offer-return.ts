import type { SavedWorkspace } from "../../core/workspace/workspace.ts";
import { registerActions } from "./actions.ts";
import { toast } from "./toasts.ts";
import { openWorkspace } from "./workspace.ts";

interface Return {
  /** Confirms what happened. */
  readonly text: string;
  /** The command that goes back, for when the confirmation is gone. */
  readonly title: string;
  /** Saves after going back. */
  readonly onBack?: () => void;
}

let release: () => void = () => undefined;

/** After a workspace was replaced as a whole: one click, or one command, brings back the one before. */
export function offerReturn(before: SavedWorkspace, { text, title, onBack }: Return): void {
  release();
  const goBack = () => {
    release();
    openWorkspace(before);
    onBack?.();
    toast("Back to the workspace before");
  };
  release = registerActions([{ id: "workspace.back", title, group: "File", run: goBack }]);
  toast(text, { label: "Go back", run: goBack });
}
