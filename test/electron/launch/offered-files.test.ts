import { pathToFileURL } from "node:url";
import type { App } from "electron";
import { describe, expect, it } from "vitest";
import {
  filesIn,
  importHash,
  offeredFiles,
  onOpenedFiles,
} from "../../../electron/launch/offered-files.ts";
import * as electron from "../fake-electron.ts";

const ROOT = process.cwd();

describe("files that the program is started with", () => {
  it("are named from the top, and refused where they are not there", () => {
    expect(offeredFiles(["package.json"])).toEqual([`${ROOT}/package.json`]);
    expect(() => offeredFiles(["package.json", "none.csv"])).toThrow(
      "There is no file or folder none.csv",
    );
  });

  it("reach the page by the end of its address, in the browser and in a window", () => {
    const files = ["/home/ä b/#1%.csv", "/texts"];
    const hash = importHash(files);
    expect(JSON.parse(decodeURIComponent(hash.replace("#import=", "")))).toEqual(files);
    expect(new URL(`http://127.0.0.1/${hash}`).hash).toBe(hash);
    expect(importHash([])).toBe("");
  });

  it("are those arguments that are there, but for options and the application itself", () => {
    const readme = pathToFileURL(`${ROOT}/README.md`).href;
    const args = ["--inspect=0", ".", "package.json", readme, "none.csv", "file://%", "core"];
    const found = ["package.json", "README.md", "core"].map((name) => `${ROOT}/${name}`);
    expect(filesIn(args, ROOT)).toEqual(found);
    expect(filesIn(args, "/elsewhere")).toEqual([ROOT, ...found]);
  });
});

describe("files that the system hands over", () => {
  const next = () => new Promise((resolve) => setImmediate(resolve));

  it("are offered together where they came together, and kept from nobody else twice", async () => {
    const app = new electron.FakeApp();
    const offered: (readonly string[])[] = [];
    onOpenedFiles(app as unknown as App, (files) => offered.push(files));
    const open = (file: string) => {
      const event = new electron.FakeEvent();
      app.emit("open-file", event, file);
      return event.defaultPrevented;
    };
    expect([open("/a.csv"), open("/b.csv")]).toEqual([true, true]);
    expect(offered).toEqual([]);
    await next();
    open("/c.csv");
    await next();
    expect(offered).toEqual([["/a.csv", "/b.csv"], ["/c.csv"]]);
  });
});
