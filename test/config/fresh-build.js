import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

const TSC = "node_modules/@typescript/native/bin/tsc";
const BUILT = ["core", "electron", "test"];
const OUTPUT = /\.(?:d\.[cm]?ts|[cm]?js)(?:\.map)?$/;

/**
 * Threads and processes that a test starts run from `dist`. So it is brought up to date before the tests, and what was
 * built from a source that is gone is removed: a test that still names it must fail. Vitest asks for this in each project; the root
 * one is always among them.
 */
export default function freshBuild(project) {
  if (!project.isRootProject()) return;
  const { status, stdout } = spawnSync(process.execPath, [TSC, "-b"], { encoding: "utf8" });
  if (status !== 0) {
    // Vitest fails at showing an error that this module throws, and what is wrong would be lost.
    process.stderr.write(stdout);
    throw new Error("The build failed, so the tests would run an old one.");
  }
  for (const folder of BUILT) removeOrphans(path.join("dist", folder));
}

function removeOrphans(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && OUTPUT.test(entry.name) && !hasSource(file)) rmSync(file);
  }
}

function hasSource(file) {
  const stem = path.relative("dist", file).replace(OUTPUT, "");
  return ["ts", "tsx", "mts", "cts", "js", "json", "d.ts"].some((end) =>
    existsSync(`${stem}.${end}`),
  );
}
