import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { READING_SCALE } from "../core/train/teacher/teacher.ts";
import { writeTinyEncoder } from "./support/tiny-encoder.ts";

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, "..");
/** What `npm run build` makes and the package has to hold. */
const BUILT = ["dist/web/index.html", "dist/core/atlases", "dist/core/ready", "dist/vendor"];

/** What npm says where its registry cannot be reached, which is no fault of the package. */
const OUT_OF_REACH =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b/;

let unreached = false;
let folder: string;
let program: string;
let env: NodeJS.ProcessEnv;
const started: ChildProcess[] = [];
/** Packs, and installs into an empty folder; nothing of this repository is used from then on. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-package-"));
  env = { ...process.env, SEMASCOPE_HOME: path.join(folder, "home") };
  for (const each of BUILT)
    if (!existsSync(path.join(ROOT, each))) throw new Error(`${each} is missing; npm run build.`);
  const packed = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  await run("npm", packed, { cwd: ROOT, maxBuffer: 2 ** 26 });
  const [file = ""] = await readdir(folder);
  const quiet = ["--omit=dev", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", ["install", ...quiet, "--prefix", folder, path.join(folder, file)], {
    cwd: folder,
  }).catch((cause: { readonly stderr?: string }) => {
    if (!OUT_OF_REACH.test(cause.stderr ?? "")) throw cause;
    unreached = true;
  });
  program = path.join(folder, "node_modules/semascope/dist/electron/semascope.js");
  await writeFile(path.join(folder, "news.csv"), "id,topic,text\na,fruit,an apple\nb,cars,a car\n");
}, 1_200_000);
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

beforeEach((context) => {
  context.skip(
    unreached,
    "npm's registry, from which the package's dependencies come, cannot be reached.",
  );
});

const semascope = (...args: string[]) =>
  run(process.execPath, [program, ...args], { cwd: folder, env });

/** Starts it and waits for the line that says where it is. */
function startedAt(args: readonly string[], line: RegExp): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env });
  started.push(child);
  return new Promise((resolve, reject) => {
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        text += String(chunk);
        const [, found] = line.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      });
    child.once("exit", (code) => reject(new Error(`It ended with ${code}: ${text}`)));
  });
}

describe("the package", () => {
  it("holds nothing that only a developer needs", async () => {
    const own = path.join(folder, "node_modules/semascope");
    const files = await readdir(own, { recursive: true });
    expect(files.filter((file) => /\.(map|tsbuildinfo|d\.c?ts|test\.js)$/.test(file))).toEqual([]);
    expect((await readdir(own)).sort()).toEqual([
      "LICENSE",
      "NOTICE",
      "README.md",
      "dist",
      "package.json",
      "retinas",
    ]);
  });

  it("has no script that npm would ask a person to allow", async () => {
    const manifest = await readFile(
      path.join(folder, "node_modules/semascope/package.json"),
      "utf8",
    );
    const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
    const asked = ["preinstall", "install", "postinstall", "prepare"];
    expect(asked.filter((name) => name in scripts)).toEqual([]);
  });

  it("answers on the command line, and makes a collection of a file", async () => {
    const similar = await semascope("similar", "apple", "--json", "--limit", "2");
    expect(JSON.parse(similar.stdout)).toMatchObject([{ term: "apple" }, {}]);
    const { stdout } = await semascope("collection", "import", "news.csv", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ name: "news", added: 2 });
    await expect(semascope("nonsense")).rejects.toMatchObject({
      code: 2,
      stderr: "Unknown command “nonsense”. semascope --help lists them.\n",
    });
    await expect(semascope("none.csv")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no file or folder none.csv"),
    });
  });

  it("runs a sentence encoder and draws in its own typeface, without the packages that these are of", async () => {
    const modules = path.join(folder, "node_modules");
    for (const name of ["onnxruntime-web", "protobufjs", "@fontsource"])
      expect(existsSync(path.join(modules, name)), name).toBe(false);
    const teacher = path.join(folder, "teacher");
    const readings = path.join(folder, "readings");
    writeTinyEncoder(teacher, ["apple", "pear"], {
      vectorOf: (word) => [word === "apple" ? 3 : 0, word === "pear" ? 4 : 0, 0, 0, 0, 0, 0, 0],
    });
    const opener = path.join(modules, "semascope/dist/core/node/teacher/open-teacher.js");
    const script = path.join(folder, "read.mjs");
    const lines = `
      const [opener, folder, readings] = process.argv.slice(2);
      const { openTeacher } = await import(opener);
      const teacher = await openTeacher({ folder, readings }, { sample: ["apple pear"], threads: 1 });
      const watch = { signal: new AbortController().signal, report() {} };
      const { values } = await teacher.read(["apple pear"], watch);
      console.log(JSON.stringify(Array.from(values)));
      await teacher.close();`;
    await writeFile(script, lines);
    const args = [script, pathToFileURL(opener).href, teacher, readings];
    const read = await run(process.execPath, args);
    const expected = [0.6, 0.8, 0, 0, 0, 0, 0, 0].map((value) => Math.round(value * READING_SCALE));
    expect(JSON.parse(read.stdout)).toEqual(expected);
    await semascope("collection", "heat", "news", "-o", "news.png");
    const picture = await readFile(path.join(folder, "news.png"));
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
  });

  it("opens the application with a file's preview, and serves it", async () => {
    const args = ["--browser", "--no-open", "--port", "0", "news.csv"];
    const address = new URL(await startedAt(args, /Semascope is at (\S+)\n/));
    const file = path.join(folder, "news.csv");
    expect(decodeURIComponent(address.hash)).toBe(`#import=${JSON.stringify([file])}`);
    const entered = await fetch(address, { redirect: "manual" });
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const page = await (await fetch(address.origin, { headers: { cookie } })).text();
    const script = /<script[^>]* src="([^"]+)"/.exec(page)?.[1] ?? "";
    const loaded = await fetch(new URL(script, address), { headers: { cookie } });
    expect([loaded.status, loaded.headers.get("content-type")]).toEqual([
      200,
      expect.stringContaining("javascript"),
    ]);
    const preview = await fetch(`${address.origin}/rest/semascope/collection-preview`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify({ paths: [file] }),
    });
    expect(await preview.json()).toMatchObject({ records: 2, plan: { text: "text", id: "id" } });
  });
});
