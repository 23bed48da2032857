import type { BrowserWindow, Dialog } from "electron";
import { describe, expect, it } from "vitest";
import { recoverFromCrashes } from "../../../electron/window/crash-recovery.ts";
import * as electron from "../fake-electron.ts";

function watchedWindow() {
  const window = new electron.BrowserWindow({
    x: 0,
    y: 0,
    width: 1,
    height: 1,
    webPreferences: {},
  });
  const dialog = new electron.FakeDialog();
  let clock = 0;
  recoverFromCrashes(window as unknown as BrowserWindow, dialog as unknown as Dialog, () => clock);
  const crash = async (at: number, reason = "crashed") => {
    clock = at;
    window.webContents.emit("render-process-gone", {}, { reason, exitCode: 1 });
    await Promise.resolve();
    await Promise.resolve();
  };
  return { window, dialog, crash };
}

describe("a page that dies", () => {
  it("is brought back without a question", async () => {
    const { window, dialog, crash } = watchedWindow();
    await crash(1000);
    expect(window.webContents.reloads).toBe(1);
    expect(dialog.asked).toEqual([]);
  });

  it("is not reloaded for ever: the second time in a minute a person decides", async () => {
    const { window, dialog, crash } = watchedWindow();
    await crash(1000);
    dialog.answers = [1];
    await crash(30_000, "oom");
    expect(dialog.asked).toHaveLength(1);
    expect(dialog.asked[0]?.detail).toContain("oom");
    expect(window.webContents.reloads).toBe(1);
    expect(window.isDestroyed()).toBe(true);
  });

  it("is quietly reloaded again after a calm minute", async () => {
    const { window, dialog, crash } = watchedWindow();
    await crash(1000);
    await crash(90_000);
    expect(window.webContents.reloads).toBe(2);
    expect(dialog.asked).toEqual([]);
  });

  it("is left alone when it ended in order", async () => {
    const { window, crash } = watchedWindow();
    await crash(1000, "clean-exit");
    expect(window.webContents.reloads).toBe(0);
  });
});

describe("a page that does not answer", () => {
  it("is reloaded only when the person says so", async () => {
    const { window, dialog } = watchedWindow();
    dialog.answers = [0, 1];
    for (const expected of [0, 1]) {
      window.emit("unresponsive");
      await new Promise((resolve) => setImmediate(resolve));
      expect(window.webContents.reloads).toBe(expected);
    }
  });
});
