import { BrowserWindow, nativeTheme } from "electron";
import { APP_URL } from "./app-scheme.ts";
import { MINIMUM_SIZE, type WindowState } from "./window-state.ts";

const PAPER = { light: "#fbfbf9", dark: "#111315" };

/** The main window, hidden until its first paint so that no empty frame flashes. */
export function createWindow(preload: string, state: WindowState, hash: string): BrowserWindow {
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
  void window.loadURL(`${APP_URL}${hash}`);
  return window;
}
