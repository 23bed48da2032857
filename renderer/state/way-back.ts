import { registerActions } from "./actions.ts";
import { toast } from "./toasts.ts";
import { openWorkspace, type SavedWorkspace } from "./workspace.ts";

interface WayBack {
  /** Confirms what happened. */
  readonly text: string;
  /** The command that goes back, for when the confirmation is gone. */
  readonly title: string;
  /** Saves after going back. */
  readonly onBack?: () => void;
}

let release: () => void = () => undefined;

/** After a workspace was replaced as a whole: one click, or one command, brings back the one before. */
export function offerWayBack(before: SavedWorkspace, { text, title, onBack }: WayBack): void {
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
