import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { userDirectories } from "../../../../core/node/config/directories.ts";
import { isRunning } from "../../../../core/node/config/process.ts";
import { makePrivateFolder, writeSafely } from "../../../../core/node/config/write-safely.ts";
import { keyFile, loadKey } from "../../../../core/node/http/api-key.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "config-"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

describe("the key", () => {
  it("is made once, kept, and readable by the user alone", async () => {
    const first = await loadKey(folder);
    expect(first).toMatch(/^[\w-]{32}$/);
    expect(await loadKey(folder)).toBe(first);
    expect((await stat(keyFile(folder))).mode & 0o777).toBe(0o600);
  });

  it("is refused with a sentence when its file holds something else", async () => {
    await writeFile(keyFile(folder), "short");
    await expect(loadKey(folder)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("does not hold a key"),
    });
  });
});

describe("writing safely", () => {
  it("replaces a file as a whole and leaves nothing else behind", async () => {
    const file = path.join(folder, "deep", "file.txt");
    await writeSafely(file, "one");
    await Promise.all(["two", "three", "four"].map((text) => writeSafely(file, text)));
    expect(["two", "three", "four"]).toContain(await readFile(file, "utf8"));
    expect(await readdir(path.dirname(file))).toEqual(["file.txt"]);
  });
});

describe.skipIf(process.platform === "win32")("a private folder", () => {
  const modeOf = async (name: string) => (await stat(path.join(folder, name))).mode & 0o777;

  it("can be read by the user alone, and so can the folders above it that are made", async () => {
    await makePrivateFolder(path.join(folder, "above", "own"));
    expect([await modeOf("above"), await modeOf("above/own")]).toEqual([0o700, 0o700]);
  });

  it.each([
    ["becomes private where an earlier version made it", 0o755, 0o700],
    ["keeps rights that somebody chose", 0o750, 0o750],
  ])("%s", async (_, before, after) => {
    await mkdir(path.join(folder, "own"));
    await chmod(path.join(folder, "own"), before);
    await makePrivateFolder(path.join(folder, "own"));
    expect(await modeOf("own")).toBe(after);
  });
});

describe("the user's folders", () => {
  it.each([
    ["linux", {}, "/home/ada/.config/semascope", "/home/ada/.local/share/semascope"],
    ["linux", { XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d" }, "/c/semascope", "/d/semascope"],
    [
      "linux",
      { XDG_CONFIG_HOME: "relative" },
      "/home/ada/.config/semascope",
      "/home/ada/.local/share/semascope",
    ],
    [
      "darwin",
      {},
      "/home/ada/Library/Application Support/semascope",
      "/home/ada/Library/Application Support/semascope",
    ],
    ["win32", { APPDATA: "/r", LOCALAPPDATA: "/l" }, "/r/semascope", "/l/semascope"],
    ["linux", { SEMASCOPE_HOME: "/own" }, "/own/config", "/own/data"],
  ] as const)("are where %s keeps such things, given %j", (platform, env, config, data) => {
    expect(userDirectories({ platform, env, home: "/home/ada" })).toEqual({ config, data });
  });
});

it("knows which processes run", () => {
  expect(isRunning(process.pid)).toBe(true);
  expect(isRunning(2 ** 22 + 1)).toBe(false);
});
