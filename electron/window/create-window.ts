import { BrowserWindow, nativeTheme } from "electron";
import { APP_URL } from "./app-scheme.ts";
import { MINIMUM_SIZE, type WindowState } from "./window-state.ts";

const PAPER = { light: "#fbfbf9", dark: "#111315" };

/** Where the page is shown already, another end of its address loads nothing again. */
export function showPage(window: BrowserWindow, hash: string): void {
  void window.loadURL(`${APP_URL}${hash}`);
}

/** The main window, hidden until its first paint so that no empty frame flashes. */
export function createWindow(preload: string, state: WindowState): BrowserWindow {
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    show: false,
    title: "Semascope",
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  window.once("ready-to-show", () => {
    if (state.maximized) window.maximize();
    window.show();
  });
  return window;
}
