import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { BrowserContext, Disposable, Page } from "@playwright/test";
import type { Dialog, IpcMain } from "electron";
import type { Handlers } from "../../../core/api/client-types.ts";
import type { DesktopAction } from "../../../core/api/desktop.ts";
import type { Channels } from "../../../electron/window/channels.ts";
import {
  BrowserWindow,
  FakeDialog,
  FakeIpcMain,
  type FakeMessage,
} from "../../electron/fake-electron.ts";
import { built, ROOT } from "./built.ts";
import type { Faults, Files } from "./host.ts";

/** The parts of the desktop host that run here, as they are built. */
async function hostParts() {
  const [engine, desktop, scheme, names] = await Promise.all([
    built<typeof import("../../../electron/ipc/serve.ts")>("electron/ipc/serve.js"),
    built<typeof import("../../../electron/ipc/serve-desktop.ts")>("electron/ipc/serve-desktop.js"),
    built<typeof import("../../../electron/window/app-scheme.ts")>("electron/window/app-scheme.js"),
    built<typeof import("../../../electron/window/channels.ts")>("electron/window/channels.js"),
  ]);
  return { ...engine, ...desktop, ...scheme, ...names };
}
type HostParts = Awaited<ReturnType<typeof hostParts>>;

/**
 * A page that talks to the real IPC code of the desktop host, as in Electron: its policy and what the browser does not have yet come
 * from the real `app:` responder, calls cross as structured clones, and there is no HTTP service to fall back on.
 */
export class IpcBridge {
  readonly #ipc = new FakeIpcMain();
  readonly #window = new BrowserWindow({ x: 0, y: 0, width: 1, height: 1, webPreferences: {} });
  /** What a person picks in the next native dialog. */
  readonly dialog = new FakeDialog();

  readonly #host: HostParts;
  readonly #faults: Faults;

  static async open(handlers: Promise<Handlers>, faults: Faults): Promise<IpcBridge> {
    return new IpcBridge(await hostParts(), handlers, faults);
  }

  private constructor(host: HostParts, handlers: Promise<Handlers>, faults: Faults) {
    this.#host = host;
    this.#faults = faults;
    const isOwnFrame = ({ senderFrame }: { senderFrame: unknown }) =>
      senderFrame === this.#window.webContents.mainFrame;
    const ipcMain = this.#ipc as unknown as IpcMain;
    host.serveEngine(ipcMain, isOwnFrame, handlers);
    host.serveDesktop({
      ipcMain,
      isOwnFrame,
      dialog: this.dialog as unknown as Dialog,
      window: () => this.#window as never,
      onTheme: () => {},
    });
  }

  /** Files and policy of the page. */
  get files(): Files {
    return this.#host.createAppResponder(join(ROOT, "dist/web"));
  }

  /** Gives every page of the context the bridges that the preload script gives, until what is returned is disposed of. */
  async install(context: BrowserContext): Promise<Disposable[]> {
    return [
      await context.exposeBinding("semascopeInvoke", async ({ frame, page }, channel, ...args) =>
        packed(await this.#invoke(frame === page.mainFrame(), channel, args)),
      ),
      await context.addInitScript(installBridges, this.#host.channels),
    ];
  }

  /** What a click on the native menu does. */
  async choose(page: Page, action: DesktopAction): Promise<void> {
    await page.evaluate((id) => {
      window.dispatchEvent(new CustomEvent("semascope-menu", { detail: id }));
    }, action);
  }

  async #invoke(isMainFrame: boolean, channel: string, args: unknown[]): Promise<unknown> {
    const contents = this.#window.webContents;
    const senderFrame = isMainFrame ? contents.mainFrame : { url: "" };
    const message: FakeMessage = { sender: contents, senderFrame };
    const cloned = deserialize(serialize(args)) as unknown[];
    const carry = () =>
      this.#ipc.handlers.has(channel)
        ? this.#ipc.invoke(message, channel, ...cloned)
        : this.#ipc.send(message, channel, ...cloned);
    if (channel !== this.#host.channels.engine) return carry();
    return this.#faults.carry(String(args[0]), carry);
  }
}

/** How an answer crosses to the page: Playwright packs each number of it, which takes half a second for a map; a text is one value. */
type Packed = { readonly json: string } | { readonly value: unknown };

const packed = (value: unknown): Packed =>
  isJson(value) ? { json: JSON.stringify(value) } : { value };

/** Whether JSON keeps all of it, as a structured clone does. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every(isJson);
}

/** Runs in the page before anything else: the same shape as `preload.cts`. */
function installBridges(names: Channels): void {
  const { semascopeInvoke } = window as unknown as {
    semascopeInvoke: (...args: unknown[]) => Promise<Packed>;
  };
  const invoke = async (...args: unknown[]) => {
    const packed = await semascopeInvoke(...args);
    return "json" in packed ? JSON.parse(packed.json) : packed.value;
  };
  const engine = {
    call: (name: string, args: unknown, callId?: string) =>
      invoke(names.engine, name, args, callId),
    cancel: (callId: string) => void invoke(names.cancel, callId),
  };
  const desktop = {
    onAction(listener: (action: unknown) => void) {
      const forward = (event: Event) => listener((event as CustomEvent).detail);
      window.addEventListener("semascope-menu", forward);
      return () => window.removeEventListener("semascope-menu", forward);
    },
    choosePaths: (request: unknown) => invoke(names.choosePaths, request),
    printToPdf: () => Promise.reject(new Error("No page is printed here.")),
    setTheme: (theme: string) => void invoke(names.theme, theme),
  };
  Object.defineProperty(window, "engine", { value: Object.freeze(engine) });
  Object.defineProperty(window, "desktop", { value: Object.freeze(desktop) });
}
