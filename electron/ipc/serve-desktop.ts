import type { BrowserWindow, Dialog, IpcMain, OpenDialogOptions } from "electron";
import type { PathRequest, ThemeChoice } from "../../core/api/desktop.ts";
import { channels } from "../window/channels.ts";
import type { OwnFrameCheck } from "./own-frame.ts";

export interface DesktopParts {
  readonly ipcMain: IpcMain;
  readonly dialog: Dialog;
  readonly isOwnFrame: OwnFrameCheck;
  /** The window a dialog belongs to, while there is one. */
  readonly window: () => BrowserWindow | undefined;
  readonly onTheme: (theme: ThemeChoice) => void;
}

/** What the page may ask of the desktop beside the engine: native dialogs and the theme. */
export function serveDesktop({ ipcMain, dialog, isOwnFrame, window, onTheme }: DesktopParts): void {
  ipcMain.handle(channels.choosePaths, async (event, request: unknown): Promise<string[]> => {
    if (!isOwnFrame(event)) throw new Error("Refused a call from an unknown frame.");
    if (!isPathRequest(request)) throw new Error("This is not a request for a path.");
    const owner = window();
    if (owner === undefined) return [];
    return (await dialog.showOpenDialog(owner, dialogOptions(request))).filePaths;
  });

  ipcMain.handle(channels.printToPdf, async (event): Promise<Uint8Array> => {
    if (!isOwnFrame(event)) throw new Error("Refused a call from an unknown frame.");
    return event.sender.printToPDF({ preferCSSPageSize: true, printBackground: true });
  });

  ipcMain.on(channels.theme, (event, theme: unknown) => {
    if (isOwnFrame(event) && isTheme(theme)) onTheme(theme);
  });
}

function dialogOptions({ what, title, several, endings }: PathRequest): OpenDialogOptions {
  const kind = what === "folder" ? "openDirectory" : "openFile";
  return {
    title,
    properties: several ? [kind, "multiSelections"] : [kind],
    filters: endings.length === 0 ? [] : [{ name: title, extensions: [...endings] }],
  };
}

function isPathRequest(value: unknown): value is PathRequest {
  if (typeof value !== "object" || value === null) return false;
  const { what, title, several, endings } = value as Record<string, unknown>;
  return (
    (what === "file" || what === "folder") &&
    typeof title === "string" &&
    typeof several === "boolean" &&
    Array.isArray(endings) &&
    endings.every((ending) => typeof ending === "string")
  );
}

const isTheme = (value: unknown): value is ThemeChoice =>
  value === "light" || value === "dark" || value === "system";
