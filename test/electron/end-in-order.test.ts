import type { App, Dialog } from "electron";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endInOrder } from "../../electron/end-in-order.ts";
import * as electron from "./fake-electron.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A program that was asked to end, with something under way. */
function ending(answers: number[] = []) {
  const app = new electron.FakeApp();
  const dialog = new electron.FakeDialog();
  dialog.answers = answers;
  let settle: { resolve: () => void; reject: (cause: unknown) => void } | undefined;
  const closed = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  endInOrder({
    app: app as unknown as App,
    dialog: dialog as unknown as Dialog,
    close: () => closed,
  });
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  app.quit();
  return {
    app,
    dialog,
    kill,
    said,
    close: async () => {
      settle?.resolve();
      await vi.advanceTimersByTimeAsync(0);
    },
    fail: async (cause: unknown) => {
      settle?.reject(cause);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

it("ends without a word where that is soon", async () => {
  const { app, dialog, close } = ending();
  await vi.advanceTimersByTimeAsync(100);
  await close();
  await vi.runAllTimersAsync();
  expect([app.exitCode, dialog.asked]).toEqual([0, []]);
});

it("tells a person what it waits for, takes the box away and ends by itself", async () => {
  const { app, dialog, kill, close } = ending([0]);
  await vi.advanceTimersByTimeAsync(5000);
  const detail = expect.stringContaining("start it again with the same files");
  expect(dialog.asked).toMatchObject([{ message: "Semascope is finishing.", detail }]);
  const signal = dialog.asked[0]?.signal as AbortSignal;
  expect([app.exitCode, signal.aborted]).toEqual([undefined, false]);
  await close();
  expect([app.exitCode, signal.aborted]).toEqual([0, true]);
  await vi.runAllTimersAsync();
  expect(kill).not.toHaveBeenCalled();
});

it("is killed where a person does not want to wait", async () => {
  const { kill } = ending([1]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(kill.mock.calls).toEqual([[process.pid, "SIGKILL"]]);
});

it("does not wait for ever, and says on standard error that something was cut off", async () => {
  const { kill, said } = ending();
  await vi.runAllTimersAsync();
  expect(kill.mock.calls).toEqual([[process.pid, "SIGKILL"]]);
  expect(said).toHaveBeenCalledWith(expect.stringContaining("cut off"));
});

it("says what could not be closed, and ends with 1", async () => {
  const { app, said, fail } = ending();
  await fail(new Error("The disk is full."));
  expect(app.exitCode).toBe(1);
  expect(said).toHaveBeenCalledWith(expect.stringContaining("The disk is full."));
});

it("is started again where somebody asked for it meanwhile", async () => {
  const { app, close } = ending();
  app.emit("second-instance");
  await close();
  expect(app.calls.slice(-2)).toEqual(["relaunch", "exit"]);
});

it("is not started again for somebody who came before the end", async () => {
  const app = new electron.FakeApp();
  const dialog = new electron.FakeDialog() as unknown as Dialog;
  endInOrder({ app: app as unknown as App, dialog, close: async () => {} });
  app.emit("second-instance");
  app.quit();
  await vi.advanceTimersByTimeAsync(0);
  expect(app.calls).toEqual(["quit", "exit"]);
});
