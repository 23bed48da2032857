import type { App, BrowserWindow } from "electron";

/**
 * True for the first instance. A later one ends, and brings the first one's window to the front: two
 * processes would otherwise write one workspace.
 */
export function isFirstInstance(app: App, window: () => BrowserWindow | undefined): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on("second-instance", () => {
    const first = window();
    if (first === undefined) return;
    if (first.isMinimized()) first.restore();
    first.show();
    first.focus();
  });
  return true;
}
