import { describe, expect, it } from "vitest";
import {
  importArguments,
  importHash,
  importHashIn,
  offeredFiles,
} from "../../../electron/launch/offered-files.ts";

describe("files that the program is started with", () => {
  it("are named from the top, and refused where they are not there", () => {
    expect(offeredFiles(["package.json"])).toEqual([`${process.cwd()}/package.json`]);
    expect(() => offeredFiles(["package.json", "none.csv"])).toThrow(
      "There is no file or folder none.csv",
    );
  });

  it("reach the page by the end of its address, in the browser and in a window", () => {
    const files = ["/home/ä b/#1%.csv", "/texts"];
    const hash = importHash(files);
    expect(JSON.parse(decodeURIComponent(hash.replace("#import=", "")))).toEqual(files);
    expect(new URL(`http://127.0.0.1/${hash}`).hash).toBe(hash);
    expect(importHashIn(["electron", ".", ...importArguments(files)])).toBe(hash);
    expect(importHashIn(["electron", ".", "--import=elsewhere#import=%5B%5D"])).toBe("");
    expect([importHash([]), importArguments([]), importHashIn(["electron", "."])]).toEqual([
      "",
      [],
      "",
    ]);
  });
});
