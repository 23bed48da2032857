import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestFolder } from "../../../support/test-host.ts";

const BUILT = path.resolve(import.meta.dirname, "../../../../dist");

let folder: string;
beforeAll(async () => {
  folder = await makeTestFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

/** Runs a program below a limit of the shell's `ulimit`. */
function limited(limit: string, program: string) {
  const compare = ["compare", "apple", "fruit", "--retinas", path.join(folder, "retinas")];
  const node = [process.execPath, path.join(BUILT, program), ...compare];
  const env = { ...process.env, SEMASCOPE_HOME: folder };
  return spawnSync("sh", ["-c", `ulimit ${limit}; exec "$0" "$@"`, ...node], {
    encoding: "utf8",
    env,
  });
}

describe.skipIf(process.platform !== "linux")("a limit of the system", () => {
  it.each(["core/node/cli.js", "electron/semascope.js"])(
    "on open files that keeps %s from being loaded is reported in a sentence",
    (program) => {
      const { status, stderr } = limited("-n 40", program);
      expect(stderr).toMatch(
        /^\S+ cannot be used: too many files are open; raise the limit, for example by “ulimit -n 1024”\.\n$/,
      );
      expect(status).toBe(1);
    },
  );

  it.each([
    ["seems to have no package.json is reported so too", "fflate", /^\S+ cannot be used: too many/],
    ["is missing is a failure of the program", "absent", /Error: Cannot find package/],
  ])("on open files, where a package %s", (_, name, said) => {
    const file = path.resolve(BUILT, `../node_modules/${name}/index.js`);
    const module = path.join(BUILT, "core/node/config/process.js");
    const source = `
      import { loadOrExplain } from ${JSON.stringify(module)};
      const cause = new Error("Cannot find package '" + ${JSON.stringify(file)} + "' imported from a.js");
      await loadOrExplain(() => Promise.reject(Object.assign(cause, { code: "ERR_MODULE_NOT_FOUND" })));`;
    const args = ["--input-type=module", "-e", source];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).toMatch(said);
    expect(status).toBe(1);
  });

  it("on memory that keeps a map from being opened is reported in a sentence", () => {
    const { status, stderr } = limited("-v 8000000", "core/node/cli.js");
    expect(stderr).toMatch(
      /^There is not enough memory to open \S+; close other programs, or raise the limit of this one \(ulimit -v\)\.\n$/,
    );
    expect(status).toBe(5);
  });
});
