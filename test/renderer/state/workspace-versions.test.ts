import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { idsOf, nodeWith } from "../../../core/expression/draft.ts";
import { printLine } from "../../../core/expression/print-line.ts";
import {
  commitEdit,
  commitNote,
  foldNode,
} from "../../../renderer/features/explore/edit-subject.ts";
import { moveDown } from "../../../renderer/features/explore/model/edit.ts";
import { labelOfTree, notesOf, treeOf } from "../../../renderer/model/expression-tree.ts";
import { packWorkspace, readWorkspace } from "../../../renderer/model/workspace-file.ts";
import { subject } from "../../../renderer/state/subject.ts";
import {
  openWorkspace,
  redo,
  savedWorkspace,
  undo,
  workspace,
} from "../../../renderer/state/workspace.ts";
import { idAt } from "../../core/expression/read-draft.ts";

/** Saved by the program that kept notes by path: names, a mute, a fold, a moved part and a step to redo. */
const FILE = new Uint8Array(readFileSync(join(import.meta.dirname, "workspace-1.zip")));

const tree = () => treeOf(subject.read())!;
/** What is noted about each part, in reading order. */
const noted = (): string[] => {
  const notes = notesOf(subject.read());
  return idsOf(tree()).flatMap((id) => {
    const { label, mute, fold, retina } = notes.get(id) ?? {};
    const words = [label, mute && "muted", fold && "folded", retina].filter(Boolean);
    return words.length > 0 ? [`${printLine(nodeWith(tree(), id)!)}: ${words.join(", ")}`] : [];
  });
};
const NOTES = [
  "jaguar + lynx - car - [3,7]: cats",
  "jaguar + lynx: folded",
  "car: muted",
  "[3,7]: sense brand, en_animals",
];

describe("a workspace of version 1", () => {
  beforeEach(() => openWorkspace(readWorkspace(FILE).saved));

  it("opens with its expression and what was noted about the parts", () => {
    expect(printLine(tree())).toBe("jaguar + lynx - car - [3,7]");
    expect(noted()).toEqual(NOTES);
    expect(savedWorkspace().version).toBe(2);
  });

  it("is undone to the beginning and made again, with the notes of each step", () => {
    const seen: string[][] = [noted()];
    while (undo() !== null) if (subject.read().expression) seen.unshift(noted());
    const brand = "[3,7]: sense brand, en_animals";
    const folded = "jaguar + lynx: folded";
    expect(seen).toEqual([
      [folded, "[3,7]: en_animals"],
      [folded, brand],
      [folded, brand, "car: muted"],
      ["jaguar + lynx - [3,7] - car: cats", folded, brand, "car: muted"],
      NOTES,
    ]);
    while (redo() !== null);
    // Folding is no step: it went with the expression, and steps do not bring it back.
    expect(noted()).toEqual([NOTES[0], "lynx: small cat", NOTES[2], NOTES[3]]);
  });

  it("is edited on, and undo leads back to it as it was", () => {
    const before = workspace.getState().content;
    commitEdit(moveDown(tree(), idAt(tree(), "0")));
    expect(printLine(tree())).toBe("car - (jaguar + lynx) - [3,7]");
    expect([...noted()].sort()).toEqual(
      [...NOTES.slice(1), "car - (jaguar + lynx) - [3,7]: cats"].sort(),
    );
    commitNote(idAt(tree(), "1.0"), { label: "big cat" }, "Name big cat");
    expect(noted()).toContain("jaguar: big cat");
    undo();
    undo();
    expect(workspace.getState().content).toEqual(before);
    redo();
    redo();
    expect(labelOfTree(tree(), new Map())).toBe("car − (jaguar + lynx) − 2 cells");
    expect(noted()).toContain("jaguar: big cat");
  });

  it("is folded without a step, and its steps can still be undone", () => {
    foldNode(idAt(tree(), "0"), false);
    expect(noted()).toEqual([NOTES[0], NOTES[2], NOTES[3]]);
    foldNode(idAt(tree(), ""), true);
    undo();
    undo();
    expect(noted()).toEqual([
      "jaguar + lynx - [3,7] - car: folded",
      "[3,7]: sense brand, en_animals",
      "car: muted",
    ]);
  });

  it("is saved as version 2 and opens again as it is", () => {
    commitEdit(moveDown(tree(), idAt(tree(), "0")));
    const saved = savedWorkspace();
    const bytes = packWorkspace({ saved, retina: null }, new Date(0));
    expect(readWorkspace(bytes).saved).toEqual(saved);
  });
});
