// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runAction } from "../../../renderer/state/actions.ts";
import { replay } from "../../../renderer/state/journal-entries.ts";
import {
  EMPTY_WORKSPACE,
  edit,
  openWorkspace,
  savedWorkspace,
  undo,
} from "../../../renderer/state/workspace.ts";
import {
  openWorkspaceFile,
  readWorkspaceText,
  workspaceText,
} from "../../../renderer/state/workspace-file.ts";

beforeEach(() => {
  openWorkspace(EMPTY_WORKSPACE);
  vi.stubGlobal("engine", {
    call: async () => ({ ok: true, value: { revision: 1, savedAt: "", entries: 0 } }),
    cancel: () => undefined,
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("a workspace file", () => {
  it("brings everything back, undo included", () => {
    edit("Pin jaguar", { pins: [{ label: "jaguar" }], brush: [0] });
    edit("Clear the selection", { pins: [{ label: "jaguar" }], brush: [] });
    const saved = savedWorkspace();
    expect(readWorkspaceText(workspaceText(saved, new Date(0)))).toEqual(saved);
  });

  it("tells nobody where on this machine the texts of a training lie, and keeps every other step", () => {
    const pins = [{ label: "jaguar" }];
    edit("Pin jaguar", { pins });
    edit("Edit the training", { pins, training: { paths: "/home/me/secret" } });
    edit("Edit the training", { pins, training: { paths: "/home/me/other" } });
    edit("Unpin jaguar", { pins: [], training: { paths: "/home/me/other" } });
    undo();
    const text = workspaceText(savedWorkspace(), new Date(0));
    expect(text).not.toContain("/home/me");
    const saved = readWorkspaceText(text);
    expect(saved.content).toEqual({ pins });
    expect([...saved.past, ...saved.future].map(({ label }) => label)).toEqual([
      "Pin jaguar",
      "Unpin jaguar",
    ]);
  });

  it("opens without asking and leaves a way back", async () => {
    edit("Pin jaguar", { pins: ["jaguar"] });
    const file = new File([workspaceText(savedWorkspace(), new Date())], "animals.json");
    edit("Pin car", { pins: ["jaguar", "car"] });
    const before = savedWorkspace();
    await openWorkspaceFile(file);
    expect(savedWorkspace().content).toEqual({ pins: ["jaguar"] });
    expect(undo()).toBe("Pin jaguar");
    runAction("workspace.back");
    expect(savedWorkspace()).toEqual(before);
  });

  it("says what is wrong with a file that is none", () => {
    const saved = { ...EMPTY_WORKSPACE, version: 99 };
    const other = JSON.stringify({ format: "semascope-workspace", workspace: saved });
    for (const [text, reason] of [
      ["{cut", /not JSON/],
      ["[]", /not a workspace/],
      [other, /another version/],
    ] as const)
      expect(() => readWorkspaceText(text)).toThrow(reason);
  });
});

describe("replay", () => {
  const step = {
    label: "Pin jaguar",
    forward: [{ path: [], key: "pins", value: [] }],
    backward: [],
  };

  it("names the last step only if the window did not end in order", () => {
    const cut = replay(EMPTY_WORKSPACE, [{ kind: "do", step }]);
    expect(cut.lastStep).toBe("Pin jaguar");
    const ended = replay(EMPTY_WORKSPACE, [{ kind: "do", step }, { kind: "end" }]);
    expect(ended.lastStep).toBeNull();
    expect(ended.workspace).toEqual(cut.workspace);
    expect(ended.workspace.content).toEqual({ pins: [] });
  });
});
