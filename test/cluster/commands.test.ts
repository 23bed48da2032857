import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { seededRandom } from "../../core/kernel/seeded-random.ts";
import { openStore } from "../../core/node/commands/local-engine.ts";
import { runProgram } from "../../core/node/commands/run-program.ts";
import { keepReader } from "../../core/node/reader/reader-files.ts";
import { playTerminal } from "../support/play-terminal.ts";
import { makeTestFolder } from "../support/test-host.ts";
import { fitTinyReader, writeSubjectEncoder } from "../support/tiny-reader.ts";

const why = inject("whyNoCluster");
const ROWS = 300;
const WORDS = ["apple", "pear", "banana", "sweet", "fast", "car", "road", "and", "qqq", "the"];
const NAME = "same answers";

let folder: string;

/** Rows of two kinds, which change with the months. */
function csvOf(): string {
  const random = seededRandom(11);
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const isFruit = random() < i / ROWS;
    const text = Array.from({ length: 1 + Math.floor(12 * random()) }, () => {
      const from = isFruit ? 0 : 3;
      return WORDS[from + Math.floor((isFruit ? 5 : 7) * random())];
    });
    const month = String(1 + Math.floor((12 * i) / ROWS)).padStart(2, "0");
    const price = i % 9 === 0 ? "" : (100 * random()).toFixed(2);
    return `row ${i},2024-${month}-0${1 + (i % 9)},${isFruit ? "fruit" : "cars"},${price},"${text.join(" ")}"`;
  });
  return `id,date,kind,price,text\n${lines.join("\n")}\n`;
}

async function run(...args: string[]): Promise<string> {
  const { terminal, out, err } = playTerminal();
  const needsRetinas = !["list", "remove"].includes(args[1] ?? "");
  const retinas = needsRetinas ? ["--retinas", path.join(folder, "retinas")] : [];
  const code = await runProgram([...args, ...retinas], terminal);
  if (code !== 0) throw new Error(err.join("\n"));
  return out.join("\n");
}

/** Everything that an analyst would ask for, in order; files are written beside. */
async function walk(files: string, place: readonly string[]) {
  const ask = async (command: string, ...args: string[]) =>
    JSON.parse(await run("collection", command, ...args, ...place, "--json"));
  const output = (name: string) => path.join(folder, `${files} ${name}`);
  const answers: Record<string, unknown> = {};
  const { added, updated } = await ask("import", path.join(folder, "rows.csv"), "--name", NAME);
  answers.import = { added, updated };
  const asked: Record<string, readonly string[]> = {
    like: ["search", NAME, "--like", "apple", "-n", "100"],
    text: ["search", NAME, "--like", "a fast car, and a sweet pear", "--where", "date>=2024-06-01"],
    words: ["search", NAME, "--words", '"fast car" -road', "-n", "100"],
    sorted: ["search", NAME, "--sort=-price", "-n", "50"],
    sample: ["search", NAME, "--sample", "20", "--seed", "5", "-n", "20"],
    facet: ["facet", NAME, "kind", "--like", "apple", "--least", "0.1"],
    histogram: ["histogram", NAME, "price"],
    timeline: ["timeline", NAME, "date", "--words", "car"],
    heat: [
      "heat",
      NAME,
      "--where",
      "kind=fruit",
      "--over",
      "rest",
      "-o",
      output("heat.svg"),
      "--level",
      "0",
    ],
    picture: ["heat", NAME, "-o", output("heat.png"), "--level", "0"],
    topics: ["topics", NAME, "--level", "0"],
    difference: [
      "difference",
      NAME,
      ...["--a", "date<2024-02-01", "--b", "date>=2024-12-01"],
      ...["-o", output("difference.svg"), "--level", "0"],
    ],
    classify: ["classify", NAME, path.join(folder, "fruit.json")],
    scores: ["histogram", NAME, "score:fruit"],
    scored: ["search", NAME, "--sort=-score:fruit", "-n", "30"],
    export: ["export", NAME, "--where", "kind=fruit", "-o", output("out.csv")],
    copies: ["near-copies", NAME],
  };
  for (const [name, [command = "", ...args]] of Object.entries(asked))
    answers[name] = await ask(command, ...args);
  const written: Record<string, string> = {};
  for (const name of ["heat.svg", "heat.png", "difference.svg", "out.csv"])
    written[name] = (await readFile(output(name))).toString("latin1");
  await run("collection", "remove", NAME, "--yes", ...place);
  // The names of files are the only thing that may differ.
  return JSON.parse(JSON.stringify({ answers, written }).replaceAll(`${files} `, ""));
}

describe.skipIf(why !== "")("the commands of collections on both stores", () => {
  if (why !== "") it(why);
  beforeAll(async () => {
    folder = await makeTestFolder();
    process.env.SEMASCOPE_HOME = folder;
    await writeFile(path.join(folder, "rows.csv"), csvOf());
    const texts = path.join(folder, "fruit.txt");
    await writeFile(texts, "an apple and a pear\na sweet banana and an apple\n");
    const filter = path.join(folder, "fruit.json");
    await run("filter", "create", "fruit", "--positive", texts, "-o", filter);
  });
  afterAll(async () => {
    delete process.env.SEMASCOPE_HOME;
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  it("answer the same, from import to export", async () => {
    const here = await walk("here", ["--folder", path.join(folder, "own")]);
    const there = await walk("there", ["--collections", inject("clusterUrls").join(",")]);
    expect(here.answers.import).toEqual({ added: ROWS, updated: 0 });
    expect(here.answers.like.total).toBeGreaterThan(50);
    expect(here.answers.classify.rows).toBe(ROWS);
    expect(there).toEqual(here);
  });

  it("answer the same of rows that an encoder reads, and read questions by it", async () => {
    const encoder = path.join(folder, "encoder");
    writeSubjectEncoder(encoder);
    const [retina] = (await openStore(path.join(folder, "retinas"))).retinas;
    const home = path.join(folder, "data", "readers");
    await keepReader(home, "mine", await fitTinyReader(encoder, retina!));
    const file = path.join(folder, "encoded.csv");
    await writeFile(file, "id,text\nm,Gitarre\nf,Birne\nc,wheel engine\nl,lion\n");
    const places = [
      ["--folder", path.join(folder, "own")],
      ["--collections", inject("clusterUrls").join(",")],
    ];
    const answers: unknown[] = [];
    for (const place of places) {
      const ask = async (command: string, ...args: string[]) =>
        JSON.parse(await run("collection", command, ...args, ...place, "--json"));
      const { added, withoutKnownWord } = await ask(
        ...(["import", file, "--name", "encoded", "--reader", "mine"] as const),
      );
      const { rows } = await ask("search", "encoded", "--like", "a banana");
      const list = await ask("list", "encoded");
      answers.push({ added, withoutKnownWord, rows });
      expect(JSON.stringify(list)).toContain('"reader":{"name":"mine"');
      await expect(ask("import", file, "--name", "encoded")).rejects.toThrow(
        "“encoded” was read by the reader “mine”",
      );
      await ask("remove", "encoded", "--yes");
    }
    const [here, there] = answers;
    // By words the German row would have no fingerprint.
    expect(here).toMatchObject({ added: 4, withoutKnownWord: 0, rows: [{ id: "f" }, {}, {}, {}] });
    expect(there).toEqual(here);
  });

  it("refuse a folder and a cluster at once", async () => {
    const both = ["--folder", folder, "--collections", inject("clusterUrls").join(",")];
    await expect(run("collection", "list", ...both)).rejects.toThrow("not both");
  });
});
