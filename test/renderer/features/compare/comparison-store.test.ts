import { beforeEach, expect, it } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import {
  addItems,
  compareItems,
  comparison,
  removeItem,
  replaceItem,
} from "../../../../renderer/features/compare/comparison-store.ts";
import { itemOf, MOST_ITEMS } from "../../../../renderer/features/compare/model/comparison.ts";
import { openWorkspace, undo } from "../../../../renderer/state/workspace.ts";

const word = (typed: string) => itemOf({ term: typed }, typed);
const typed = () => comparison.read().items.map((item) => item.typed);
const add = (name: string) => addItems([word(name)], `Compare ${name}`);

beforeEach(() => openWorkspace(EMPTY_WORKSPACE));

it("adds behind the others; of thirty the last gives way", () => {
  const names = Array.from({ length: MOST_ITEMS }, (_, index) => `w${index}`);
  for (const name of [...names, "next"]) add(name);
  expect(typed()).toEqual([...names.slice(0, -1), "next"]);
  undo();
  expect(typed()).toEqual(names);
  addItems(names.map(word), "All");
  expect(typed()).toEqual(names);
});

it("replaces and removes one of them, each a step of undo", () => {
  for (const name of "abc") add(name);
  replaceItem(1, word("x"), "Compare x");
  removeItem(0, "Remove a");
  expect(typed()).toEqual(["x", "c"]);
  undo();
  undo();
  expect(typed()).toEqual(["a", "b", "c"]);
});

it("brings back by undo what a pair of the matrix replaced", () => {
  compareItems(["a", "b", "c"].map(word), "Compare three");
  compareItems(["a", "c"].map(word), "Compare a and c");
  undo();
  expect(typed()).toEqual(["a", "b", "c"]);
});
