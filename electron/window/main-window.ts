import { type BrowserWindow, dialog, Menu, nativeTheme, screen } from "electron";
import type { DesktopAction, ThemeChoice } from "../../core/api/desktop.ts";
import { channels } from "./channels.ts";
import { recoverFromCrashes } from "./crash-recovery.ts";
import { createWindow, showPage } from "./create-window.ts";
import type { SaveFolder } from "./downloads.ts";
import { menuTemplate } from "./menu-template.ts";
import { loadWindowState, saveWindowState, type WindowState } from "./window-state.ts";

export interface MainWindowOptions {
  /** Where place, size and theme are kept. */
  readonly stateFile: string;
  readonly preload: string;
  readonly isDevelopment: boolean;
}

const SAVE_DELAY_MILLISECONDS = 500;

/** The one window with its menu, and what is remembered of it from start to start. */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #state: WindowState;
  #window: BrowserWindow | undefined;
  #saveTimer: NodeJS.Timeout | undefined;

  /** Needs `app` to be ready: it asks for the screens. */
  constructor(options: MainWindowOptions) {
    this.#options = options;
    const screens = screen.getAllDisplays().map((display) => display.workArea);
    this.#state = loadWindowState(options.stateFile, screens);
  }

  /** Undefined before the first and after the last window, which on macOS is an everyday state. */
  get current(): BrowserWindow | undefined {
    return this.#window;
  }

  /** Opens the window, or brings the open one to the front. Its page follows what the address ends with. */
  open(hash = ""): void {
    if (this.#window === undefined) this.#create(hash);
    else bringToFront(this.#window, hash);
  }

  #create(hash: string): void {
    nativeTheme.themeSource = this.#state.theme;
    const window = createWindow(this.#options.preload, this.#state);
    showPage(window, hash);
    this.#window = window;
    this.#showMenu();
    recoverFromCrashes(window, dialog);
    window.on("resize", () => this.#keepPlaceSoon());
    window.on("move", () => this.#keepPlaceSoon());
    window.on("close", () => this.#keepPlace());
    window.on("closed", () => {
      this.#window = undefined;
    });
  }

  setTheme(theme: ThemeChoice): void {
    nativeTheme.themeSource = theme;
    this.#keep({ theme });
    this.#showMenu();
  }

  readonly saveFolder: SaveFolder = {
    get: () => this.#state.saveFolder,
    set: (saveFolder) => this.#keep({ saveFolder }),
  };

  #showMenu(): void {
    const template = menuTemplate({
      platform: process.platform,
      isDevelopment: this.#options.isDevelopment,
      theme: this.#state.theme,
      send: (action: DesktopAction) => this.#window?.webContents.send(channels.action, action),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  #keepPlaceSoon(): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => this.#keepPlace(), SAVE_DELAY_MILLISECONDS);
  }

  /** The normal bounds, so that leaving full screen or "maximized" later returns to a sensible size. */
  #keepPlace(): void {
    clearTimeout(this.#saveTimer);
    const window = this.#window;
    if (window === undefined || window.isDestroyed()) return;
    this.#keep({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  }

  #keep(change: Partial<WindowState>): void {
    this.#state = { ...this.#state, ...change };
    saveWindowState(this.#options.stateFile, this.#state);
  }
}

function bringToFront(window: BrowserWindow, hash: string): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  if (hash !== "") showPage(window, hash);
}
