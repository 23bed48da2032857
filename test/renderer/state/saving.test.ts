import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Name } from "../../../core/api/client-types.ts";
import { conflict } from "../../../core/errors.ts";
import type { Content } from "../../../core/workspace/workspace.ts";
import { wholeAnswer } from "../../support/whole-answer.ts";

const FULL = { code: "internal", message: "The disk is full.", details: {} };

/** A host as it is specified: one document, one writer. */
let host: {
  isFull: boolean;
  /** Calls are done or not, and never answered, as those of a page that is gone. */
  isGone: boolean;
  takesGone: boolean;
  revision: number;
  by: string;
  writer: string | null;
  workspace: { readonly version: number; readonly content: Content } | null;
  saves: number;
};

interface Args {
  readonly session: string;
  readonly takeOver?: boolean;
  readonly known?: number;
  readonly base: number;
  readonly save: number;
  readonly workspace: NonNullable<(typeof host)["workspace"]>;
}

function answer(name: Name, { session, takeOver, known, base, workspace }: Args): object {
  const others = host.writer !== null && host.writer !== session ? host.writer : null;
  if (name === "app.workspaceLoad") {
    if (others === null || takeOver) host.writer = session;
    const { revision, by } = host;
    const isSent = revision !== known;
    return {
      workspace: isSent ? structuredClone(host.workspace) : null,
      revision,
      by,
      writer: others === null || takeOver ? null : { process: 1, session: others, since: "" },
      damaged: null,
    };
  }
  if (name === "app.workspaceRelease") {
    if (others === null) host.writer = null;
    return { released: true };
  }
  if (others !== null || (host.by !== session && host.revision !== base)) throw conflict("No.");
  host.revision += 1;
  host.saves += 1;
  host.by = session;
  host.workspace = structuredClone(workspace);
  return { revision: host.revision, savedAt: "" };
}

async function call(name: Name, args: Args): Promise<unknown> {
  if (host.isGone) {
    if (host.takesGone) answer(name, args);
    return new Promise(() => undefined);
  }
  if (host.isFull) return { ok: false, error: FULL };
  try {
    return { ok: true, value: wholeAnswer(name, answer(name, args)) };
  } catch (cause) {
    return { ok: false, error: { ...(cause as object), message: "No." } };
  }
}

/** The page keeps its state in modules, so each window gets its own. */
async function openWindow() {
  vi.resetModules();
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal("addEventListener", (type: string, run: (event: object) => void) =>
    listeners.set(type, run),
  );
  const saving = await import("../../../renderer/state/saving.ts");
  const work = await import("../../../renderer/state/workspace.ts");
  const { workspace, edit } = work;
  const content = () => workspace.getState().content;
  const write = (text: string) => edit("Write", (before) => ({ ...before, text }));
  return {
    ...work,
    write,
    content,
    type: (text: string) => edit("Type", (before) => ({ ...before, text }), { gesture: "text" }),
    start: saving.startSaving,
    close: saving.closeSaving,
    bringBack: saving.bringBack,
    dismiss: saving.dismissLeft,
    askBeforeLoss: saving.askBeforeLoss,
    focus: () => listeners.get("focus")?.({}),
    told: (key: string) => listeners.get("storage")?.({ key }),
    state: () => saving.useSaveState.getState(),
    status: () => saving.useSaveState.getState().status,
  };
}

async function startWindow() {
  const opened = await openWindow();
  await opened.start();
  return opened;
}

let isStorageFull: boolean;

/** As much of the browser's storage as is used; keys are its own members. */
function storage(): Record<string, string> {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      if (isStorageFull) throw new Error("QuotaExceededError");
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods);
}

const unsaved = () => Object.keys(localStorage).filter((key) => key.includes("unsaved"));
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  isStorageFull = false;
  host = {
    isFull: false,
    isGone: false,
    takesGone: false,
    revision: 0,
    by: "",
    writer: null,
    workspace: null,
    saves: 0,
  };
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("window", { engine: { call, cancel: () => {} } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("saving", () => {
  it("sends the whole document half a second after a change, also while a person types on", async () => {
    const { write, type, status } = await startWindow();
    write("first");
    expect(status()).toBe("saving");
    await pass(499);
    expect(host.saves).toBe(0);
    await pass(2);
    expect(host.workspace?.content).toEqual({ text: "first" });
    expect([host.saves, status()]).toEqual([1, "saved"]);
    for (let key = 1; key <= 30; key++) {
      type("a".repeat(key));
      await pass(100);
    }
    expect(String(host.workspace?.content.text).length).toBeGreaterThan(20);
    expect(host.saves).toBeLessThan(9);
  });

  it("says that it fails as long as it does, tries again by itself, and loses nothing", async () => {
    const { write, status, state } = await startWindow();
    host.isFull = true;
    write("a");
    await pass(1000);
    expect([status(), state().error]).toMatchObject(["failed", { message: "The disk is full." }]);
    write("ab");
    await pass(1000);
    expect(status()).toBe("failed");
    host.isFull = false;
    await pass(60_000);
    expect([status(), host.workspace?.content]).toEqual(["saved", { text: "ab" }]);
  });

  it("waits for the host at the start, and makes again on its document what was made meanwhile", async () => {
    host = {
      ...host,
      isFull: true,
      revision: 3,
      workspace: { version: 3, content: { pins: ["saved"] } },
    };
    const opened = await startWindow();
    expect(opened.status()).toBe("unloaded");
    opened.asOneStep(() => {
      opened.edit("Pin", (before) => ({
        ...before,
        pins: [...((before.pins as string[]) ?? []), "own"],
      }));
      opened.write("early");
    });
    opened.keep((before) => ({ ...before, looking: 1 }));
    host.isFull = false;
    await pass(3000);
    expect(opened.content()).toEqual({ pins: ["saved", "own"], text: "early", looking: 1 });
    await pass(1000);
    expect(host.workspace?.content).toEqual(opened.content());
    expect(opened.undo()).toBe("Write");
    expect(opened.content()).toEqual({ pins: ["saved"], looking: 1 });
    expect(opened.undo()).toBeNull();
  });

  it("leaves the document of a newer version alone", async () => {
    host = { ...host, revision: 1, workspace: { version: 4, content: {} } };
    const { status, write } = await startWindow();
    expect(status()).toBe("foreign");
    write("mine");
    await pass(5000);
    expect([host.saves, host.workspace?.version]).toEqual([0, 4]);
  });
});

describe("a second window", () => {
  it("shows the document and refuses edits until it takes over; the first one then does", async () => {
    const first = await startWindow();
    first.write("first");
    await pass(1000);
    const second = await startWindow();
    expect([second.status(), second.content()]).toEqual(["reading", { text: "first" }]);
    second.write("refused");
    expect([second.content(), second.state().refused]).toEqual([{ text: "first" }, 1]);
    await second.start(true);
    expect(second.status()).toBe("saved");
    second.write("second");
    await pass(1000);
    first.told("semascope-writer");
    await pass(10);
    expect([first.status(), first.content()]).toEqual(["reading", { text: "second" }]);
    first.write("refused");
    await pass(1000);
    expect(host.workspace?.content).toEqual({ text: "second" });
  });

  it("becomes the writer when it is looked at after the first has closed, with what that saved", async () => {
    const first = await startWindow();
    const second = await startWindow();
    expect(second.status()).toBe("reading");
    first.write("first");
    await pass(1000);
    second.focus();
    await pass(10);
    expect([second.status(), second.content()]).toEqual(["reading", { text: "first" }]);
    first.close();
    await pass(10);
    second.focus();
    await pass(10);
    expect(second.status()).toBe("saved");
  });

  it("gets nothing lost that the first had not saved when it took over", async () => {
    const first = await startWindow();
    first.write("begun");
    await pass(1000);
    first.edit("Add", (before) => ({ ...before, more: "unsaved" }));
    const second = await startWindow();
    await second.start(true);
    second.write("second");
    await pass(1000);
    expect([first.status(), first.content()]).toEqual(["reading", { text: "begun" }]);
    first.focus();
    await pass(10);
    expect(first.content()).toEqual({ text: "second" });
    expect([first.state().left.length, unsaved().length]).toEqual([1, 1]);
    first.bringBack();
    expect(first.content()).toEqual({ text: "second" });
    await first.start(true);
    expect(first.state().left).toHaveLength(1);
    first.bringBack();
    expect(first.content()).toEqual({ text: "begun", more: "unsaved" });
    expect([first.state().left, unsaved()]).toEqual([[], []]);
    expect(first.undo()).toBe("Restore unsaved work");
  });

  it("is the writer at once where the first one crashed in the same browser", async () => {
    const held = new Set<string>();
    vi.stubGlobal("navigator", {
      locks: {
        request: async (name: string) => void held.add(name),
        query: async () => ({ held: [...held].map((name) => ({ name })) }),
      },
    });
    const first = await startWindow();
    const second = await startWindow();
    expect([first.status(), second.status()]).toEqual(["saved", "reading"]);
    held.clear();
    expect((await startWindow()).status()).toBe("saved");
  });
});

describe("work that a closing window could not send", () => {
  it("is there at the next start, and is then saved and forgotten", async () => {
    const first = await startWindow();
    first.write("begun");
    await pass(1000);
    host.isGone = true;
    first.write("a".repeat(100_000));
    await pass(600);
    first.write("the end");
    first.close();
    expect(unsaved()).toHaveLength(1);
    host = { ...host, isGone: false, writer: null };
    const second = await startWindow();
    expect([second.content(), second.status()]).toEqual([{ text: "the end" }, "saving"]);
    await pass(1000);
    expect([second.status(), unsaved()]).toEqual(["saved", []]);
    expect(host.workspace?.content).toEqual({ text: "the end" });
  });

  it("follows a save of the window that arrived although nobody heard of it", async () => {
    const first = await startWindow();
    host = { ...host, isGone: true, takesGone: true };
    first.write("arrives");
    await pass(600);
    host.takesGone = false;
    first.write("is left");
    first.close();
    host = { ...host, isGone: false, writer: null };
    expect(host.workspace?.content).toEqual({ text: "arrives" });
    expect((await startWindow()).content()).toEqual({ text: "is left" });
  });

  it("stays where an earlier save is answered after the window has closed", async () => {
    const first = await startWindow();
    first.write("begun");
    let answered = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const slow = async (name: Name, args: Args) => {
      const reply = await call(name, args);
      await held;
      return reply;
    };
    vi.stubGlobal("window", { engine: { call: slow, cancel: () => {} } });
    await pass(600);
    first.write("last");
    host.isGone = true;
    first.close();
    answered();
    await pass(10);
    vi.stubGlobal("window", { engine: { call, cancel: () => {} } });
    host = { ...host, isGone: false, writer: null };
    expect(host.workspace?.content).toEqual({ text: "begun" });
    expect((await startWindow()).content()).toEqual({ text: "last" });
  });

  it("is forgotten where it arrived after all", async () => {
    const first = await startWindow();
    first.write("begun");
    first.close();
    await pass(10);
    expect([host.workspace?.content, host.writer]).toEqual([{ text: "begun" }, null]);
    const second = await startWindow();
    expect([second.status(), unsaved(), second.state().left]).toEqual(["saved", [], []]);
  });

  it("is offered, and waits, where somebody else has saved since", async () => {
    const first = await startWindow();
    host.isGone = true;
    first.write("left behind");
    first.close();
    host = {
      ...host,
      isGone: false,
      writer: null,
      revision: 5,
      by: "else",
      workspace: { version: 3, content: { text: "theirs", more: 1 } },
    };
    const second = await startWindow();
    expect([second.content().text, second.status()]).toEqual(["theirs", "saved"]);
    second.close();
    const third = await startWindow();
    expect(third.state().left).toHaveLength(1);
    third.bringBack();
    expect(third.content()).toEqual({ text: "left behind", more: 1 });
    expect(third.undo()).toBe("Restore unsaved work");
    expect([third.content().text, third.state().left, unsaved()]).toEqual(["theirs", [], []]);
  });

  it("is offered where it was made before anything was loaded", async () => {
    host = {
      ...host,
      isFull: true,
      revision: 1,
      workspace: { version: 3, content: { text: "saved" } },
    };
    const first = await startWindow();
    first.write("early");
    first.close();
    host.isFull = false;
    const second = await startWindow();
    expect(second.content()).toEqual({ text: "saved" });
    second.dismiss();
    expect([second.state().left, unsaved()]).toEqual([[], []]);
  });

  it("is none where all is saved; a browser asks before it closes where it is too much", async () => {
    const first = await startWindow();
    const asked = () => {
      const event = { preventDefault: vi.fn() };
      vi.stubGlobal("window", {});
      first.askBeforeLoss(event as unknown as BeforeUnloadEvent);
      vi.stubGlobal("window", { engine: { call, cancel: () => {} } });
      return event.preventDefault.mock.calls.length;
    };
    expect(asked()).toBe(0);
    first.write("unsaved");
    expect(asked()).toBe(0);
    isStorageFull = true;
    expect(asked()).toBe(1);
    isStorageFull = false;
    await pass(1000);
    first.close();
    expect(unsaved()).toEqual([]);
  });

  it("is left before a page closes that is too busy to hear that it has gone", async () => {
    const first = await startWindow();
    first.write("left");
    first.askBeforeLoss({ preventDefault: vi.fn() } as unknown as BeforeUnloadEvent);
    host.writer = null;
    const second = await startWindow();
    expect(second.content()).toEqual({ text: "left" });
  });
});
