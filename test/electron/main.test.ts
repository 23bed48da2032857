import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Fake from "./fake-electron.ts";

const engine = vi.hoisted(() => ({ open: vi.fn() }));
vi.mock("../../electron/engine-host.ts", () => ({ openEngine: engine.open }));

/** Loads main.ts again, into a fresh Electron. */
async function launch(prepare: (electron: typeof Fake) => void = () => {}) {
  process.argv = ["electron", "."];
  vi.resetModules();
  const electron = await import("./fake-electron.ts");
  vi.doMock("electron", () => electron);
  electron.app.userData = mkdtempSync(join(tmpdir(), "semascope-"));
  prepare(electron);
  await import("../../electron/main.ts");
  return electron;
}

const close = vi.fn(async () => {});

beforeEach(() => {
  vi.clearAllMocks();
  engine.open.mockResolvedValue({ handlers: { "app.health": () => "up" }, close });
});

describe("starting the desktop application", () => {
  it("sandboxes, names its scheme and takes the lock before anything is ready", async () => {
    const { app, BrowserWindow } = await launch();
    expect(app.calls).toEqual([
      "enableSandbox",
      "registerSchemesAsPrivileged",
      "requestSingleInstanceLock",
    ]);
    expect(app.listenerCount("web-contents-created")).toBe(1);
    expect(BrowserWindow.all).toEqual([]);
    expect(engine.open).not.toHaveBeenCalled();
  });

  it("keeps its sandbox unless a test of the program that is not packaged says otherwise", async () => {
    for (const [value, isPackaged, isSandboxed] of [
      ["1", false, false],
      ["1", true, true],
      ["", false, true],
    ] as const) {
      vi.stubEnv("SEMASCOPE_TEST_WITHOUT_SANDBOX", value);
      const { app } = await launch((electron) => {
        electron.app.isPackaged = isPackaged;
      });
      expect(app.calls.includes("enableSandbox")).toBe(isSandboxed);
    }
    vi.unstubAllEnvs();
  });

  it("guards the session and serves the page before the window opens", async () => {
    const { app, session, BrowserWindow } = await launch();
    await app.becomeReady();
    expect(app.calls.slice(3)).toEqual(["ready", "handle app"]);
    expect(session.defaultSession.passes("https://example.com/")).toBe(false);
    expect(BrowserWindow.all.map(({ calls }) => calls)).toEqual([
      ["loadURL app://semascope/index.html"],
    ]);
  });

  it("carries calls of its page to the engine", async () => {
    const { app, ipcMain, BrowserWindow } = await launch();
    await app.becomeReady();
    const contents = BrowserWindow.all[0]?.webContents;
    if (contents === undefined) throw new Error("no window");
    const ours = { sender: contents, senderFrame: contents.mainFrame };
    expect(await ipcMain.invoke(ours, "engine", "app.health", {})).toEqual({
      ok: true,
      value: "up",
    });
    expect(engine.open).toHaveBeenCalledWith(expect.stringMatching(/retinas$/));
  });

  it("offers the files of the system and of a second instance to its page, early or late", async () => {
    const named = resolve("package.json");
    const { app, BrowserWindow } = await launch(() => process.argv.push("package.json"));
    expect(app.told).toEqual({ files: [named] });
    app.emit("open-file", { preventDefault() {} }, "/early.csv");
    await new Promise((resolve) => setImmediate(resolve));
    app.emit("second-instance", {}, [], "/", { files: ["/other.csv"] });
    await app.becomeReady();
    const page = (...files: string[]) =>
      `loadURL app://semascope/index.html#import=${encodeURIComponent(JSON.stringify(files))}`;
    const [window] = BrowserWindow.all;
    expect(window?.calls).toEqual([page(named, "/early.csv", "/other.csv")]);
    window?.minimize();
    app.emit("second-instance", {}, [], "/", { files: ["/late.csv"] });
    app.emit("second-instance", {}, [], "/", { files: [] });
    expect(window?.calls.slice(1)).toEqual([
      ...["minimize", "restore", "show", "focus", page("/late.csv")],
      ...["show", "focus"],
    ]);
    expect(BrowserWindow.all).toHaveLength(1);
  });

  it("ends at once as the second instance, without window or engine", async () => {
    const { app, BrowserWindow } = await launch((electron) => {
      electron.app.hasLock = false;
    });
    await app.becomeReady();
    expect(app.calls).toContain("quit");
    expect(BrowserWindow.all).toEqual([]);
    expect(engine.open).not.toHaveBeenCalled();
  });

  it("says why when the engine cannot be opened, to a person and on standard error", async () => {
    vi.stubEnv("DISPLAY", ":0");
    engine.open.mockRejectedValue(new Error("There is no retina in this folder."));
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { app, dialog } = await launch();
    await app.becomeReady();
    await expect.poll(() => app.exitCode).toBe(1);
    expect(dialog.asked).toMatchObject([
      { message: "Semascope could not start", detail: "There is no retina in this folder." },
    ]);
    expect(said.mock.calls).toEqual([
      ["Semascope could not start: There is no retina in this folder.\n"],
    ]);
    said.mockRestore();
    vi.unstubAllEnvs();
  });

  it.runIf(process.platform === "linux")("opens no box where nobody can see it", async () => {
    vi.stubEnv("DISPLAY", "");
    vi.stubEnv("WAYLAND_DISPLAY", "");
    engine.open.mockRejectedValue(new Error("There is no retina in this folder."));
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { app, dialog } = await launch();
    await app.becomeReady();
    await expect.poll(() => app.exitCode).toBe(1);
    expect(dialog.asked).toEqual([]);
    expect(said).toHaveBeenCalledWith(expect.stringContaining("no retina in this folder"));
    said.mockRestore();
    vi.unstubAllEnvs();
  });

  it("says why when a step of the start fails", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { app } = await launch((electron) => {
      electron.protocol.handle = () => {
        throw new Error("The scheme is taken.");
      };
    });
    await app.becomeReady();
    await expect.poll(() => app.exitCode).toBe(1);
    expect(said).toHaveBeenCalledWith("Semascope could not start: The scheme is taken.\n");
    said.mockRestore();
  });
});

describe("ending", () => {
  const isOpen = (value: number | undefined) => value === undefined;

  it("quits with the last window, and closes the engine", async () => {
    const { app, BrowserWindow } = await launch();
    await app.becomeReady();
    BrowserWindow.all[0]?.close();
    app.emit("window-all-closed");
    if (process.platform === "darwin") expect(app.calls).not.toContain("quit");
    else await expect.poll(() => app.exitCode).toBe(0);
    expect(close).toHaveBeenCalledTimes(process.platform === "darwin" ? 0 : 1);
  });

  it("ends only after every thread and database has, however often it is asked to", async () => {
    let closed: () => void = () => {};
    close.mockReturnValueOnce(
      new Promise((resolve) => {
        closed = resolve;
      }),
    );
    const { app } = await launch();
    await app.becomeReady();
    app.quit();
    app.quit();
    await expect.poll(() => close.mock.calls).toHaveLength(1);
    expect(app.exitCode).toSatisfy(isOpen);
    app.quit();
    expect(app.exitCode).toSatisfy(isOpen);
    closed();
    await expect.poll(() => app.exitCode).toBe(0);
    expect(close).toHaveBeenCalledOnce();
  });

  it("carries out the last words of a page before it closes the engine", async () => {
    let saved: () => void = () => {};
    const saving = new Promise<void>((resolve) => {
      saved = resolve;
    });
    engine.open.mockResolvedValue({ handlers: { "app.health": () => saving }, close });
    const { app, ipcMain, BrowserWindow } = await launch();
    await app.becomeReady();
    const contents = BrowserWindow.all[0]?.webContents;
    if (contents === undefined) throw new Error("no window");
    const ours = { sender: contents, senderFrame: contents.mainFrame };
    const words = ipcMain.invoke(ours, "engine", "app.health", {});
    app.quit();
    await new Promise((resolve) => setImmediate(resolve));
    expect(close).not.toHaveBeenCalled();
    saved();
    expect(await words).toMatchObject({ ok: true });
    await expect.poll(() => app.exitCode).toBe(0);
    expect(close).toHaveBeenCalledOnce();
  });

  it("waits for an engine that is still opening, to close it", async () => {
    let opened: (engine: object) => void = () => {};
    engine.open.mockReturnValue(
      new Promise((resolve) => {
        opened = resolve;
      }),
    );
    const { app } = await launch();
    await app.becomeReady();
    app.quit();
    await new Promise((resolve) => setImmediate(resolve));
    expect(app.exitCode).toSatisfy(isOpen);
    opened({ handlers: {}, close });
    await expect.poll(() => app.exitCode).toBe(0);
    expect(close).toHaveBeenCalledOnce();
  });

  it("opens a new window when the application is activated again without one", async () => {
    const { app, BrowserWindow } = await launch();
    await app.becomeReady();
    BrowserWindow.all[0]?.close();
    app.emit("activate");
    expect(BrowserWindow.all).toHaveLength(2);
  });
});
