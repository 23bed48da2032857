import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WorkspaceStore } from "../../../../core/node/workspace/workspace-store.ts";
import { type Disk, dyingFiles } from "./dying-files.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "workspace-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const FOR_EVER = Number.POSITIVE_INFINITY;

const run = fc.record({
  saves: fc.array(fc.record({ waits: fc.boolean(), isHeard: fc.boolean() }), { maxLength: 9 }),
  stepsToLive: fc.oneof(fc.constant(FOR_EVER), fc.integer({ min: 4, max: 60 })),
});
type Run = typeof run extends fc.Arbitrary<infer T> ? T : never;

/** One run of the program: a window that saves states by number. @returns the last acknowledged and the last sent */
async function play(disk: Disk, { saves, stepsToLive }: Run, session: string, first: number) {
  const store = new WorkspaceStore(folder, dyingFiles(disk, stepsToLive));
  const loaded = await store.load(session, true).catch(() => undefined);
  if (loaded === undefined) return undefined;
  let acknowledged = Number(loaded.workspace?.state ?? 0);
  let base = loaded.revision;
  let sent = acknowledged;
  const calls: Promise<unknown>[] = [];
  for (const [at, { waits, isHeard }] of saves.entries()) {
    sent = first + at;
    const workspace = { state: sent };
    const call = store.save({ session, base, save: at + 1, workspace }).then(
      ({ revision }) => {
        // A window that does not hear of it sends the next one on the revision that it knows.
        if (isHeard) base = revision;
        acknowledged = Math.max(acknowledged, workspace.state);
      },
      () => undefined,
    );
    calls.push(call);
    if (waits) await call;
  }
  await Promise.all(calls);
  return { acknowledged, sent };
}

async function onDisk(disk: Disk): Promise<number> {
  const store = new WorkspaceStore(folder, dyingFiles(new Map(disk), FOR_EVER));
  const { workspace, damaged } = await store.load("reader", true);
  expect(damaged).toBeNull();
  return Number(workspace?.state ?? 0);
}

describe("what is on disk after the program has ended", () => {
  it("is a state that was sent, and none older than the last one acknowledged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 4 }), async (runs) => {
        const disk: Disk = new Map();
        for (const [turn, each] of runs.entries()) {
          const ended = await play(disk, each, `run ${turn}`, 1 + turn * 100);
          if (ended === undefined) continue;
          const found = await onDisk(disk);
          expect(found).toBeGreaterThanOrEqual(ended.acknowledged);
          expect(found).toBeLessThanOrEqual(ended.sent);
          if (each.stepsToLive === FOR_EVER) expect(found).toBe(ended.sent);
        }
      }),
    );
  });
});
