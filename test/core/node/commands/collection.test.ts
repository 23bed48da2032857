import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAtlas, writeAtlas } from "../../../../core/atlas/atlas-bytes.ts";
import { runProgram } from "../../../../core/node/commands/run-program.ts";
import { atlasName } from "../../../../core/node/opening/atlas-files.ts";
import { openRetina } from "../../../../core/retina/open-retina.ts";
import { playTerminal } from "../../../support/play-terminal.ts";
import { makeTestFolder } from "../../../support/test-host.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeTestFolder();
  process.env.SEMASCOPE_HOME = folder;
});
afterAll(async () => {
  delete process.env.SEMASCOPE_HOME;
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const run = (...args: string[]) => runWith("", ...args);

async function runWith(input: string | Uint8Array, ...args: string[]) {
  const { terminal, out, err, bytes } = playTerminal(input);
  const needsRetinas = !["list", "remove"].includes(args[0] ?? "");
  const retinas = needsRetinas ? ["--retinas", path.join(folder, "retinas")] : [];
  const all = ["collection", ...args, ...retinas];
  const code = await runProgram(all, terminal);
  return { code, out: out.join("\n"), err: err.join("\n"), bytes: bytes() };
}
const json = async (...args: string[]) => JSON.parse((await run(...args, "--json")).out);

const NEWS = `id,date,topic,text
a,2024-01-05,fruit,an apple and a pear
b,2024-01-06,fruit,a sweet banana and an apple
c,2024-02-07,cars,a fast car on the road
d,2024-02-08,cars,"=HYPERLINK(""x""), a car"
`;

describe("the commands of collections", () => {
  it("import a table of many columns, and list all of them", async () => {
    const file = path.join(folder, "wide.csv");
    const names = Array.from({ length: 40 }, (_, i) => `column${i}`);
    const values = names.map((_, i) => i);
    await writeFile(
      file,
      `id,text,${names}\na,"an apple and a pear",${values}\nb,"a fast car",${values}\n`,
    );
    const { out } = await run("import", file, "--name", "wide table");
    expect(out).toMatch(/^added +2$/m);
    for (const printed of [out, (await run("list", "wide table")).out])
      expect(printed).toMatch(/^column39 +number/m);
    await run("remove", "wide table", "--yes");
  });

  it("import with a column that says what is true, and refuse one that the file lacks", async () => {
    const file = path.join(folder, "judged.csv");
    await writeFile(file, NEWS);
    const named = ["--name", "judged"];
    expect(await run("import", file, ...named, "--truth", "kind")).toMatchObject({
      code: 3,
      err: expect.stringMatching(/kind.*topic/s),
    });
    expect((await json("list")).collections).toEqual([]);
    await json("import", file, ...named, "--truth", "topic");
    const { collections } = await json("list");
    expect(collections).toMatchObject([{ name: "judged", roles: { truth: "topic" } }]);
    await run("remove", "judged", "--yes");
  });

  it("import, look, draw, score, export and remove", async () => {
    const file = path.join(folder, "news.csv");
    await writeFile(file, NEWS);
    expect(await run("import", file, "--preview")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/category topic[\s\S]*^topic +text$[\s\S]*^topic .* fruit, cars/m),
    });
    expect(await json("import", file)).toMatchObject({ name: "news", added: 4, updated: 0 });
    expect(
      (await json("list")).collections.map(({ name, rows }: { name: string; rows: number }) => [
        name,
        rows,
      ]),
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
    expect(await json("facet", "news", "topic")).toMatchObject({
      values: [
        { value: "cars", rows: 2 },
        { value: "fruit", rows: 2 },
      ],
    });
    const png = path.join(folder, "heat.png");
    expect(await json("heat", "news", "-o", png, "--level", "0")).toMatchObject({
      rows: 4,
      total: 4,
    });
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
    const parquet = path.join(folder, "out.parquet");
    expect(await json("export", "news", "-o", parquet, "--positions")).toMatchObject({ rows: 4 });
    expect(await run("import", parquet, "--preview", "--text", "text")).toMatchObject({
      out: expect.stringMatching(/^date +date[\s\S]*^date +.*2024-01-05/m),
    });
    const free = await json("search", "news", "--like", "a sweet banana, and an apple!");
    expect(free.rows[0].id).toBe("b");
    expect(await run("remove", "news")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--yes"),
    });
    expect(await run("remove", "news", "--yes")).toMatchObject({ code: 0 });
    expect(await json("list")).toEqual({ collections: [] });
  });

  it("print what others wrote without the characters that a terminal obeys", async () => {
    const file = path.join(folder, "hostile.csv");
    const rows = [
      '"a\u001b]0;owned\u0007",an apple \u001b[2J and a \u009b31m pear,x',
      "b,a fast car,y",
    ];
    // With little else the file would be taken for no text.
    for (let i = 0; i < 40; i++) rows.push(`plain${i},a fast car on the road,z`);
    await writeFile(file, `id,text,ca\u001b]0;t\u0007t\n${rows.join("\n")}\n`);
    const printed = [
      await run("import", file, "--name", "hostile", "--text", "text", "--id", "id"),
    ];
    for (const words of [["list"], ["search", "hostile", "--like", "apple"], ["topics", "hostile"]])
      printed.push(await run(...words));
    printed.push(await run("search", "hostile", "--where", "no\u001b[2J=x"));
    expect(printed.map(({ code }) => code)).toEqual([0, 0, 0, 0, 3]);
    for (const { out, err } of printed) expect(out + err).not.toMatch(/(?![\t\n])\p{Cc}/u);
    expect(printed[2]?.out).toContain("a\\u001b]0;owned\\u0007");
    const { rows: found } = await json("search", "hostile", "--like", "apple");
    expect(found[0].id).toBe("a\u001b]0;owned\u0007");
    expect(found[0].text).toContain("\u009b31m");
    await run("remove", "hostile", "--yes");
  });

  it("import from standard input, and export to standard output", async () => {
    expect(await runWith(NEWS, "import", "-")).toMatchObject({ code: 2 });
    await runWith(NEWS, "import", "-", "--name", "piped");
    const csv = await run("export", "piped", "-o", "-", "--raw");
    expect([csv.code, csv.out, csv.bytes.toString()]).toEqual([
      0,
      "",
      NEWS.replaceAll("\n", "\r\n"),
    ]);
    expect(csv.err).toMatch(/^rows +4$/m);
    for (const format of ["jsonl", "parquet"]) {
      const { bytes } = await run("export", "piped", "-o", "-", "--format", format);
      await runWith(bytes, "import", "-", "--name", format, "--text", "text");
      const again = await run("export", format, "-o", "-", "--raw");
      expect(again.bytes.toString()).toBe(csv.bytes.toString());
      await run("remove", format, "--yes");
    }
    await run("remove", "piped", "--yes");
  });

  it("replace no file unless they are told to", async () => {
    const file = path.join(folder, "fresh.csv");
    await writeFile(file, NEWS);
    await run("import", file);
    const exporting = ["export", "fresh", "-o", file, "--where", "topic=cars"];
    expect(await run(...exporting)).toMatchObject({
      code: 6,
      err: expect.stringContaining("--force"),
    });
    expect(await readFile(file, "utf8")).toBe(NEWS);
    expect(await run(...exporting, "--force")).toMatchObject({ code: 0 });
    expect(await readFile(file, "utf8")).not.toContain("banana");
    await run("remove", "fresh", "--yes");
  });

  it("refuse texts of another column in a collection that is there", async () => {
    const file = path.join(folder, "two.csv");
    await writeFile(
      file,
      "headline,body\nThe apple,an apple and a pear\nThe car,a fast car on the road\n",
    );
    await run("import", file, "--text", "body");
    expect(await run("import", file, "--text", "headline")).toMatchObject({
      code: 6,
      err: expect.stringMatching(/“body”.*“headline”/),
    });
    expect((await json("list")).collections).toMatchObject([{ name: "two", rows: 2 }]);
    expect(await json("import", file, "--text", "body")).toMatchObject({ added: 0, updated: 2 });
    await run("remove", "two", "--yes");
  });

  it("list one that is damaged with the reason, and remove it", async () => {
    const own = path.join(folder, "data", "collections", "spoiled");
    await mkdir(own, { recursive: true });
    await writeFile(path.join(own, "collection.json"), '{"name":"spoiled"}');
    await writeFile(path.join(own, "rows.duckdb"), "no tables");
    const file = path.join(folder, "kept.csv");
    await writeFile(file, NEWS);
    await run("import", file);
    expect(await run("list")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^kept +4 .*\nspoiled .*damaged +The collection is damaged/m),
    });
    expect((await json("list")).collections).toMatchObject([
      { name: "kept", state: "ready", rows: 4 },
      { name: "spoiled", state: "damaged" },
    ]);
    for (const name of ["spoiled", "kept"]) await run("remove", name, "--yes");
    expect(await json("list")).toEqual({ collections: [] });
  });

  it("judge a filter by labels", async () => {
    const file = path.join(folder, "fruit.csv");
    await writeFile(file, NEWS);
    await json("import", file);
    const given = ["--belongs", "a", "--belongs", "b", "--not", "c"];
    expect(await json("label", "fruit", "sweet", ...given)).toEqual({ rows: 3 });
    expect((await json("list", "fruit")).labels).toEqual([
      { filter: "sweet", belongs: 2, not: 1, authors: [] },
    ]);
    const { rows } = await json("label-queue", "fruit", "sweet", "-n", "5");
    expect(rows.map(({ id }: { id: string }) => id)).toEqual(["d"]);
    const filter = path.join(folder, "sweet.json");
    const texts = path.join(folder, "sweet.txt");
    await writeFile(texts, "an apple and a pear\na sweet banana and an apple\n");
    await runProgram(
      [
        "filter",
        "create",
        "sweet",
        "--positive",
        texts,
        "-o",
        filter,
        "--retinas",
        path.join(folder, "retinas"),
      ],
      playTerminal().terminal,
    );
    await json("classify", "fruit", filter);
    const before = await json("audit", "fruit", "sweet", "--line", "0.5");
    expect([before.over.rows + before.under.rows, before.sampled]).toEqual([4, 4]);
    await json("label", "fruit", "sweet", "--not", "d");
    const { out } = await run("audit", "fruit", "sweet", "--line", "0.5");
    expect(out).toMatch(/^precision +value [\d.]+, low [\d.]+, high [\d.]+\nrecall +value 1, /);
    expect(out).toMatch(/^next +none$/m);
    expect(await json("near-copies", "fruit")).toMatchObject({ groups: 0, rows: 0 });
    expect(await run("remove", "fruit", "--yes")).toMatchObject({ code: 0 });
  });

  it("name the regions of a map as they are kept, as the service does", async () => {
    const retina = openRetina(await readFile(path.join(folder, "retinas/en_associative.retina")));
    const kept = path.join(folder, "data/atlases", await atlasName(retina));
    const own = await readFile(kept);
    const found = readAtlas(own)!;
    const regions = found.regions.map((region) => ({ ...region, label: `number ${region.id}` }));
    await writeFile(kept, writeAtlas({ ...found, regions }));
    const file = path.join(folder, "places.csv");
    await writeFile(file, NEWS);
    await json("import", file);
    const { topics } = await json("topics", "places", "--level", "0");
    expect(topics.length).toBeGreaterThan(0);
    for (const { region, place } of topics) expect(place).toBe(`number ${region}`);
    await run("remove", "places", "--yes");
    await writeFile(kept, own);
  });

  it("name the option that does not fit the contract", async () => {
    const file = path.join(folder, "kinds.csv");
    await writeFile(file, NEWS);
    await run("import", file);
    const refusal = async (...args: string[]) => (await run(...args)).err;
    expect(await refusal("topics", "kinds", "-n", "0")).toBe("--limit must be at least 1, not 0.");
    expect(await refusal("search", "kinds", "--like", "apple", "--least", "2")).toBe(
      "--least must be at most 1, not 2.",
    );
    expect(await refusal("search", "kinds", "--sample", "0")).toBe(
      "--sample must be at least 1, not 0.",
    );
    expect(await refusal("heat", "kinds", "--over", "all")).toContain(
      "--over must be one of none, rest, ordinary",
    );
    await run("remove", "kinds", "--yes");
  });

  it.each([
    [["label", "none", "oil"], "Give ids of rows with --belongs, --not or --clear."],
    [["audit", "none", "oil"], "--line is missing."],
    [["search", "none"], "There is no collection “none”; import one first."],
    [["dance"], "Unknown command “collection dance”."],
    [["import", "/nowhere.csv"], "/nowhere.csv cannot be read: it does not exist."],
    [
      ["import", "a.csv", "--split", "words"],
      "--split must be one of none, lines, paragraphs, pages, slices",
    ],
  ])("say what is wrong with %j", async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).toBeGreaterThan(0);
    expect(err).toContain(message);
  });
});
