import type { IpcMain } from "electron";
import { describe, expect, it, vi } from "vitest";
import type { Handlers } from "../../../core/api/client-types.ts";
import { type Cancellation, NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { cancelled, unknownTerm } from "../../../core/errors.ts";
import * as electron from "../fake-electron.ts";

vi.mock("electron", () => import("../fake-electron.ts"));
const { serveEngine } = await import("../../../electron/ipc/serve.ts");
const { isOwnFrame } = await import("../../../electron/ipc/own-frame.ts");

type Answer = (input: never, signal: Cancellation) => unknown;

function served(answers: Record<string, Answer>) {
  const ipc = new electron.FakeIpcMain();
  const contents = new electron.FakeWebContents();
  contents.mainFrame.url = "app://semascope/index.html#/build";
  serveEngine(
    ipc as unknown as IpcMain,
    isOwnFrame,
    Promise.resolve(answers as unknown as Handlers),
  );
  const ours = { sender: contents, senderFrame: contents.mainFrame };
  const call = (...args: unknown[]) => ipc.invoke(ours, "engine", ...args);
  return { ipc, contents, ours, call };
}

describe("the engine over IPC", () => {
  it("answers a call with plain data, defaults filled in", async () => {
    const { call } = served({
      "app.complete": ({ prefix, limit }: { prefix: string; limit: number }) => [prefix, limit],
    });
    expect(await call("app.complete", { prefix: "app" })).toEqual({ ok: true, value: ["app", 10] });
  });

  it("checks arguments against the table and names the field", async () => {
    const { call } = served({ "app.complete": () => [] });
    expect(await call("app.complete", { prefix: 7 })).toMatchObject({
      ok: false,
      error: { code: "bad-input", details: { field: "prefix" } },
    });
    expect(await call("app.complete")).toMatchObject({ ok: false, error: { code: "bad-input" } });
  });

  it("sends failures as data with code, message and details, and hides what is unforeseen", async () => {
    const { call } = served({
      "app.complete": () => {
        throw unknownTerm("aple", "en_associative", ["apple"]);
      },
      "app.health": () => {
        throw new Error("/home/ada/secret.ts:1");
      },
    });
    expect(await call("app.complete", { prefix: "a" })).toMatchObject({
      ok: false,
      error: { code: "unknown-term", details: { term: "aple", suggestions: ["apple"] } },
    });
    const hidden = await call("app.health", {});
    expect(hidden).toMatchObject({ ok: false, error: { code: "internal" } });
    expect(JSON.stringify(hidden)).not.toContain("secret");
  });

  it("carries bytes both ways", async () => {
    const { call } = served({
      "app.retinaInstall": ({ bytes }: { bytes: Uint8Array }) => bytes.slice().reverse(),
    });
    const reply = await call("app.retinaInstall", { bytes: Uint8Array.of(1, 2, 3) });
    expect(reply).toEqual({ ok: true, value: Uint8Array.of(3, 2, 1) });
  });

  it("refuses names that are not in the table", async () => {
    const { call } = served({});
    for (const name of ["nothing", "__proto__", "constructor", 3, null, undefined])
      await expect(call(name, {})).rejects.toThrow("No endpoint");
  });

  it("refuses every frame but the main frame of our page", async () => {
    const { ipc, contents, ours } = served({ "app.health": () => "reached" });
    const url = "app://semascope/index.html";
    const frames = [null, { url }, { url: "https://example.com/" }];
    for (const senderFrame of frames)
      await expect(
        ipc.invoke({ ...ours, senderFrame }, "engine", "app.health", {}),
      ).rejects.toThrow("unknown frame");
    contents.mainFrame.url = "https://example.com/";
    await expect(ipc.invoke(ours, "engine", "app.health", {})).rejects.toThrow("unknown frame");
  });

  it("waits for an engine that is still opening", async () => {
    const ipc = new electron.FakeIpcMain();
    const contents = new electron.FakeWebContents();
    contents.mainFrame.url = "app://semascope/index.html";
    let open: (handlers: Handlers) => void = () => {};
    const opening = new Promise<Handlers>((resolve) => {
      open = resolve;
    });
    serveEngine(ipc as unknown as IpcMain, isOwnFrame, opening);
    const ours = { sender: contents, senderFrame: contents.mainFrame };
    const reply = ipc.invoke(ours, "engine", "app.health", {});
    open({ "app.health": () => "open" } as unknown as Handlers);
    expect(await reply).toEqual({ ok: true, value: "open" });
  });
});

describe("cancelling over IPC", () => {
  const untilCancelled: Answer = async (_input, signal) => {
    while (!signal.aborted) await new Promise((resolve) => setImmediate(resolve));
    throw cancelled();
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it("stops the call of that id, and only that of the same window", async () => {
    const { ipc, ours, call } = served({ "app.health": untilCancelled });
    const reply = call("app.health", {}, "call-1");
    let ended = false;
    void reply.then(() => {
      ended = true;
    });
    await turn();
    const other = new electron.FakeWebContents();
    other.mainFrame.url = "app://semascope/index.html";
    ipc.send({ sender: other, senderFrame: other.mainFrame }, "engine:cancel", "call-1");
    ipc.send({ ...ours, senderFrame: null }, "engine:cancel", "call-1");
    ipc.send(ours, "engine:cancel", "call-2");
    ipc.send(ours, "engine:cancel", ["call-1"]);
    await turn();
    expect(ended).toBe(false);

    ipc.send(ours, "engine:cancel", "call-1");
    expect(await reply).toMatchObject({ ok: false, error: { code: "cancelled" } });
  });

  it("ends with the page, when it is loaded again or its process dies", async () => {
    for (const leave of [
      (page: electron.FakeWebContents) => page.arrive({ isMainFrame: true, isSameDocument: false }),
      (page: electron.FakeWebContents) =>
        page.emit("render-process-gone", {}, { reason: "crashed" }),
      (page: electron.FakeWebContents) => page.emit("destroyed"),
    ]) {
      const { contents, call } = served({ "app.health": untilCancelled });
      const replies = [call("app.health", {}, "call-1"), call("app.health", {}, "call-2")];
      await turn();
      leave(contents);
      for (const reply of replies)
        expect(await reply).toMatchObject({ ok: false, error: { code: "cancelled" } });
    }
  });

  it("goes on when nothing but an address changes, or a navigation comes to nothing", async () => {
    const { ipc, contents, ours, call } = served({ "app.health": untilCancelled });
    const reply = call("app.health", {}, "call-1");
    let ended = false;
    void reply.then(() => {
      ended = true;
    });
    await turn();
    contents.arrive({ isMainFrame: true, isSameDocument: true });
    contents.arrive({ isMainFrame: false, isSameDocument: false });
    contents.emit("did-start-navigation", { isMainFrame: true, isSameDocument: false });
    await turn();
    expect(ended).toBe(false);
    ipc.send(ours, "engine:cancel", "call-1");
    await reply;
  });

  it("leaves alone the calls of the page that comes, though their ids are the same", async () => {
    const { ipc, contents, ours, call } = served({ "app.health": untilCancelled });
    const before = call("app.health", {}, "call-1");
    await turn();
    contents.emit("did-start-navigation", { isMainFrame: true, isSameDocument: false });
    const after = call("app.health", {}, "call-1");
    let ended = false;
    void after.then(() => {
      ended = true;
    });
    await turn();
    contents.emit("did-navigate", {});
    expect(await before).toMatchObject({ error: { code: "cancelled" } });
    expect(ended).toBe(false);
    ipc.send(ours, "engine:cancel", "call-1");
    expect(await after).toMatchObject({ error: { code: "cancelled" } });
  });

  it("carries out what a page sends as its last words", async () => {
    const signals: Cancellation[] = [];
    const { contents, call } = served({
      "app.health": async (_input: never, signal = NEVER_CANCELLED) => {
        await turn();
        signals.push(signal);
      },
    });
    const reply = call("app.health", {});
    contents.arrive({ isMainFrame: true, isSameDocument: false });
    expect(await reply).toMatchObject({ ok: true });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it("does nothing after the call has ended", async () => {
    const signals: Cancellation[] = [];
    const { ipc, ours, call } = served({
      "app.health": (_input: never, signal = NEVER_CANCELLED) => signals.push(signal),
    });
    await call("app.health", {}, "call-1");
    ipc.send(ours, "engine:cancel", "call-1");
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
  });
});
