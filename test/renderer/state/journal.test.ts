import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Name } from "../../../core/api/client-types.ts";
import { EMPTY_WORKSPACE } from "../../../core/workspace/workspace.ts";
import { wholeAnswer } from "../../support/whole-answer.ts";

const SAVED = { workspace: null, journal: [], revision: 0, lockedBy: null, damaged: null };
const FULL = { code: "internal", message: "The disk is full.", details: {} };

let isFull: boolean;
/** Calls are never answered, as those of a page that is gone. */
let isGone: boolean;
let written: unknown[];
let saved: { readonly workspace: unknown; readonly journal: unknown[] };

/** The journal keeps its state in its module, so each test gets one of its own. */
async function openJournal() {
  vi.resetModules();
  const journal = await import("../../../renderer/state/journal.ts");
  const { edit, openWorkspace, workspace } = await import("../../../renderer/state/workspace.ts");
  const { useSaveState } = await import("../../../renderer/state/save-state.ts");
  await journal.startJournal();
  let count = 0;
  const type = () =>
    edit(
      "Type",
      { ...workspace.getState().content, text: "a".repeat(++count) },
      { gesture: "text" },
    );
  return {
    type,
    write: (text: string) => edit("Write", { ...workspace.getState().content, text }),
    open: (text: string) => openWorkspace({ ...EMPTY_WORKSPACE, content: { text } }),
    text: () => workspace.getState().content.text,
    close: journal.closeJournal,
    status: () => useSaveState.getState().status,
  };
}

/** As much of the browser's storage as is used; keys are its own members. */
function storage(): Record<string, string> {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods);
}

beforeEach(() => {
  vi.useFakeTimers();
  isFull = false;
  isGone = false;
  written = [];
  saved = { workspace: null, journal: [] };
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("window", {
    engine: {
      call: async (
        name: Name,
        args: { readonly entries?: unknown[]; readonly workspace?: unknown },
      ) => {
        if (isGone) return new Promise(() => undefined);
        if (isFull) return { ok: false, error: FULL };
        if (name === "app.journalAppend") {
          written.push(...(args.entries ?? []));
          saved.journal.push(...(args.entries ?? []));
        }
        if (name === "app.workspaceSave") saved = { workspace: args.workspace, journal: [] };
        return {
          ok: true,
          value: wholeAnswer(name, name === "app.workspaceLoad" ? { ...SAVED, ...saved } : {}),
        };
      },
      cancel: () => {},
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("saving", () => {
  it("writes while a person types on and on, so that a crash costs less than two seconds", async () => {
    const { type } = await openJournal();
    for (let key = 0; key < 20; key++) {
      type();
      await vi.advanceTimersByTimeAsync(100);
    }
    const last = JSON.stringify(written.at(-1));
    expect(last).toContain("a".repeat(15));
    expect(written.length).toBeLessThan(12);
  });

  it("says that it fails as long as it does, tries again by itself, and loses no step", async () => {
    const { type, status } = await openJournal();
    isFull = true;
    type();
    await vi.advanceTimersByTimeAsync(1000);
    expect(status()).toBe("failed");
    type();
    expect(status()).toBe("failed");
    await vi.advanceTimersByTimeAsync(1000);
    isFull = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(status()).toBe("saved");
    expect(JSON.stringify(written)).toContain('"aa"');
  });
});

describe("work that a closing window could not send", () => {
  it("is there at the next start, and is then saved and forgotten", async () => {
    const first = await openJournal();
    first.write("begun");
    await vi.advanceTimersByTimeAsync(500);
    isGone = true;
    first.write("a".repeat(100_000));
    await vi.advanceTimersByTimeAsync(100);
    first.write("the end");
    first.close();
    isGone = false;

    const second = await openJournal();
    expect(second.text()).toBe("the end");
    expect(second.status()).toBe("saving");
    await vi.advanceTimersByTimeAsync(5000);
    expect(second.status()).toBe("saved");
    expect(Object.keys(localStorage)).toEqual([]);
    vi.stubGlobal("localStorage", storage());
    expect((await openJournal()).text()).toBe("the end");
  });

  it("is taken once where it arrived after all", async () => {
    const first = await openJournal();
    first.write("begun");
    first.close();
    await vi.advanceTimersByTimeAsync(100);
    expect(saved.journal).not.toEqual([]);
    const second = await openJournal();
    expect(second.text()).toBe("begun");
    second.write("later");
    await vi.advanceTimersByTimeAsync(5000);
    expect((await openJournal()).text()).toBe("later");
  });

  it("is the workspace that was opened last, also while another save is in progress", async () => {
    const first = await openJournal();
    first.write("begun");
    await vi.advanceTimersByTimeAsync(500);
    isGone = true;
    first.write("being saved");
    await vi.advanceTimersByTimeAsync(500);
    first.open("from a file");
    first.write("and on");
    first.close();
    isGone = false;
    expect((await openJournal()).text()).toBe("and on");
  });

  it("is kept before anything was loaded", async () => {
    isFull = true;
    const first = await openJournal();
    first.write("early");
    first.close();
    isFull = false;
    saved = {
      workspace: { version: 1, content: { text: "saved", more: "kept" }, past: [], future: [] },
      journal: [],
    };
    const second = await openJournal();
    expect(second.text()).toBe("early");
  });
});
