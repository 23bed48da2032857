import { EventEmitter } from "node:events";

/**
 * The few Electron calls the main process makes, with Electron's own signatures and behaviour: events are
 * emitted with an event object that can be prevented, handlers registered twice throw, a destroyed window
 * refuses calls. Everything a test may want to see is recorded in public fields.
 */

export class FakeEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

type Listener = (...args: never[]) => unknown;

export interface FakeMessage {
  readonly sender: FakeWebContents;
  readonly senderFrame: FakeFrame | null;
}

export interface FakeFrame {
  url: string;
}

export class FakeIpcMain extends EventEmitter {
  readonly handlers = new Map<string, Listener>();

  handle(channel: string, handler: Listener): void {
    if (this.handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }

  /** What `ipcRenderer.invoke` does: arguments and result are structured clones, errors lose their class. */
  async invoke(message: FakeMessage, channel: string, ...args: unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel) as
      | ((event: FakeMessage, ...args: unknown[]) => unknown)
      | undefined;
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return structuredClone(await handler(message, ...structuredClone(args)));
  }

  /** What `ipcRenderer.send` does. */
  send(message: FakeMessage, channel: string, ...args: unknown[]): void {
    this.emit(channel, message, ...structuredClone(args));
  }
}

let nextId = 1;

export class FakeWebContents extends EventEmitter {
  readonly id = nextId++;
  readonly mainFrame: FakeFrame = { url: "" };
  readonly sent: unknown[][] = [];
  reloads = 0;
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: "allow" });

  send(channel: string, ...args: unknown[]): void {
    this.sent.push([channel, ...structuredClone(args)]);
  }
  reload(): void {
    this.reloads += 1;
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  /** A page that wants to go somewhere; true when it was let go. */
  navigate(url: string): boolean {
    const event = Object.assign(new FakeEvent(), { url, isMainFrame: true });
    this.emit("will-frame-navigate", event);
    return !event.defaultPrevented;
  }
  /** A page that goes somewhere and arrives, such as one that is loaded again. */
  arrive(how: { readonly isMainFrame: boolean; readonly isSameDocument: boolean }): void {
    this.emit("did-start-navigation", how);
    if (how.isMainFrame && !how.isSameDocument) this.emit("did-navigate", {});
  }
  /** An event that Electron lets a listener prevent; true when nobody did. */
  attempt(name: "will-redirect" | "will-attach-webview"): boolean {
    const event = new FakeEvent();
    this.emit(name, event);
    return !event.defaultPrevented;
  }
}

export interface FakeBounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  readonly webContents = new FakeWebContents();
  readonly options: Record<string, unknown> & { webPreferences: Record<string, unknown> };
  readonly calls: string[] = [];
  bounds: FakeBounds;
  #destroyed = false;
  #maximized = false;
  #minimized = false;

  constructor(options: FakeBounds & { webPreferences: Record<string, unknown> }) {
    super();
    this.options = { ...options };
    const { x, y, width, height } = options;
    this.bounds = { x, y, width, height };
    BrowserWindow.all.push(this);
  }

  #call(name: string): void {
    if (this.#destroyed) throw new TypeError("Object has been destroyed");
    this.calls.push(name);
  }
  async loadURL(url: string): Promise<void> {
    this.#call(`loadURL ${url}`);
    this.webContents.mainFrame.url = url;
  }
  show(): void {
    this.#call("show");
  }
  focus(): void {
    this.#call("focus");
  }
  restore(): void {
    this.#call("restore");
    this.#minimized = false;
  }
  minimize(): void {
    this.#call("minimize");
    this.#minimized = true;
  }
  maximize(): void {
    this.#call("maximize");
    this.#maximized = true;
  }
  isMinimized(): boolean {
    return this.#minimized;
  }
  isMaximized(): boolean {
    return this.#maximized;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  getNormalBounds(): FakeBounds {
    this.#call("getNormalBounds");
    return this.bounds;
  }
  close(): void {
    this.emit("close", new FakeEvent());
    this.destroy();
  }
  destroy(): void {
    this.#destroyed = true;
    this.webContents.emit("destroyed");
    this.emit("closed");
  }
}

export class FakeDownload extends EventEmitter {
  saveOptions: Record<string, unknown> = {};
  readonly #name: string;
  readonly #savedAs: string;

  constructor(name: string, savedAs: string) {
    super();
    this.#name = name;
    this.#savedAs = savedAs;
  }
  getFilename(): string {
    return this.#name;
  }
  getSavePath(): string {
    return this.#savedAs;
  }
  setSaveDialogOptions(options: Record<string, unknown>): void {
    this.saveOptions = options;
  }
}

type PermissionRequest = (
  contents: FakeWebContents,
  permission: string,
  answer: (granted: boolean) => void,
) => void;
type PermissionCheck = (contents: FakeWebContents | null, permission: string) => boolean;
type RequestFilter = (
  details: { url: string },
  answer: (response: { cancel?: boolean }) => void,
) => void;

export class FakeSession extends EventEmitter {
  requestPermission: PermissionRequest = (_contents, _permission, answer) => answer(true);
  checkPermission: PermissionCheck = () => true;
  grantDevice: () => boolean = () => true;
  spellChecker = true;
  #filter: RequestFilter = (_details, answer) => answer({});

  readonly webRequest = {
    onBeforeRequest: (filter: RequestFilter): void => {
      this.#filter = filter;
    },
  };
  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.requestPermission = handler;
  }
  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.checkPermission = handler;
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    this.grantDevice = handler;
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellChecker = enabled;
  }
  /** Whether a request of the page would reach its target. */
  passes(url: string): boolean {
    let cancelled: boolean | undefined;
    this.#filter({ url }, (response) => {
      cancelled = response.cancel;
    });
    return cancelled !== true;
  }
}

export class FakeApp extends EventEmitter {
  hasLock = true;
  isPackaged = false;
  userData = "";
  exitCode: number | undefined;
  /** What was called, in order. */
  readonly calls: string[] = [];
  #becomeReady: () => void = () => {};
  #ready = new Promise<void>((resolve) => {
    this.#becomeReady = resolve;
  });

  /** What the first instance is told by a later one. */
  told: unknown;
  requestSingleInstanceLock(told?: unknown): boolean {
    this.calls.push("requestSingleInstanceLock");
    this.told = structuredClone(told);
    return this.hasLock;
  }
  enableSandbox(): void {
    this.calls.push("enableSandbox");
  }
  whenReady(): Promise<void> {
    return this.#ready;
  }
  async becomeReady(): Promise<void> {
    this.calls.push("ready");
    this.#becomeReady();
    await new Promise((resolve) => setImmediate(resolve));
  }
  getAppPath(): string {
    return process.cwd();
  }
  getPath(_name: "userData"): string {
    return this.userData;
  }
  /** Closes the windows first; ends the process unless somebody prevents it. */
  quit(): void {
    this.calls.push("quit");
    this.emit("before-quit", new FakeEvent());
    for (const window of BrowserWindow.all) if (!window.isDestroyed()) window.close();
    const event = new FakeEvent();
    this.emit("will-quit", event);
    if (!event.defaultPrevented) this.exit(0);
  }
  exit(code: number): void {
    this.calls.push("exit");
    this.exitCode = code;
  }
  relaunch(): void {
    this.calls.push("relaunch");
  }
}

export class FakeProtocol {
  readonly schemes: unknown[] = [];
  readonly handlers = new Map<string, (request: Request) => Promise<Response>>();
  readonly #app: FakeApp;

  constructor(app: FakeApp) {
    this.#app = app;
  }
  registerSchemesAsPrivileged(schemes: unknown[]): void {
    this.#app.calls.push("registerSchemesAsPrivileged");
    this.schemes.push(...schemes);
  }
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void {
    this.#app.calls.push(`handle ${scheme}`);
    this.handlers.set(scheme, handler);
  }
}

/** Answers each message box with the next of `answers`. */
export class FakeDialog {
  readonly asked: Record<string, unknown>[] = [];
  answers: number[] = [];
  paths: string[] = [];

  async showMessageBox(...given: unknown[]) {
    this.asked.push(given.at(-1) as Record<string, unknown>);
    return { response: this.answers.shift() ?? 0, checkboxChecked: false };
  }
  async showOpenDialog(_window: BrowserWindow, options: Record<string, unknown>) {
    this.asked.push(options);
    return { canceled: this.paths.length === 0, filePaths: this.paths };
  }
}

export const app = new FakeApp();
export const protocol = new FakeProtocol(app);
export const session = { defaultSession: new FakeSession() };
export const ipcMain = new FakeIpcMain();
export const dialog = new FakeDialog();
export const nativeTheme = { themeSource: "system", shouldUseDarkColors: false };
export const opened: string[] = [];
export const shell = {
  async openExternal(url: string): Promise<void> {
    opened.push(url);
  },
};
export const screen = {
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
  getAllDisplays() {
    return this.displays;
  },
};

export interface FakeMenuItem {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly checked?: boolean;
  readonly accelerator?: string;
  readonly registerAccelerator?: boolean;
  readonly click?: () => void;
  readonly submenu?: readonly FakeMenuItem[];
}

export const Menu = {
  shown: [] as readonly FakeMenuItem[],
  buildFromTemplate: (template: readonly FakeMenuItem[]) => template,
  setApplicationMenu(menu: readonly FakeMenuItem[]): void {
    Menu.shown = menu;
  },
};
