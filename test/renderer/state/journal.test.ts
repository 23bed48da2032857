import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const SAVED = { workspace: null, journal: [], revision: 0, lockedBy: null, damaged: null };
const FULL = { code: "internal", message: "The disk is full.", details: {} };

let isFull: boolean;
let written: unknown[];

/** The journal keeps its state in its module, so each test gets one of its own. */
async function openJournal() {
  vi.resetModules();
  const journal = await import("../../../renderer/state/journal.ts");
  const { edit, workspace } = await import("../../../renderer/state/workspace.ts");
  await journal.startJournal();
  let count = 0;
  const type = () =>
    edit("Type", { ...workspace.getState().content, text: "a".repeat(++count) }, { merge: "text" });
  return { type, status: () => journal.useSaveState.getState().status };
}

beforeEach(() => {
  vi.useFakeTimers();
  isFull = false;
  written = [];
  vi.stubGlobal("window", {
    engine: {
      call: async (name: string, args: { readonly entries?: unknown[] }) => {
        if (isFull) return { ok: false, error: FULL };
        if (name === "app.journalAppend") written.push(...(args.entries ?? []));
        return { ok: true, value: name === "app.workspaceLoad" ? SAVED : {} };
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
  it("31 writes while a person types on and on, so that a crash costs less than two seconds", async () => {
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
