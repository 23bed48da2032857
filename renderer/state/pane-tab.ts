import { flushSync } from "react-dom";
import { create } from "zustand";

export type PaneTab = "lens" | "results";

/** Which of the two panels is seen where only one has room. */
export const usePaneTab = create<{ readonly tab: PaneTab }>(() => ({ tab: "lens" }));

/** The panel is on the page when this returns, so that something in it can take the focus. */
export function showPaneTab(tab: PaneTab): void {
  if (usePaneTab.getState().tab !== tab) flushSync(() => usePaneTab.setState({ tab }));
}
