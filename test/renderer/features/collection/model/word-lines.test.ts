import { expect, it } from "vitest";
import {
  linesShown,
  linesTable,
  nextKey,
  type WordLine,
} from "../../../../../renderer/features/collection/model/word-lines.ts";

const line = (before: string, after: string, sense: string): WordLine => ({
  ...{ id: `${before}${after}`, start: 0, end: 4, before, word: "bond", after, sense },
  ...{ sure: 0.9, given: false, date: null, category: null },
});
const LINES = [
  line("a strong ", " of union", "B"),
  line("a gold ", " is sold", "A"),
  line("the weak ", " of love", "B"),
];
const ALL = { sense: null, companion: null };
const order = (shown: readonly WordLine[]) => shown.map((each) => LINES.indexOf(each));

it("sorts the left context from the word outwards, and the right one as it is read", () => {
  const by = (column: string) => ({ column, direction: "ascending" }) as const;
  expect(order(linesShown(LINES, ALL, by("before")))).toEqual([1, 0, 2]);
  expect(order(linesShown(LINES, ALL, by("after")))).toEqual([1, 2, 0]);
  expect(order(linesShown(LINES, ALL, { column: "sense", direction: "descending" }))).toEqual([
    0, 2, 1,
  ]);
  expect(order(linesShown(LINES, ALL, null))).toEqual([0, 1, 2]);
});

it("shows lines of a sense, or with a companion within five words", () => {
  expect(order(linesShown(LINES, { sense: "B", companion: null }, null))).toEqual([0, 2]);
  expect(order(linesShown(LINES, { sense: "B", companion: "love" }, null))).toEqual([2]);
  const far = line("gold one two three four five ", "", "A");
  expect(linesShown([far], { sense: null, companion: "gold" }, null)).toEqual([]);
});

it("takes the first letter that is free", () => {
  expect(nextKey([])).toBe("A");
  expect(nextKey([{ key: "A" }, { key: "C" }])).toBe("B");
});

it("writes every line with its sense", () => {
  const senses = [
    {
      ...{ key: "A", name: "loan", label: "money", positions: [], lines: 1, share: 1 },
      ...{ low: 0, high: 1, given: 0, company: [] },
    },
  ];
  const { columns, rows } = linesTable([LINES[1]!], senses);
  expect(columns).toHaveLength(rows[0]!.length);
  expect(rows[0]).toEqual([
    ...["a gold  is sold", 0, "a gold ", "bond", " is sold", "A", "loan", 0.9, "", "", ""],
  ]);
});
