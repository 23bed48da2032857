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

  it("on memory that keeps a map from being opened is reported in a sentence", () => {
    const { status, stderr } = limited("-v 8000000", "core/node/cli.js");
    expect(stderr).toMatch(
      /^There is not enough memory to open \S+; close other programs, or raise the limit of this one \(ulimit -v\)\.\n$/,
    );
    expect(status).toBe(5);
  });
});
