import { describe, expect, it } from "vitest";
import { moveCursor } from "../../../../renderer/components/fingerprint-grid/use-grid-keys.ts";

const press = (key: string, more: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  ...more,
});

describe("moveCursor", () => {
  it("moves one cell and stops at the edges", () => {
    expect(moveCursor(129, press("ArrowLeft"), [])).toBe(128);
    expect(moveCursor(128, press("ArrowLeft"), [])).toBe(128);
    expect(moveCursor(0, press("ArrowUp"), [])).toBe(0);
    expect(moveCursor(16383, press("ArrowDown"), [])).toBe(16383);
  });

  it("jumps eight rows, to the row's ends, and to the first and last set cell", () => {
    expect(moveCursor(128 * 20 + 5, press("PageUp"), [])).toBe(128 * 12 + 5);
    expect(moveCursor(128 * 20 + 5, press("PageDown"), [])).toBe(128 * 28 + 5);
    expect(moveCursor(300, press("Home"), [])).toBe(256);
    expect(moveCursor(300, press("End"), [])).toBe(383);
    expect(moveCursor(300, press("Home", { ctrlKey: true }), [0, 9, 16000])).toBe(0);
    expect(moveCursor(300, press("End", { ctrlKey: true }), [0, 9, 16000])).toBe(16000);
  });

  it("goes to the next set cell in a direction, straight ahead first", () => {
    const set = [5, 128 * 3 + 9, 20];
    expect(moveCursor(0, press("ArrowRight", { shiftKey: true }), set)).toBe(5);
    expect(moveCursor(5, press("ArrowRight", { shiftKey: true }), set)).toBe(128 * 3 + 9);
    expect(moveCursor(20, press("ArrowRight", { shiftKey: true }), set)).toBe(20);
  });

  it("leaves other keys alone", () => {
    expect(moveCursor(0, press("x"), [])).toBeNull();
  });
});
