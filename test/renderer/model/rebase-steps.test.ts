import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonValue } from "../../../core/api/schema/json-value.ts";
import { replay } from "../../../core/workspace/journal-entries.ts";
import { EMPTY_WORKSPACE, type SavedWorkspace } from "../../../core/workspace/workspace.ts";
import { makeFilter } from "../../../renderer/model/filters/make-filter.ts";
import {
  byMember,
  joinContent,
  joinSliceBy,
  rebaseSteps,
} from "../../../renderer/model/rebase-steps.ts";
import { filters } from "../../../renderer/state/filters/filter-store.ts";
import {
  edit,
  keep,
  openWorkspace,
  redo,
  savedWorkspace,
  undo,
  workspace,
} from "../../../renderer/state/workspace.ts";

const asList = (value: JsonValue) => value as readonly JsonValue[];
joinSliceBy("shelf", (saved, own) => [...asList(saved), ...asList(own)]);

beforeEach(() => openWorkspace(EMPTY_WORKSPACE));

const content = () => workspace.getState().content;
/** What a window shows once `saved` has arrived in the middle of its work. */
const arrive = (saved: SavedWorkspace) =>
  openWorkspace(replay(saved, rebaseSteps(saved, savedWorkspace())).workspace);

describe("work that was begun before the saved workspace arrived", () => {
  const SAVED: SavedWorkspace = {
    ...EMPTY_WORKSPACE,
    content: { word: "violin", shelf: ["a"], text: "kept" },
    past: [{ label: "Before", forward: [], backward: [] }],
  };

  it("goes on top of it, step by step", () => {
    edit("Enter jaguar", { word: "jaguar" });
    edit("Pin b", { word: "jaguar", shelf: ["b"] });
    arrive(SAVED);
    expect(content()).toEqual({ word: "jaguar", shelf: ["a", "b"], text: "kept" });
    expect(undo()).toBe("Pin b");
    expect(content()).toEqual({ word: "jaguar", shelf: ["a"], text: "kept" });
    expect(undo()).toBe("Enter jaguar");
    expect(content()).toEqual(SAVED.content);
    expect(undo()).toBe("Before");
  });

  it("is the workspace where nothing was saved before", () => {
    edit("Enter jaguar", { word: "jaguar" });
    edit("Enter car", { word: "car" });
    undo();
    const own = savedWorkspace();
    arrive(EMPTY_WORKSPACE);
    expect(savedWorkspace()).toEqual(own);
    expect(redo()).toBe("Enter car");
  });

  it("leaves a saved workspace as it is where nothing was made", () => {
    expect(rebaseSteps(SAVED, EMPTY_WORKSPACE)).toEqual([]);
  });

  it("is joined by the rule of each slice, and undone down to what was saved, whatever was done", () => {
    const value = fc.record(
      { word: fc.string(), shelf: fc.array(fc.nat(9)), text: fc.string() },
      { requiredKeys: [] },
    );
    const act = fc.oneof(
      fc.record({ kind: fc.constant("edit" as const), value }),
      fc.record({ kind: fc.constant("keep" as const), value: fc.record({ seen: fc.nat(9) }) }),
      fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const), value }),
    );
    fc.assert(
      fc.property(value, fc.array(act, { maxLength: 12 }), (before, acts) => {
        openWorkspace(EMPTY_WORKSPACE);
        for (const { kind, value: next } of acts) {
          if (kind === "edit") edit("edit", { ...content(), ...next });
          else if (kind === "keep") keep({ ...content(), ...next });
          else if (kind === "undo") undo();
          else redo();
        }
        const own = savedWorkspace();
        const saved = { ...EMPTY_WORKSPACE, content: before };
        const entries = JSON.parse(JSON.stringify(rebaseSteps(saved, own)));
        const joined = replay(saved, entries).workspace;
        expect(joined.content).toEqual(joinContent(before, own.content));
        expect(joined.past.map(({ label }) => label)).toEqual(own.past.map(({ label }) => label));
        expect(joined.future).toHaveLength(own.future.length);
        openWorkspace(joined);
        while (undo() !== null);
        const { seen: _, ...undone } = content() as { readonly [name: string]: JsonValue };
        expect(undone).toEqual(before);
      }),
    );
  });
});

describe("a slice that is joined by its members", () => {
  it("takes those that the person changed, and leaves the others as they were saved", () => {
    const join = byMember({ left: "", right: "", line: 0.3 });
    const saved = { left: "drum", right: "harp", line: 0.5 };
    expect(join(saved, { left: "jaguar", right: "", line: 0.3 })).toEqual({
      left: "jaguar",
      right: "harp",
      line: 0.5,
    });
  });
});

describe("slices that gather things", () => {
  it("put filters that were made meanwhile behind those that were saved", () => {
    filters.edit("Create", () => [makeFilter("Cats")]);
    const saved = { ...makeFilter("Dogs"), place: 3 };
    arrive({
      ...EMPTY_WORKSPACE,
      content: { filters: { [saved.id]: saved } as unknown as JsonValue },
    });
    expect(filters.read().map(({ name }) => name)).toEqual(["Dogs", "Cats"]);
  });
});
