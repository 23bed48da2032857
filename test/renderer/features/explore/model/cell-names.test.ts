import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idOf, idsOf } from "../../../../../core/expression/draft.ts";
import { parseLine } from "../../../../../core/expression/parse-line.ts";
import { printLine } from "../../../../../core/expression/print-line.ts";
import {
  cellNamesOf,
  isAutoName,
  namedCellsOf,
  notesByCells,
  remember,
} from "../../../../../renderer/features/explore/model/line-reading.ts";
import { anyDraft, words } from "../../../../core/expression/arbitrary-expression.ts";
import { byId, readDraft, withoutIds } from "../../../../core/expression/read-draft.ts";

const namesOf = (line: string, notes: Record<string, { label?: string; retina?: string }> = {}) =>
  cellNamesOf(readDraft(line), byId(readDraft(line), notes));
const listOf = (from: number) => `[${from}-${from + 19}]`;

describe("names of lists of cells", () => {
  it("come from the person, else from the length of a long list; short lists stay numbers", () => {
    const names = namesOf(`cat - ${listOf(0)} - [1,2] - [3]`, { "3": { label: "dot" } });
    expect([...names].map(([key, { name }]) => [key, name])).toEqual([
      ["n3", "20 cells"],
      ["n5", "dot"],
    ]);
    expect([...names.values()].map(isAutoName)).toEqual([true, false]);
  });

  it("tell different lists apart, and are shared by equal ones", () => {
    const line = `${listOf(0)} + ${listOf(100)} + ${listOf(0)} + ${listOf(200)}`;
    const names = [...namesOf(line).values()];
    expect(names.map(({ name }) => name)).toEqual([
      "20 cells",
      "20 cells 2",
      "20 cells",
      "20 cells 3",
    ]);
    expect(names.every(isAutoName)).toBe(true);
  });

  it("let any tree be written short and read back as itself", () => {
    fc.assert(
      fc.property(anyDraft, fc.array(words, { maxLength: 4 }), (tree, labels) => {
        const notes = new Map<string, { label: string }>();
        for (const [index, id] of idsOf(tree).entries()) {
          const label = labels[index % Math.max(1, labels.length)];
          if (label !== undefined) notes.set(id, { label });
        }
        const names = cellNamesOf(tree, notes);
        const line = printLine(tree, { cellsNameOf: (leaf) => names.get(idOf(leaf) ?? "")?.name });
        const again = parseLine(line, { named: namedCellsOf(names, []) });
        expect(again.problems, line).toEqual([]);
        expect(again.expression, line).toEqual(withoutIds(tree));
      }),
      { numRuns: 200 },
    );
  });

  it("are found among those of the tree first, then among those seen before", () => {
    const [now] = namesOf("cat - [1]", { "1": { label: "dot" } }).values();
    const [before] = namesOf("cat - [2]", { "1": { label: "dot" } }).values();
    const { cellsOf, names } = namedCellsOf(new Map([["1", now!]]), [before!]);
    expect(names).toEqual(["dot"]);
    expect([...cellsOf("dot")!]).toEqual([1]);
    expect(cellsOf("spot")).toBeUndefined();
  });

  it("come back with the cells, and with the map these were made on", () => {
    const [dot] = namesOf("cat - [1]", { "1": { label: "dot", retina: "other" } }).values();
    const [long] = namesOf(listOf(5)).values();
    const notes = notesByCells(readDraft(`cow & [1] & ${listOf(5)} & [9]`), [dot!, long!]);
    expect(Object.fromEntries(notes)).toEqual({ n3: { label: "dot", retina: "other" }, n4: {} });
  });

  it("are remembered once each, the newest first", () => {
    const [dot] = namesOf("[1]", { "": { label: "dot" } }).values();
    const [spot] = namesOf("[1]", { "": { label: "spot" } }).values();
    const seen = remember(remember(remember([], [dot!]), [spot!]), [dot!]);
    expect(seen.map(({ name }) => name)).toEqual(["dot", "spot"]);
  });
});
