import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  NO_SELECTION,
  rowAfterKey,
  scrollToRow,
  selectRow,
  windowOf,
} from "../../../../renderer/model/tables/virtual-window.ts";

const plain = { shiftKey: false, ctrlKey: false, metaKey: false };
const id = (index: number) => `row ${index}`;

describe("windowOf", () => {
  it("draws few rows of many", () => {
    expect(windowOf(28 * 50_000, 280, 28, 100_000)).toEqual({ start: 49_992, end: 50_018 });
  });

  it("holds every row in sight and never more than there are", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(2000), fc.nat(10_000), (top, height, count) => {
        const { start, end } = windowOf(top, height, 28, count);
        expect(start >= 0 && end <= count + 0 && start <= end).toBe(true);
        const first = Math.floor(top / 28);
        if (first < count) expect(start <= first && end > first).toBe(true);
      }),
    );
  });
});

describe("scrollToRow", () => {
  it("moves only as far as needed", () => {
    expect(scrollToRow(3, 28 * 10, 280, 28)).toBe(28 * 3);
    expect(scrollToRow(12, 28 * 10, 280, 28)).toBe(28 * 10);
    expect(scrollToRow(30, 28 * 10, 280, 28)).toBe(28 * 21);
  });
});

describe("selectRow", () => {
  it("takes one row, a range with Shift, and toggles with Ctrl", () => {
    const one = selectRow(NO_SELECTION, 3, plain, id);
    expect([...one.chosen]).toEqual(["row 3"]);
    const range = selectRow(one, 1, { ...plain, shiftKey: true }, id);
    expect([...range.chosen]).toEqual(["row 1", "row 2", "row 3"]);
    expect(range.anchor).toBe(3);
    const less = selectRow(range, 2, { ...plain, ctrlKey: true }, id);
    expect([...less.chosen]).toEqual(["row 1", "row 3"]);
  });
});

describe("rowAfterKey", () => {
  it("stays inside the table", () => {
    expect(rowAfterKey("ArrowUp", 0, 10, 5)).toBe(0);
    expect(rowAfterKey("ArrowDown", -1, 10, 5)).toBe(0);
    expect(rowAfterKey("PageDown", 7, 10, 5)).toBe(9);
    expect(rowAfterKey("End", 0, 10, 5)).toBe(9);
    expect(rowAfterKey("ArrowDown", -1, 0, 5)).toBeNull();
    expect(rowAfterKey("q", 0, 10, 5)).toBeNull();
  });
});
