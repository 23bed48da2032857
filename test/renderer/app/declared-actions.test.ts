import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const PAGE = "renderer";
const sources = readdirSync(PAGE, { encoding: "utf8", recursive: true })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(PAGE, file), "utf8"));
const all = (pattern: RegExp): string[] =>
  sources.flatMap((source) => [...source.matchAll(pattern)].flatMap(([, id]) => id ?? []));

it("every button that runs an action by its id runs one that is declared", () => {
  const declared = new Set(all(/\bid: "([\w.-]+)"/g));
  const run = all(/runAction\(\s*"([\w.-]+)"/g);
  expect(run.length).toBeGreaterThan(10);
  expect(run.filter((id) => !declared.has(id))).toEqual([]);
});
