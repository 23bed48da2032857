import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SPEECHES } from "../renderer/features/collection/collection-import.ts";
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

let folder: string;
let host: TestHost;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-readme-"));
  host = await startTestHost();
});
afterAll(async () => {
  await host.end();
  await rm(folder, { recursive: true });
});

describe("the README", () => {
  it("shows command lines that work on the shipped retinas", async () => {
    const program = `"${process.execPath}" "${path.join(ROOT, "dist/core/node/cli.js")}"`;
    const script = (await examples("On the command line")).replaceAll("npx semascope", program);
    const { stdout } = await run("sh", ["-ec", script], {
      cwd: folder,
      env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    for (const word of ["apple", "cosine", "inflation", "hündchen", "en_associative"])
      expect(stdout.toLowerCase()).toContain(word);
    expect(stdout).toContain("hund = dog 255, dogs 189");
    expect(stdout).toContain("en_synonymous");
    expect((await stat(path.join(folder, "jaguar.png"))).size).toBeGreaterThan(500);
  }, 300_000);

  it("shows commands on collections that work on the sample", async () => {
    const program = `"${process.execPath}" "${path.join(ROOT, "dist/core/node/cli.js")}"`;
    const script = (await examples("Your own texts")).replaceAll("npx semascope", program);
    const { stdout } = await run("sh", ["-ec", script], {
      cwd: folder,
      env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    for (const word of [`${SPEECHES.rows} rows added`, "tariff", "expenditures", "odds"])
      expect(stdout).toContain(word);
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
