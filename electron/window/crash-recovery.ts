import type { BrowserWindow, Dialog } from "electron";

const QUIET_MILLISECONDS = 60_000;
const NORMAL_ENDS: readonly string[] = ["clean-exit"];

/**
 * Brings a dead or stuck page back. The page saves what is made within half a second, so a reload finds it; after the
 * first silent reload within a minute a person is asked, or a page that dies at start would loop.
 */
export function recoverFromCrashes(
  window: BrowserWindow,
  dialog: Dialog,
  now: () => number = Date.now,
): void {
  let lastReload = Number.NEGATIVE_INFINITY;
  const contents = window.webContents;
  const reload = () => {
    lastReload = now();
    contents.reload();
  };

  contents.on("render-process-gone", async (_event, details) => {
    if (NORMAL_ENDS.includes(details.reason)) return;
    if (now() - lastReload > QUIET_MILLISECONDS) return reload();
    const answer = await ask(dialog, window, {
      message: "The window stopped working twice in a minute.",
      detail: `Your work is saved. Reason given by the system: ${details.reason}.`,
      buttons: ["Try again", "Close"],
    });
    if (answer === 0) reload();
    else window.destroy();
  });

  window.on("unresponsive", async () => {
    const answer = await ask(dialog, window, {
      message: "The window does not answer.",
      detail: "It may be busy with something large. Your work is saved.",
      buttons: ["Wait", "Reload"],
    });
    if (answer === 1 && !window.isDestroyed()) reload();
  });
}

interface Question {
  readonly message: string;
  readonly detail: string;
  readonly buttons: string[];
}

async function ask(dialog: Dialog, window: BrowserWindow, question: Question): Promise<number> {
  const { response } = await dialog.showMessageBox(window, {
    type: "warning",
    defaultId: 0,
    ...question,
  });
  return response;
}
