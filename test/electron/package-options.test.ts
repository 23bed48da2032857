import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** Runs `npm run package` without the build before it. */
function pack(...args: string[]) {
  const script = ["test/config/package.js", ...args];
  const { status, stderr } = spawnSync(process.execPath, script, { cwd: ROOT, encoding: "utf8" });
  return { status, said: stderr.trim() };
}

it("a package is not begun with a folder that is no unpacked Electron", () => {
  const empty = mkdtempSync(join(tmpdir(), "semascope-"));
  const { status, said } = pack("--electron", empty);
  expect(status).toBe(2);
  expect(said).toMatch(
    /^\S+ is no folder of an unpacked Electron: it has no [Ee]lectron(\.\w+)?\.$/,
  );
  expect(said).toContain(empty);
  expect(pack("--dir", "--electron")).toEqual({
    status: 2,
    said: "Name the folder that Electron was unpacked into after --electron.",
  });
  rmSync(empty, { recursive: true });
});
