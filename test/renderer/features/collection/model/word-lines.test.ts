import { expect, it } from "vitest";
import {
  ALL_LINES as ALL,
  linesShown,
  linesTable,
  nextKey,
  spanName,
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
  expect(order(linesShown(LINES, { ...ALL, sense: "B" }, null))).toEqual([0, 2]);
  expect(order(linesShown(LINES, { ...ALL, sense: "B", companion: "love" }, null))).toEqual([2]);
  const far = line("gold one two three four five ", "", "A");
  expect(linesShown([far], { ...ALL, companion: "gold" }, null)).toEqual([]);
});

it("shows lines from the first day of a part to the day before the next part", () => {
  const days = [null, "1989-12-31", "1990-01-01", "1999-12-31T10:00:00Z", "2000-01-01"];
  const lines = days.map((date) => ({ ...LINES[0]!, date }));
  const shown = (from: string, until: string | null) =>
    linesShown(lines, { ...ALL, span: { from, until } }, null).map(({ date }) => date);
  expect(shown("1990-01-01", "2000-01-01")).toEqual(days.slice(2, 4));
  expect(shown("2000-01-01", null)).toEqual(days.slice(4));
});

it("names a part by its first and its last period", () => {
  const periods = ["1980-01-01", "1990-01-01", "2000-01-01"].map((value) => ({
    ...{ value, rows: 1, lines: 1, perMillion: 1, senses: [] },
  }));
  const study = { periods, unit: "decade" } as const;
  expect(spanName({ from: "1980-01-01", until: "2000-01-01" }, study)).toBe("1980s to 1990s");
  expect(spanName({ from: "1980-01-01", until: "1990-01-01" }, study)).toBe("1980s");
  expect(spanName({ from: "1990-01-01", until: null }, study)).toBe("1990s to 2000s");
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
