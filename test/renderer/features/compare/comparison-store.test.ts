import { beforeEach, expect, it } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import {
  addItem,
  compareItems,
  comparePrevious,
  comparison,
  putItem,
  removeItem,
} from "../../../../renderer/features/compare/comparison-store.ts";
import { itemOf } from "../../../../renderer/features/compare/model/comparison.ts";
import { openWorkspace, redo, undo, workspace } from "../../../../renderer/state/workspace.ts";

const word = (typed: string) => itemOf({ term: typed }, typed);
const typed = () => comparison.read().items.map((item) => item.typed);

beforeEach(() => openWorkspace(EMPTY_WORKSPACE));

it("adds to the free slots, then behind them; of eight the last gives way", () => {
  for (const name of "abcdefghi") addItem(word(name), `Compare ${name}`);
  expect(typed()).toEqual([..."abcdefgi"]);
  removeItem(0, "Remove a");
  expect(typed()).toEqual([..."bcdefgi"]);
  undo();
  expect(typed()).toEqual([..."abcdefgi"]);
});

it("brings back what two of it took the place of", () => {
  compareItems(["a", "b", "c"].map(word), "Compare three");
  compareItems(["a", "c"].map(word), "Compare a and c");
  comparePrevious();
  expect(typed()).toEqual(["a", "b", "c"]);
  comparePrevious();
  expect(typed()).toEqual(["a", "c"]);
});

it("edits the sides of an earlier version, whose steps can still be taken back and made again", () => {
  const [left, right] = [word("a"), word("b")];
  const compare = { scope: "pair", left, right, previous: null, hidden: [], threshold: 0.3 };
  const before = { ...compare, right: word("x") };
  openWorkspace({
    version: 2,
    content: { compare },
    past: [
      {
        label: "Compare b",
        forward: [{ path: ["compare"], key: "right", value: right }],
        backward: [{ path: ["compare"], key: "right", value: before.right }],
      },
    ],
    future: [],
  });
  expect(workspace.getState().lost).toBe(0);
  putItem(2, word("c"), "Compare c");
  expect(typed()).toEqual(["a", "b", "c"]);
  expect([undo(), undo()]).toEqual(["Compare c", "Compare b"]);
  expect(typed()).toEqual(["a", "x"]);
  expect([redo(), redo()]).toEqual(["Compare b", "Compare c"]);
  expect(typed()).toEqual(["a", "b", "c"]);
});
