import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright";

/**
 * Finds a Chromium for the browser tests, or installs one. Run by itself it prints the path, with `--full` that of one with windows;
 * or it runs a script with it.
 */

/** The browser without a window of its own needs half the processor time; policies and drawing are the same. */
const HEADLESS_NAMES = ["chromium-headless-shell", "chrome-headless-shell"];
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const INSTALL_LIMIT_MILLISECONDS = 240_000;

export const HOW_TO_GET_ONE =
  "No Chromium was found. Run `npx playwright install chromium`, or on Debian and Ubuntu" +
  " `sudo apt-get install chromium-headless-shell`, or set PLAYWRIGHT_CHROMIUM to the path of one.";

/** A path given by hand wins; then the system's own browser; then the one Playwright downloads. */
export function findChromium() {
  return process.env.PLAYWRIGHT_CHROMIUM || inPath(HEADLESS_NAMES) || findFullChromium();
}

/** The browser that people have: it is stricter than the headless shell, for example about errors without a body. */
export function findFullChromium() {
  const candidates = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    chromium.executablePath(),
  ];
  return inPath(NAMES) ?? candidates.find(isExecutable);
}

function inPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** The path of a Chromium, installed first where that is possible; undefined when nothing helped. */
export function ensureChromium() {
  return (
    findChromium() ??
    installWithApt(["chromium-headless-shell", "chromium"], findChromium) ??
    installWithPlaywright()
  );
}

function installWithApt(packages, find) {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !isExecutable("/usr/bin/apt-get")) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", ["update", "-q"], env);
  for (const name of packages) {
    run("apt-get", ["install", "-q", "-y", "--no-install-recommends", name], env);
    const found = find();
    if (found !== undefined) return found;
  }
  return undefined;
}

function installWithPlaywright() {
  run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"], process.env);
  return findChromium();
}

/** Its output goes to stderr: stdout carries only the path. */
function run(command, args, env) {
  console.error(`Looking for a browser: ${command} ${args.join(" ")}`);
  spawnSync(command, args, {
    env,
    stdio: ["ignore", process.stderr, process.stderr],
    timeout: INSTALL_LIMIT_MILLISECONDS,
  });
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const isFull = process.argv[2] === "--full";
  const script = process.argv.slice(isFull ? 3 : 2);
  const path = isFull
    ? (findFullChromium() ?? installWithApt(["chromium"], findFullChromium))
    : ensureChromium();
  if (path === undefined) {
    console.error(HOW_TO_GET_ONE);
    process.exit(1);
  }
  if (script.length === 0) console.log(path);
  else {
    const env = { ...process.env, PLAYWRIGHT_CHROMIUM: path };
    process.exit(spawnSync(process.execPath, script, { stdio: "inherit", env }).status ?? 1);
  }
}
