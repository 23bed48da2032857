import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type Entry,
  entryOf,
  readSaved,
  replay,
  withEntry,
} from "../../../renderer/state/journal-entries.ts";
import {
  EMPTY_WORKSPACE,
  edit,
  keep,
  openWorkspace,
  redo,
  savedWorkspace,
  undo,
  workspace,
} from "../../../renderer/state/workspace.ts";

beforeEach(() => openWorkspace(EMPTY_WORKSPACE));

describe("the journal", () => {
  it("replays any run of edits, notes, undo and redo to the very same workspace", () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant("edit"), value: fc.array(fc.nat(5)) }),
      fc.record({ kind: fc.constant("merge"), value: fc.array(fc.nat(5)) }),
      fc.record({ kind: fc.constant("keep"), value: fc.array(fc.nat(5)) }),
      fc.record({ kind: fc.constantFrom("undo", "redo", "write"), value: fc.constant([]) }),
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
          const { content } = workspace.getState();
          if (kind === "edit") edit("edit", { ...content, list: value });
          else if (kind === "merge")
            edit("merge", { ...content, list: value }, { merge: "typing" });
          else if (kind === "keep") keep({ ...content, noted: value });
          else if (kind === "undo") undo();
          else if (kind === "redo") redo();
          else {
            written.push(...waiting);
            waiting = [];
          }
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

  it("reads nothing of another version", () => {
    expect(readSaved({ ...EMPTY_WORKSPACE, version: 2 })).toBeNull();
    expect(readSaved("text")).toBeNull();
    expect(readSaved(EMPTY_WORKSPACE)).toEqual(EMPTY_WORKSPACE);
  });
});
