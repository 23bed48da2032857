import type { App, Dialog } from "electron";
import { endInTime, killItself } from "../core/node/config/process.ts";

export interface EndParts {
  readonly app: Pick<App, "on" | "exit" | "relaunch">;
  readonly dialog: Pick<Dialog, "showMessageBox">;
  /** Ends the threads and closes the databases. */
  readonly close: () => Promise<void>;
}

/** Milliseconds after which a person may wonder whether the program has ended. */
const QUIET = 1500;

/**
 * Lets the program end only when `close` has. It is asked once the windows are gone, so that the last words of their pages
 * are heard; whoever starts the program again meanwhile gets a new one as soon as this one has ended.
 */
export function endInOrder({ app, dialog, close }: EndParts): void {
  let isEnding = false;
  let isWantedAgain = false;
  app.on("will-quit", (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    void end();
  });
  app.on("second-instance", () => {
    isWantedAgain = isEnding;
  });

  async function end(): Promise<void> {
    const over = new AbortController();
    const timer = setTimeout(() => void tell(dialog, over.signal), QUIET);
    const code = await endInTime(close).then(() => 0, failed);
    clearTimeout(timer);
    over.abort();
    if (isWantedAgain) app.relaunch();
    app.exit(code);
  }
}

async function tell(dialog: EndParts["dialog"], signal: AbortSignal): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: "info",
    message: "Semascope is finishing.",
    detail:
      "Work under way stops. To finish an import, start it again with the same files. Semascope closes by itself.",
    buttons: ["Wait", "Quit now"],
    defaultId: 0,
    cancelId: 0,
    signal,
  });
  if (response === 1 && !signal.aborted) killItself();
}

function failed(cause: unknown): number {
  process.stderr.write(`Semascope could not close everything: ${String(cause)}\n`);
  return 1;
}
