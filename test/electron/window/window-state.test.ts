import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fitToScreens,
  loadWindowState,
  saveWindowState,
  type WindowState,
} from "../../../electron/window/window-state.ts";

const screenLeft = { x: 0, y: 0, width: 1920, height: 1040 };
const screenRight = { x: 1920, y: 0, width: 1280, height: 984 };
const freshFile = () => join(mkdtempSync(join(tmpdir(), "semascope-")), "window.json");

describe("the kept state of the window", () => {
  it("comes back as it was saved, with no other file left in the folder", () => {
    const file = freshFile();
    const state: WindowState = {
      bounds: { x: 2000, y: 40, width: 900, height: 700 },
      maximized: true,
      theme: "dark",
      saveFolder: "/home/ada/Pictures",
    };
    saveWindowState(file, state);
    expect(loadWindowState(file, [screenLeft, screenRight])).toEqual(state);
    expect(readdirSync(join(file, ".."))).toEqual(["window.json"]);
  });

  it("falls back to the default when the file is missing or holds anything else", () => {
    const file = freshFile();
    const expected: WindowState = {
      bounds: { x: 240, y: 60, width: 1440, height: 920 },
      maximized: false,
      theme: "system",
      saveFolder: "",
    };
    expect(loadWindowState(file, [screenLeft])).toEqual(expected);
    for (const damage of ["", "{", "null", "[1]", '{"bounds":{"x":"1"},"theme":"pink"}']) {
      writeFileSync(file, damage);
      expect(loadWindowState(file, [screenLeft])).toEqual(expected);
    }
  });

  it("survives any JSON in the file", () => {
    const file = freshFile();
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        writeFileSync(file, JSON.stringify({ bounds: value, theme: value, saveFolder: value }));
        const { bounds } = loadWindowState(file, [screenLeft]);
        expect(bounds.width).toBeGreaterThan(0);
      }),
      { numRuns: 50 },
    );
  });

  it("does not stop the application when the folder cannot be written", () => {
    const file = join(freshFile(), "no", "such", "folder.json");
    const state = loadWindowState(file, [screenLeft]);
    expect(() => saveWindowState(file, state)).not.toThrow();
  });
});

describe("fitToScreens", () => {
  it("centres a window whose screen was unplugged", () => {
    const kept = { x: 2000, y: 100, width: 800, height: 600 };
    expect(fitToScreens(kept, [screenLeft, screenRight])).toEqual(kept);
    expect(fitToScreens(kept, [screenLeft])).toEqual({ x: 240, y: 60, width: 1440, height: 920 });
  });

  it("always leaves a title bar to grab, on a window no larger than its screen", () => {
    const coordinate = fc.integer({ min: -5000, max: 5000 });
    const length = fc.integer({ min: 1, max: 6000 });
    const rectangle = fc.record({ x: coordinate, y: coordinate, width: length, height: length });
    fc.assert(
      fc.property(rectangle, (kept) => {
        const { x, y, width, height } = fitToScreens(kept, [screenLeft, screenRight]);
        const grabbable = [screenLeft, screenRight].some(
          (screen) =>
            Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x) >= 120 &&
            y >= screen.y &&
            y + 40 <= screen.y + screen.height &&
            width <= screen.width &&
            height <= screen.height,
        );
        expect(grabbable).toBe(true);
      }),
    );
  });
});
