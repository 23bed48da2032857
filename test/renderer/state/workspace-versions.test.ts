import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { commitEdit, currentTree } from "../../../renderer/features/explore/edit-subject.ts";
import { moveBy } from "../../../renderer/features/explore/model/edit.ts";
import { packWorkspace, readWorkspace } from "../../../renderer/model/workspace-file.ts";
import { subject } from "../../../renderer/state/subject.ts";
import {
  openWorkspace,
  redo,
  savedWorkspace,
  undo,
  workspace,
} from "../../../renderer/state/workspace.ts";

/** Saved by the program that kept notes by path: names, a mute, a fold, a moved part and a step to redo. */
const FILE = new Uint8Array(readFileSync(join(import.meta.dirname, "workspace-1.zip")));

const line = () => subject.read().line;
const LINE = 'jaguar + lynx - ["sense brand"]';

describe("a workspace of version 1", () => {
  beforeEach(() => openWorkspace(readWorkspace(FILE).saved));

  it("opens with its expression as a line: lists of cells by name, muted parts left out", () => {
    expect(subject.read()).toEqual({
      line: LINE,
      cells: [{ name: "sense brand", positions: [3, 7], retina: "en_animals" }],
    });
    expect(savedWorkspace().version).toBe(2);
  });

  it("is undone to the beginning and made again", () => {
    const seen: string[] = [line()];
    while (undo() !== null) seen.unshift(line());
    expect(seen.filter((each) => each !== "")).toContain("jaguar + lynx - [3,7] - car");
    expect(seen.at(-1)).toBe(LINE);
    while (redo() !== null);
    expect(line()).toBe(LINE);
  });

  it("is edited on, and undo leads back to it as it was", () => {
    const before = workspace.getState().content;
    commitEdit(moveBy(currentTree()!, [0], 1));
    expect(line()).toBe('["sense brand"] - (jaguar + lynx)');
    undo();
    expect(workspace.getState().content).toEqual(before);
    redo();
    expect(line()).toBe('["sense brand"] - (jaguar + lynx)');
  });

  it("is saved as version 2 and opens again as it is", () => {
    commitEdit(moveBy(currentTree()!, [0], 1));
    const saved = savedWorkspace();
    const bytes = packWorkspace({ saved, retina: null }, new Date(0));
    expect(readWorkspace(bytes).saved).toEqual(saved);
  });
});
