import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { cruise, type IConfiguration } from "dependency-cruiser";
import { describe, expect, it, onTestFinished } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Names of the rules that these files of a program would break. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<Set<string>> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-imports-"));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 10 }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const config: IConfiguration = createRequire(import.meta.url)("../config/dependency-rules.cjs");
  const { forbidden = [], options: { tsConfig: _, ...options } = {} } = config;
  const ruleSet = { forbidden };
  const answer = await cruise(["core"], { ...options, baseDir: folder, validate: true, ruleSet });
  if (typeof answer.output === "string") throw new Error(answer.output);
  return new Set(answer.output.summary.violations.map(({ rule }) => rule.name));
}

/** The drawing of core/README.md: a folder, and those that it imports. */
async function drawnArrows(): Promise<readonly string[]> {
  const readme = await readFile(path.join(ROOT, "core/README.md"), "utf8");
  const drawing = /## Who imports whom\n\n```\n([\s\S]*?)\n```/.exec(readme)?.[1] ?? "";
  return drawing.split("\n");
}

/** The same of the code; files of `core` that lie in no folder are beneath all. */
async function arrows(): Promise<ReadonlyMap<string, readonly string[]>> {
  const uses = new Map<string, Set<string>>();
  for (const part of ["core", "electron", "renderer"])
    for (const file of await readdir(path.join(ROOT, part), { recursive: true })) {
      const at = path.posix.join(part, file);
      if (!/\.[ct]?tsx?$/.test(file)) continue;
      const text = await readFile(path.join(ROOT, at), "utf8");
      for (const [, target = ""] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?"(\.[^"]+)"/g)) {
        const from = folderOf(at);
        const to = folderOf(path.posix.join(path.posix.dirname(at), target));
        if (from === to || from === undefined || to === undefined) continue;
        uses.set(from, (uses.get(from) ?? new Set()).add(to));
      }
    }
  return new Map([...uses].map(([from, to]) => [from, [...to].sort()]));
}

/** `retina` of `core/retina/search.ts`, `renderer` of `renderer/app/view.ts`. */
function folderOf(file: string): string | undefined {
  const [part, folder, below] = file.split("/");
  if (part !== "core") return part;
  return below === undefined ? undefined : folder;
}

describe("the import rules", () => {
  it("refuse two folders that import each other, by types alone and from different files too", async () => {
    const broken = await brokenRules({
      "core/api/schema/replies.ts": "export type Reply = 1;",
      "core/api/schema/names.ts":
        'import type { Name } from "../endpoints/terms.ts"; export type N = Name;',
      "core/api/endpoints/terms.ts":
        'import type { Reply } from "../schema/replies.ts"; export type Name = Reply;',
    });
    expect(broken).toContain("no-folders-in-a-circle");
    expect(broken).toContain("api-schema-imports-what-is-before");
  });

  it("refuse three folders in a circle, even where nothing says which comes first", async () => {
    const broken = await brokenRules({
      "core/image/a/a.ts": 'import type { B } from "../b/b.ts"; export type A = B;',
      "core/image/b/b.ts": "export type B = 1;",
      "core/image/b/d.ts": 'import type { C } from "../c/c.ts"; export type D = C;',
      "core/image/c/c.ts": 'import type { A } from "../a/a.ts"; export type C = A;',
    });
    expect([...broken]).toEqual(["no-folders-in-a-circle"]);
  });

  it("let folders import what is below them", async () => {
    const broken = await brokenRules({
      "core/retina/a.ts": 'import type { B } from "../kernel/b.ts"; export type A = B;',
      "core/kernel/b.ts": "export type B = 1;",
    });
    expect([...broken]).toEqual([]);
  });
});

describe("core/README.md", () => {
  it("draws the arrows that the code has, and no others", async () => {
    const uses = await arrows();
    const drawn = await drawnArrows();
    const names = drawn.map((line) => line.split(" ")[0] ?? "");
    const expected = names.map((name) =>
      [name.padEnd(12), ...(uses.get(name) ?? [])].join(" ").trimEnd(),
    );
    expect(drawn).toEqual(expected);
    expect(new Set(names)).toEqual(new Set([...uses].flatMap(([from, to]) => [from, ...to])));
  });
});
