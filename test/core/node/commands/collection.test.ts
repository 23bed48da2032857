import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectionCommands } from "../../../../core/node/commands/collection/all.ts";
import { runProgram } from "../../../../core/node/commands/run-program.ts";
import { makeTestFolder } from "../../../support/test-host.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeTestFolder();
  process.env.SEMASCOPE_HOME = folder;
});
afterAll(async () => {
  delete process.env.SEMASCOPE_HOME;
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    print: (text: string) => out.push(text),
    warn: (text: string) => err.push(text),
    readInput: async () => "",
    isInteractive: false,
  };
  const all = ["collection", ...args, "--retinas", path.join(folder, "retinas")];
  const code = await runProgram(all, terminal, async () => 42);
  return { code, out: out.join("\n"), err: err.join("\n") };
}
const json = async (...args: string[]) => JSON.parse((await run(...args, "--json")).out);

const NEWS = `id,date,topic,text
a,2024-01-05,fruit,an apple and a pear
b,2024-01-06,fruit,a sweet banana and an apple
c,2024-02-07,cars,a fast car on the road
d,2024-02-08,cars,"=HYPERLINK(""x""), a car"
`;

describe("the commands of collections", () => {
  it("explain themselves, each with an example", async () => {
    const { out } = await run("--help");
    for (const { name, options } of collectionCommands) {
      const [, command = ""] = name.split(" ");
      expect(out).toContain(`  ${command} `);
      const help = await run(command, "--help");
      expect(help).toMatchObject({ code: 0, err: "" });
      expect(help.out).toMatch(new RegExp(`^Usage: semascope ${name} `));
      expect(help.out).toContain("\nExamples:\n  ");
      expect(options.length).toBeGreaterThan(0);
    }
  });

  it("import, look, draw, score, export and remove", async () => {
    const file = path.join(folder, "news.csv");
    await writeFile(file, NEWS);
    expect(await run("import", file, "--preview")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^topic +text +category/m),
    });
    expect(await json("import", file)).toMatchObject({ name: "news", added: 4, updated: 0 });
    expect(
      (await json("list")).map(({ name, rows }: { name: string; rows: number }) => [name, rows]),
    ).toEqual([["news", 4]]);
    const found = await json(
      "search",
      "news",
      "--where",
      "topic=cars",
      "--where",
      "date<2024-02-08",
    );
    expect(found).toMatchObject({ total: 1, rows: [{ id: "c" }] });
    const like = await json("search", "news", "--like", "apple");
    expect(like.rows[0].score).toBeGreaterThan(0);
    expect(await json("search", "news", "--facet", "topic")).toMatchObject({
      values: [
        { value: "cars", rows: 2 },
        { value: "fruit", rows: 2 },
      ],
    });
    const png = path.join(folder, "heat.png");
    expect(await json("heat", "news", "-o", png, "--level", "0")).toMatchObject({ rows: 4, of: 4 });
    expect(PNG.sync.read(await readFile(png)).width).toBeGreaterThan(1000);
    const svg = path.join(folder, "difference.svg");
    const difference = await json(
      "difference",
      "news",
      "--a",
      "topic=fruit",
      "-o",
      svg,
      "--level",
      "0",
    );
    expect(difference.rows).toEqual({ a: 2, b: 2 });
    expect(await readFile(svg, "utf8")).toContain("topic=fruit against the rest");
    expect(await json("topics", "news", "--level", "0")).toMatchObject({ rows: 4 });
    const csv = path.join(folder, "out.csv");
    expect(await json("export", "news", "-o", csv, "--where", "topic=cars")).toMatchObject({
      rows: 2,
    });
    const lines = (await readFile(csv, "utf8")).split("\r\n");
    expect(lines[0]).toBe("id,date,topic,text");
    expect(lines[2]).toBe(`d,2024-02-08,cars,"'=HYPERLINK(""x""), a car"`);
    expect(await run("remove", "news")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--yes"),
    });
    expect(await run("remove", "news", "--yes")).toMatchObject({ code: 0 });
    expect(await json("list")).toEqual([]);
  });

  it.each([
    [["search"], "Name the collection"],
    [["search", "none"], "There is no collection “none”; import one first."],
    [["dance"], "collection has no command “dance”"],
    [["import", "/nowhere.csv"], "/nowhere.csv cannot be read: it does not exist."],
    [["import", "a.csv", "--split", "words"], "--split takes none, paragraphs, slices"],
  ])("say what is wrong with %j", async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).toBeGreaterThan(0);
    expect(err).toContain(message);
  });
});
