import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WorkspaceStore } from "../../../../core/node/workspace/workspace-store.ts";
import { type Disk, dyingFiles } from "./dying-files.ts";
import { restored, SavingWindow, type Shown } from "./saving-window.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "workspace-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const FOR_EVER = Number.POSITIVE_INFINITY;

const act = fc.constantFrom("edit", "flush", "flush unheard", "save", "open");
/** Whether the window waits for the call, or goes on while it is under way. */
const step = fc.record({ act, waits: fc.boolean() });
const run = fc.record({
  steps: fc.array(step, { maxLength: 12 }),
  end: fc.constantFrom("close", "kill"),
  stepsToLive: fc.integer({ min: 4, max: 40 }),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
});
type Run = typeof run extends fc.Arbitrary<infer T> ? T : never;

/** One run of the program from start to end. @returns the window, or nothing when it was killed at the start */
async function play(disk: Disk, { steps, end, stepsToLive, cut }: Run, next: () => number) {
  const files = dyingFiles(disk, end === "kill" ? stepsToLive : FOR_EVER, cut);
  const store = new WorkspaceStore(folder, files);
  const loaded = await store.load("me", true).catch(() => undefined);
  if (loaded === undefined) return undefined;
  const shown = restored(loaded.workspace, loaded.journal);
  const window = new SavingWindow(store, "me", { shown, next });
  const calls: Promise<unknown>[] = [];
  for (const { act, waits } of steps) {
    const call = acts[act](window)?.catch(() => undefined);
    calls.push(Promise.resolve(call));
    if (waits) await call;
  }
  if (end === "close") await window.close();
  await Promise.all(calls);
  return window;
}

const acts = {
  edit: (window: SavingWindow) => window.edit(),
  open: (window: SavingWindow) => window.openDocument(),
  save: (window: SavingWindow) => window.save(),
  flush: (window: SavingWindow) => window.flush(true),
  "flush unheard": (window: SavingWindow) => window.flush(false),
};

async function onDisk(disk: Disk): Promise<Shown> {
  const store = new WorkspaceStore(folder, dyingFiles({ ...disk }, FOR_EVER, 0));
  const { workspace, journal, damaged } = await store.load("reader", true);
  expect(damaged).toBeNull();
  const { document, steps } = restored(workspace, journal);
  return { document, steps };
}

const plain = ({ document, steps }: Shown): Shown => ({ document, steps });

describe("what is on disk after the program has ended", () => {
  it("is a state that was shown, and none older than the last one acknowledged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 4 }), async (runs) => {
        const disk: Disk = { saved: undefined, journal: "" };
        let id = 1;
        for (const each of runs) {
          const window = await play(disk, each, () => id++);
          if (window === undefined) continue;
          const possible = window.history.slice(window.acknowledged);
          expect(possible.map(plain)).toContainEqual(await onDisk(disk));
        }
      }),
    );
  });

  it("is the last state of a window that was closed in order, whatever was under way", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 3 }), async (runs) => {
        const disk: Disk = { saved: undefined, journal: "" };
        let id = 1;
        for (const each of runs) {
          const window = await play(disk, { ...each, end: "close" }, () => id++);
          expect(await onDisk(disk)).toEqual(window?.shown);
        }
      }),
    );
  });

  it("is what was opened while a save was under way, with the steps since", async () => {
    const disk: Disk = { saved: undefined, journal: "" };
    const steps = [
      { act: "edit", waits: true },
      { act: "save", waits: false },
      { act: "open", waits: false },
      { act: "edit", waits: false },
    ] as const;
    let id = 1;
    await play(disk, { steps: [...steps], end: "close", stepsToLive: 0, cut: 0 }, () => id++);
    expect(await onDisk(disk)).toEqual({ document: 2, steps: [3] });
  });
});
