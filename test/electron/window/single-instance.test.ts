import type { App } from "electron";
import { describe, expect, it } from "vitest";
import { isFirstInstance } from "../../../electron/window/single-instance.ts";
import * as electron from "../fake-electron.ts";

function start(files: readonly string[] = [], hasLock = true) {
  const app = new electron.FakeApp();
  app.hasLock = hasLock;
  const offered: (readonly string[])[] = [];
  const isFirst = isFirstInstance(app as unknown as App, files, (more) => offered.push(more));
  return { app, isFirst, offered };
}

describe("the single-instance lock", () => {
  it("lets the first instance go on and stops the second", () => {
    expect(start().isFirst).toBe(true);
    expect(start([], false).isFirst).toBe(false);
  });

  it("hands the files of a second instance to the first", () => {
    const first = start(["/home/me/old.csv"]);
    const second = start(["/home/me/news.csv", "/texts"], false);
    first.app.emit("second-instance", {}, ["semascope"], "/", second.app.told);
    expect(first.offered).toEqual([["/home/me/news.csv", "/texts"]]);
    expect(second.offered).toEqual([]);
  });

  it("comes to the front for a second instance that says nothing, or what nobody understands", () => {
    const { app, offered } = start();
    const strange = [undefined, null, 7, { files: "all" }, { files: [1, "/a.csv", null] }];
    for (const data of strange) app.emit("second-instance", {}, [], "/", data);
    expect(offered).toEqual([[], [], [], [], ["/a.csv"]]);
  });
});
