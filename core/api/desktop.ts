import { VIEWS } from "./views.ts";

/**
 * What the desktop application's preload script adds to the page. A page in a browser has neither
 * `window.engine` nor `window.desktop`: it talks HTTP and opens files through the browser.
 */

/** `window.engine`: carries calls of the endpoint table out of the page. */
export interface EngineBridge {
  /**
   * Resolves to a `Reply` of plain data, failures of the endpoint included; rejects only for a call that
   * no honest page makes (unknown endpoint, foreign frame). Give a `callId` where `cancel` may follow.
   */
  call(name: string, args: unknown, callId?: string): Promise<unknown>;
  /** Aborts the running call of that id; its reply has the code "cancelled". Unknown ids are ignored. */
  cancel(callId: string): void;
}

/** What the native menu asks the page to do; the page owns the keys, the menu only shows them. */
export const DESKTOP_ACTIONS = [
  "workspace.open",
  "workspace.save-as",
  "export.image",
  "export.table",
  "edit.undo",
  "edit.redo",
  "go.back",
  "go.forward",
  ...VIEWS.map(({ id }) => `go.${id}` as const),
  "palette.open",
  "settings.open",
  "theme.light",
  "theme.dark",
  "theme.system",
  "help.shortcuts",
  "help.about",
] as const;
export type DesktopAction = (typeof DESKTOP_ACTIONS)[number];

export type ThemeChoice = "light" | "dark" | "system";

/** What a native file dialog should offer. */
export interface PathRequest {
  readonly what: "file" | "folder";
  /** The dialog's title, a sentence for a person. */
  readonly title: string;
  /** May several be picked? */
  readonly several: boolean;
  /** File endings without the dot, e.g. `["retina"]`; empty for any file. */
  readonly endings: readonly string[];
}

/** `window.desktop`: the few things only a desktop host can do. */
export interface DesktopBridge {
  /** @returns a function that ends the subscription. */
  onAction(listener: (action: DesktopAction) => void): () => void;
  /** Absolute paths a person picked in a native dialog; empty when it was dismissed. */
  choosePaths(request: PathRequest): Promise<readonly string[]>;
  /** The page as it would be printed, as a PDF. */
  printToPdf(): Promise<Uint8Array>;
  /** Makes title bar, menus and `prefers-color-scheme` follow the choice, and remembers it for the next start. */
  setTheme(theme: ThemeChoice): void;
}
