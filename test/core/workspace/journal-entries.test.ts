import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonValue } from "../../../core/api/schema/json-value.ts";
import {
  type Entry,
  entryOf,
  readSaved,
  replay,
  withEntry,
} from "../../../core/workspace/journal-entries.ts";
import { EMPTY_WORKSPACE } from "../../../core/workspace/workspace.ts";
import {
  edit,
  keep,
  openWorkspace,
  redo,
  savedWorkspace,
  undo,
  workspace,
} from "../../../renderer/state/workspace.ts";

beforeEach(() => openWorkspace(EMPTY_WORKSPACE));

/** What a person does, with the content it leads to. */
const ACTS: Readonly<Record<string, (list: JsonValue) => void>> = {
  edit: (list) => edit("edit", { ...workspace.getState().content, list }),
  merge: (list) => edit("merge", { ...workspace.getState().content, list }, { gesture: "typing" }),
  keep: (noted) => keep({ ...workspace.getState().content, noted }),
  open: (list) => openWorkspace({ ...EMPTY_WORKSPACE, content: { list } }),
  undo,
  redo,
};

describe("the journal", () => {
  it("replays any run of edits, notes, undo and redo to the very same workspace", () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant("edit"), value: fc.array(fc.nat(5)) }),
      fc.record({ kind: fc.constant("merge"), value: fc.array(fc.nat(5)) }),
      fc.record({ kind: fc.constant("keep"), value: fc.array(fc.nat(5)) }),
      fc.record({ kind: fc.constant("open"), value: fc.array(fc.nat(5)) }),
      fc.record({
        kind: fc.constantFrom("undo", "redo", "write"),
        value: fc.constant([] as number[]),
      }),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        openWorkspace(EMPTY_WORKSPACE);
        const written: Entry[] = [];
        let waiting: readonly Entry[] = [];
        const stop = workspace.subscribe((after, before) => {
          const entry = entryOf(before, after);
          if (entry) waiting = withEntry(waiting, entry);
        });
        for (const { kind, value } of acts) {
          if (kind === "write") {
            written.push(...waiting);
            waiting = [];
          } else ACTS[kind]?.(value);
        }
        stop();
        const { workspace: replayed } = replay(
          EMPTY_WORKSPACE,
          JSON.parse(JSON.stringify([...written, ...waiting])),
        );
        expect(JSON.parse(JSON.stringify(replayed))).toEqual(
          JSON.parse(JSON.stringify(savedWorkspace())),
        );
      }),
    );
  });

  it("takes each entry once, however often and in how many pieces it was sent", () => {
    const entries = Array.from({ length: 8 }, (_, index) => ({
      kind: "do",
      step: {
        label: "Pin",
        forward: [{ path: ["pins"], at: index, remove: 0, insert: [index] }],
        backward: [{ path: ["pins"], at: index, remove: 1, insert: [] }],
      },
      by: "window",
      n: index + 1,
    }));
    const start = { ...EMPTY_WORKSPACE, content: { pins: [] } };
    const piece = fc.tuple(fc.nat(8), fc.nat(8));
    fc.assert(
      fc.property(fc.array(piece), fc.nat(8), (pieces, saved) => {
        let sent = saved;
        const journal = [...pieces, [0, 8]].flatMap(([from = 0, to = 0]) => {
          // A window sends what is not confirmed: from anywhere before its end on, never past a gap.
          const next = entries.slice(Math.min(from, sent), Math.max(to, from));
          sent = Math.max(sent, to);
          return next;
        });
        const content = { pins: entries.slice(0, saved).map((_, index) => index) };
        const known = saved === 0 ? {} : { window: saved };
        const { workspace: replayed } = replay({ ...start, content }, journal, { written: known });
        expect(replayed.content).toEqual({ pins: [0, 1, 2, 3, 4, 5, 6, 7] });
      }),
    );
  });

  it("works a step out again that was made on another state, so that undo leads back to this one", () => {
    const step = {
      label: "Write",
      forward: [{ path: ["text"], at: 0, remove: 3, text: "new" }],
      backward: [{ path: ["text"], at: 0, remove: 3, text: "old" }],
    };
    const here = { ...EMPTY_WORKSPACE, content: { text: "something else" } };
    const moved = replay(here, [{ kind: "do", step }], { isMoved: true }).workspace;
    openWorkspace(moved);
    undo();
    expect(savedWorkspace().content).toEqual(here.content);
  });

  it("names the last step, not the notes after it", () => {
    const step = {
      label: "Pin jaguar",
      forward: [{ path: [], key: "pins", value: [1] }],
      backward: [],
    };
    const noted = { kind: "keep", changes: [{ path: [], key: "looking", value: "similar" }] };
    const { workspace: replayed, lastStep } = replay(EMPTY_WORKSPACE, [
      { kind: "do", step },
      noted,
    ]);
    expect(lastStep).toBe("Pin jaguar");
    expect(replayed.content).toEqual({ pins: [1], looking: "similar" });
  });

  it("says how many entries it could not take", () => {
    const step = (forward: unknown) => ({
      kind: "do",
      step: { label: "A", forward, backward: [] },
    });
    const good = step([{ path: [], key: "a", value: 1 }]);
    for (const bad of [step([{ path: "a", key: "b" }]), step("x"), { kind: "do" }, null, "do"]) {
      const { workspace: replayed, left } = replay(EMPTY_WORKSPACE, [good, bad, good]);
      expect(replayed.content).toEqual({ a: 1 });
      expect(left).toBe(2);
    }
    expect(replay(EMPTY_WORKSPACE, [good, good]).left).toBe(0);
  });

  it("reads nothing of another version", () => {
    expect(readSaved({ ...EMPTY_WORKSPACE, version: 3 })).toBeNull();
    expect(readSaved("text")).toBeNull();
    expect(readSaved(EMPTY_WORKSPACE)).toEqual(EMPTY_WORKSPACE);
  });
});
