import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runProgram } from "../core/node/commands/run-program.ts";
import { SPEECHES } from "../renderer/features/collection/collection-import.ts";
import { playTerminal } from "./support/play-terminal.ts";
import { startTestHost, type TestHost } from "./support/test-host.ts";

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, "..");
const readme = () => readFile(path.join(ROOT, "README.md"), "utf8");

/** Shell examples of one section of the README. */
async function examples(section: string): Promise<string> {
  const text = await readme();
  const part = text.split(/^## /m).find((each) => each.startsWith(section));
  const code = /```sh\n([\s\S]*?)\n```/.exec(part ?? "")?.[1];
  if (code === undefined) throw new Error(`The README has no example under “${section}”.`);
  return code;
}

/**
 * In place of npx: a line that reads its input runs as a process of its own, the words of the others are kept. The shell takes
 * the lines apart in either case.
 */
const NPX = `npx() {
  shift
  for last; do :; done
  if [ "$last" = - ]; then "$NODE" "$PROGRAM" "$@"
  else printf '%s\\0' "$@" > "$LINES/$(ls "$LINES" | wc -l)"; fi
}
`;

let folder: string;
let lines: string;
let host: TestHost;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-readme-"));
  host = await startTestHost();
  vi.stubEnv("XDG_DATA_HOME", folder);
  vi.stubEnv("XDG_CONFIG_HOME", folder);
  process.chdir(folder);
});
beforeEach(async () => {
  lines = await mkdtemp(path.join(folder, "lines-"));
});
afterAll(async () => {
  process.chdir(ROOT);
  vi.unstubAllEnvs();
  await host.end();
  await rm(folder, { recursive: true });
});

/** Runs the examples of a section in this process: each line would load the program and a retina again. @returns what they print */
async function printedBy(section: string): Promise<string> {
  const { stdout } = await run("sh", ["-ec", NPX + (await examples(section))], {
    env: {
      ...process.env,
      NODE: process.execPath,
      PROGRAM: path.join(ROOT, "dist/core/node/cli.js"),
      LINES: lines,
    },
  });
  const printed = [stdout];
  const kept = (await readdir(lines)).sort((a, b) => Number(a) - Number(b));
  for (const line of kept) {
    const words = (await readFile(path.join(lines, line), "utf8")).split("\0").slice(0, -1);
    const { terminal, out, err } = playTerminal();
    expect([words, await runProgram(words, terminal), err]).toEqual([words, 0, expect.anything()]);
    printed.push(...out);
  }
  return printed.join("\n");
}

describe("the README", () => {
  it("shows command lines that work on the shipped retinas", async () => {
    const printed = await printedBy("On the command line");
    for (const word of ["apple", "cosine", "inflation", "hündchen", "en_associative"])
      expect(printed.toLowerCase()).toContain(word);
    expect(printed).toContain("hund = dog 255, dogs 189");
    expect(printed).toContain("en_synonymous");
    expect((await stat(path.join(folder, "jaguar.png"))).size).toBeGreaterThan(500);
  }, 300_000);

  it("shows commands on collections that work on the sample", async () => {
    const printed = await printedBy("Your own texts");
    for (const word of [`${SPEECHES.rows} rows added`, "tariff", "expenditures", "odds"])
      expect(printed).toContain(word);
    for (const picture of ["tariff.png", "centuries.svg"])
      expect((await stat(path.join(folder, picture))).size).toBeGreaterThan(5000);
  }, 300_000);

  it("shows HTTP requests that work", async () => {
    const { stdout } = await run("sh", ["-ec", await examples("Over HTTP")], {
      env: { ...process.env, SEMASCOPE_URL: host.url, SEMASCOPE_KEY: host.apiKey ?? "" },
    });
    expect(stdout).toContain('"term":"apple"');
    expect(stdout).toContain('"river"');
  });

  it("links only to files that are there", async () => {
    const links = [...(await readme()).matchAll(/\]\(([^)#:]+)\)/g)].map(([, link]) => link ?? "");
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !existsSync(path.join(ROOT, link)))).toEqual([]);
  });

  it("names only scripts that exist", async () => {
    const { scripts } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
    const named = [...(await readme()).matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !(String(name) in scripts))).toEqual([]);
  });
});
