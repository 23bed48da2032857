import { execFile } from "node:child_process";
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
const DOCS = path.join(ROOT, "core/docs");

const page = (name: string) =>
  readFile(
    name === "README" ? path.join(ROOT, "README.md") : path.join(DOCS, `${name}.md`),
    "utf8",
  );

/** The README and every page of the documentation, by path from the root. */
async function pages(): Promise<readonly { file: string; text: string }[]> {
  const docs = await readdir(DOCS, { recursive: true });
  const files = ["README.md", ...docs.filter((name) => name.endsWith(".md")).map(inDocs)];
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(path.join(ROOT, file), "utf8") })),
  );
}

const inDocs = (name: string) => path.join("core/docs", name);

const blocks = (text: string, kind: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${kind}\n([\\s\\S]*?)\n\`\`\``, "g"))].map(
    ([, code]) => code ?? "",
  );

/** The shell examples of a page, one after the other. */
async function examples(name: string): Promise<string> {
  const found = blocks(await page(name), "sh");
  if (found.length === 0) throw new Error(`The page “${name}” has no example.`);
  return found.join("\n");
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
  await rm(folder, { recursive: true, maxRetries: 10 });
});

/** Runs shell lines in this process: each line would load the program and a retina again. @returns what they print */
async function printedBy(shell: string): Promise<string> {
  const { stdout } = await run("sh", ["-ec", NPX + shell], {
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

describe("the README and the documentation", () => {
  it("show command lines that work on the shipped retinas", async () => {
    const printed = await printedBy(await examples("command-line"));
    for (const word of ["apple", "cosine", "inflation", "hündchen", "en_associative"])
      expect(printed.toLowerCase()).toContain(word);
    expect(printed).toMatch(/^hund +dog 255, dogs 189/m);
    expect(printed).toContain("en_synonymous");
    expect((await stat(path.join(folder, "jaguar.png"))).size).toBeGreaterThan(500);
  }, 300_000);

  it("show commands on collections that work on the sample", async () => {
    const printed = await printedBy(await examples("collections"));
    for (const word of [`added             ${SPEECHES.rows}`, "tariff", "expenditures", "odds"])
      expect(printed).toContain(word);
    for (const picture of ["tariff.png", "centuries.svg"])
      expect((await stat(path.join(folder, picture))).size).toBeGreaterThan(5000);
  }, 300_000);

  it("show the output that the commands print", async () => {
    const shown = blocks(await page("README"), "console");
    expect(shown.length).toBeGreaterThan(2);
    for (const block of shown) {
      const rows = block.split("\n");
      // The sample is there already.
      const commands = rows.filter((row) => /^\$ /.test(row) && !row.endsWith("collection sample"));
      const printed = await printedBy(commands.map((row) => row.slice(2)).join("\n"));
      for (const row of rows.filter((each) => each !== "…" && !each.startsWith("$ ")))
        expect(printed.split("\n")).toContain(row);
    }
  }, 300_000);

  it("show HTTP requests that work", async () => {
    const { stdout } = await run("sh", ["-ec", await examples("http")], {
      env: { ...process.env, SEMASCOPE_URL: host.url, SEMASCOPE_KEY: host.apiKey ?? "" },
    });
    expect(stdout).toContain('"term":"apple"');
    expect(stdout).toContain('"river"');
  });

  it("have shell examples only on pages whose examples run here", async () => {
    const withExamples = (await pages()).filter(({ text }) => blocks(text, "sh").length > 0);
    expect(withExamples.map(({ file }) => file).sort()).toEqual(
      ["collections", "command-line", "http"].map((name) => inDocs(`${name}.md`)),
    );
  });

  it("name only scripts that exist", async () => {
    const { scripts } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
    for (const { text } of await pages()) {
      const named = [...text.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name);
      expect(named.filter((name) => !(String(name) in scripts))).toEqual([]);
    }
  });
});
