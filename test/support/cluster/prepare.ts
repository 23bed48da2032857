import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { nodeClasses } from "./class-path.ts";
import { findTools, type Tools } from "./find-tools.ts";

/**
 * For machines that test every change: installs Java and Maven where that is possible, and fetches the jars, so that
 * no test waits for a download. Where it is not possible, the tests of the cluster are skipped and say why.
 */

const INSTALL_LIMIT_MILLISECONDS = 240_000;
const APT_GET = "/usr/bin/apt-get";
/** Newest first; a system's packages hold one or two of them. */
const KITS = ["openjdk-25-jdk-headless", "openjdk-21-jdk-headless"];

const tools = ensureTools();
if (typeof tools === "string") console.log(tools);
else {
  const started = performance.now();
  await nodeClasses(tools);
  console.log(`OpenSearch is there (${((performance.now() - started) / 1000).toFixed(1)} s).`);
}

function ensureTools(): Tools | string {
  const found = findTools();
  const canInstall = process.getuid?.() === 0 && existsSync(APT_GET);
  if (typeof found !== "string" || !canInstall) return found;
  aptGet("update", "-q");
  aptGet("install", "-q", "-y", "--no-install-recommends", "maven");
  for (const kit of KITS) {
    if (typeof findTools() !== "string") break;
    aptGet("install", "-q", "-y", "--no-install-recommends", kit);
  }
  return findTools();
}

function aptGet(...args: string[]): void {
  console.log(`apt-get ${args.join(" ")}`);
  spawnSync(APT_GET, args, {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "inherit", "inherit"],
    timeout: INSTALL_LIMIT_MILLISECONDS,
  });
}
