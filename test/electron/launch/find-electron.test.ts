import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { desktopObstacle, findElectron } from "../../../electron/launch/find-electron.ts";

const emptyFolder = () => mkdtempSync(join(tmpdir(), "semascope-"));

function unpack(folder: string) {
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist", "electron"), "#!/bin/sh\n");
  chmodSync(join(folder, "dist", "electron"), 0o755);
  writeFileSync(join(folder, "path.txt"), "electron");
}

const neverFetch = () => Promise.reject(new Error("fetched although it was there"));

describe("finding Electron", () => {
  it("takes the program that is there without fetching anything", async () => {
    const folder = emptyFolder();
    unpack(folder);
    expect(await findElectron(folder, neverFetch)).toEqual({
      program: join(folder, "dist", "electron"),
    });
  });

  it("fetches the program once when only the package is there", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "install.js"), "");
    const found = await findElectron(folder, async (script) => {
      expect(script).toBe(join(folder, "install.js"));
      unpack(folder);
      return true;
    });
    expect(found).toEqual({ program: join(folder, "dist", "electron") });
  });

  it("says why there is none: no package, no internet, an incomplete fetch", async () => {
    expect(await findElectron(emptyFolder(), neverFetch)).toEqual({
      obstacle: "Electron is not installed.",
    });
    const folder = emptyFolder();
    writeFileSync(join(folder, "install.js"), "");
    for (const ended of [false, true])
      expect(await findElectron(folder, async () => ended)).toMatchObject({
        obstacle: expect.stringContaining("could not be downloaded"),
      });
  });

  it("ends a fetch that fails, as it does offline", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "install.js"), "process.exit(1);");
    expect(await findElectron(folder)).toMatchObject({ obstacle: expect.any(String) });
  });
});

describe("desktopObstacle", () => {
  const display = { DISPLAY: ":0" };

  it("lets a person at a screen pass", () => {
    expect(desktopObstacle({ platform: "linux", env: display, uid: 1000 })).toBeUndefined();
    const wayland = { WAYLAND_DISPLAY: "wayland-0" };
    expect(desktopObstacle({ platform: "linux", env: wayland, uid: 1000 })).toBeUndefined();
    expect(desktopObstacle({ platform: "win32", env: {}, uid: undefined })).toBeUndefined();
    expect(desktopObstacle({ platform: "darwin", env: {}, uid: 501 })).toBeUndefined();
  });

  it("names the missing display, and root", () => {
    expect(desktopObstacle({ platform: "linux", env: {}, uid: 1000 })).toContain("display");
    expect(desktopObstacle({ platform: "linux", env: display, uid: 0 })).toContain("root");
  });
});
