import type { App, BrowserWindow } from "electron";
import { describe, expect, it } from "vitest";
import { isFirstInstance } from "../../../electron/window/single-instance.ts";
import * as electron from "../fake-electron.ts";

describe("the single-instance lock", () => {
  it("lets the first instance go on and stops the second", () => {
    const app = new electron.FakeApp();
    expect(isFirstInstance(app as unknown as App, () => undefined)).toBe(true);
    app.hasLock = false;
    expect(isFirstInstance(app as unknown as App, () => undefined)).toBe(false);
  });

  it("brings the first window to the front when a second instance starts", () => {
    const app = new electron.FakeApp();
    const window = new electron.BrowserWindow({
      x: 0,
      y: 0,
      width: 9,
      height: 9,
      webPreferences: {},
    });
    window.minimize();
    isFirstInstance(app as unknown as App, () => window as unknown as BrowserWindow);
    app.emit("second-instance");
    expect(window.calls).toEqual(["minimize", "restore", "show", "focus"]);
  });

  it("does not stumble when every window is closed", () => {
    const app = new electron.FakeApp();
    isFirstInstance(app as unknown as App, () => undefined);
    expect(() => app.emit("second-instance")).not.toThrow();
  });
});
