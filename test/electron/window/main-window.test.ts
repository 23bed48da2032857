import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DESKTOP_ACTIONS } from "../../../core/api/desktop.ts";
import { VIEWS } from "../../../core/api/views.ts";
import * as electron from "../fake-electron.ts";

vi.mock("electron", () => import("../fake-electron.ts"));
const { MainWindow } = await import("../../../electron/window/main-window.ts");

function openWindow() {
  const stateFile = join(mkdtempSync(join(tmpdir(), "semascope-")), "window.json");
  const open = () =>
    new MainWindow({ stateFile, preload: "/app/preload.cjs", isDevelopment: false });
  const main = open();
  main.open();
  const window = electron.BrowserWindow.all.at(-1);
  if (window === undefined) throw new Error("no window was made");
  return { main, window, reopen: open, kept: () => JSON.parse(readFileSync(stateFile, "utf8")) };
}

const menuItems = (items = electron.Menu.shown): electron.FakeMenuItem[] =>
  items.flatMap((item) => [item, ...menuItems(item.submenu ?? [])]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the main window", () => {
  it("is isolated, sandboxed and has no Node", () => {
    const { window } = openWindow();
    expect(window.options.webPreferences).toMatchObject({
      preload: "/app/preload.cjs",
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
    });
    expect(window.calls).toEqual(["loadURL app://semascope/index.html"]);
  });

  it("shows itself only when there is something to see", () => {
    const { window } = openWindow();
    expect(window.options.show).toBe(false);
    window.emit("ready-to-show");
    expect(window.calls).toContain("show");
  });

  it("keeps its place half a second after it rests, and when it closes", () => {
    const { window, kept } = openWindow();
    window.bounds = { x: 10, y: 20, width: 800, height: 600 };
    window.emit("move");
    vi.advanceTimersByTime(499);
    expect(kept).toThrow();
    vi.advanceTimersByTime(1);
    expect(kept().bounds).toEqual({ x: 10, y: 20, width: 800, height: 600 });

    window.bounds = { x: 30, y: 40, width: 900, height: 700 };
    window.maximize();
    window.close();
    expect(kept()).toMatchObject({
      bounds: { x: 30, y: 40, width: 900, height: 700 },
      maximized: true,
    });
  });

  it("comes back at its place, maximized and in its theme", () => {
    const { main, window, reopen } = openWindow();
    window.bounds = { x: 30, y: 40, width: 900, height: 700 };
    window.maximize();
    main.setTheme("dark");
    window.close();
    expect(main.current).toBeUndefined();

    electron.nativeTheme.themeSource = "system";
    reopen().open();
    const next = electron.BrowserWindow.all.at(-1);
    expect(next?.bounds).toEqual({ x: 30, y: 40, width: 900, height: 700 });
    expect(electron.nativeTheme.themeSource).toBe("dark");
    next?.emit("ready-to-show");
    expect(next?.calls).toContain("maximize");
  });

  it("is one: opening again brings it to the front", () => {
    const { main, window } = openWindow();
    const before = electron.BrowserWindow.all.length;
    main.open();
    expect(electron.BrowserWindow.all).toHaveLength(before);
    expect(window.calls.at(-1)).toBe("focus");
  });
});

describe("the menu", () => {
  it("can send every action, and sends it to the page", () => {
    const { window } = openWindow();
    for (const item of menuItems()) item.click?.();
    const sent = window.webContents.sent.map(([, action]) => action);
    expect(sent.toSorted()).toEqual([...DESKTOP_ACTIONS].toSorted());
    expect(new Set(window.webContents.sent.map(([channel]) => channel))).toEqual(
      new Set(["desktop:action"]),
    );
  });

  it("leads to every view, each by a letter of its own", () => {
    openWindow();
    const go = menuItems().filter(({ id }) => id?.startsWith("go."));
    const views = go.filter(({ id }) => id !== "go.back" && id !== "go.forward");
    expect(views.map(({ id }) => id)).toEqual(VIEWS.map(({ id }) => `go.${id}`));
    expect(views.map(({ label }) => label)).toContain("&Explore");
    const letterOf = ({ label = "" }) => /&(.)/.exec(label)?.[1]?.toLowerCase();
    expect(views.map(letterOf)).toEqual(VIEWS.map(({ key }) => key));
    expect(new Set(go.map(letterOf)).size).toBe(go.length);
  });

  it("shows the page's keys without taking them", () => {
    openWindow();
    const keyed = menuItems().filter((item) => item.accelerator !== undefined);
    expect(keyed.length).toBeGreaterThan(4);
    for (const item of keyed) expect(item.registerAccelerator, item.label).toBe(false);
  });

  it("marks the theme in use", () => {
    const { main } = openWindow();
    main.setTheme("light");
    const marked = menuItems().filter((item) => item.checked);
    expect(marked.map((item) => item.label)).toEqual(["&Light"]);
  });
});
