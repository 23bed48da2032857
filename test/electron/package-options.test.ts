import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** What stands before the fuses in a program of Electron. */
const FUSES_FOLLOW = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/** A program that has so many fuses, for Linux. */
function fakeElectron(fuses: number): string {
  const folder = mkdtempSync(join(tmpdir(), "semascope-"));
  const wire = Buffer.from([1, fuses, ...new Array<number>(fuses).fill(0x30)]);
  writeFileSync(join(folder, "electron"), Buffer.concat([Buffer.from(FUSES_FOLLOW), wire]));
  return folder;
}

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
  rmSync(empty, { recursive: true, maxRetries: 10 });
});

it.runIf(process.platform === "linux")("fuses that an older Electron lacks are named", () => {
  const [older, current] = [fakeElectron(6), fakeElectron(8)];
  // The builder prints its options then, and packs nothing.
  expect(pack("--electron", older, "--help")).toEqual({
    status: 0,
    said: "Warning: this Electron is too old to have loadBrowserProcessSpecificV8Snapshot, grantFileProtocolExtraPrivileges; packed without, for a trial and not to be given away.",
  });
  expect(pack("--electron", current, "--help")).toEqual({ status: 0, said: "" });
  for (const folder of [older, current]) rmSync(folder, { recursive: true, maxRetries: 10 });
});
