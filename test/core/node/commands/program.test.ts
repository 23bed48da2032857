import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { collectionCommands } from "../../../../core/node/commands/collections.ts";
import { type FieldSchema, optionsOf } from "../../../../core/node/commands/command.ts";
import { commands, exitCodes, runProgram } from "../../../../core/node/commands/run-program.ts";
import { playTerminal } from "../../../support/play-terminal.ts";
import { makeTestFolder } from "../../../support/test-host.ts";

let folder: string;
let retinas: string;
beforeAll(async () => {
  folder = await makeTestFolder();
  retinas = path.join(folder, "retinas");
  process.env.SEMASCOPE_HOME = folder;
});
afterAll(async () => {
  delete process.env.SEMASCOPE_HOME;
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Runs a command line as a terminal would. */
async function run(args: readonly string[], input = "") {
  const { terminal, out, err, bytes } = playTerminal(input);
  const code = await runProgram(args, terminal);
  return { code, out: out.join("\n"), err: err.join("\n"), bytes: bytes() };
}

/** The same on the tiny retinas. */
const runTiny = (args: readonly string[], input = "") =>
  run([...args, "--retinas", retinas], input);

describe("the program", () => {
  it("lists every exit code", async () => {
    const { out } = await run(["--help"]);
    const listed = [.../^Exit codes: (.*)$/m.exec(out)![1]!.matchAll(/\d+/g)].map(Number);
    expect(listed).toEqual([...new Set([0, ...Object.values(exitCodes)])]);
  });

  it("lists every command, and those of a group", async () => {
    const { out } = await run(["--help"]);
    for (const { name } of commands) expect(out).toContain(`\n  ${name} `);
    const group = await run(["collection"]);
    for (const { name } of collectionCommands) expect(group.out).toContain(`\n  ${name} `);
    expect((await run(["pack", "--help"])).out).toMatch(/^Usage: semascope pack COMMAND/);
  });

  it("prints the help of a command that follows help", async () => {
    for (const command of [["similar"], ["collection", "import"]]) {
      const help = await run([...command, "--help"]);
      expect(await run(["help", ...command])).toEqual(help);
      expect(help.out).toMatch(new RegExp(`^Usage: semascope ${command.join(" ")} `));
    }
    expect(await run(["collection", "help", "import"])).toEqual(
      await run(["collection", "import", "--help"]),
    );
    expect(await run(["help", "dance"])).toMatchObject({ code: 2 });
  });

  it("says when a text is in another language than the retina that reads it", async () => {
    const german = "Der Hund und die Katze hören abends die Musik aus der Stadt am Fluss.";
    const { err } = await runTiny(["keywords", "-"], german);
    expect(err).toContain("Of 1 texts 1 in German, read as English: --language auto");
    expect((await runTiny(["fingerprint", "-"], "a sweet apple and a banana")).err).not.toContain(
      "language",
    );
  });

  it("says what it does not know", async () => {
    expect(await run(["dance"])).toMatchObject({ code: 2, err: expect.stringContaining("dance") });
    const { code } = JSON.parse((await run(["dance", "--json"])).err);
    expect(code).toBe("bad-input");
    expect(await run(["similar", "--wild"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--wild"),
    });
  });

  it.each([
    [
      ["similar", "apple", "pear"],
      "“pear” is one too many; put quotes round what belongs together.",
    ],
    [["serve", "now"], "“now” is one too many"],
    [["similar"], "WHAT is missing: semascope similar WHAT."],
    [["similar", "apple", "--limit", "0"], "--limit must be at least 1, not 0."],
    [["similar", "apple", "-n", "-3"], "--limit must be at least 1, not -3."],
    [
      ["similar", "apple", "--pos", "-a-"],
      "--pos needs a value; one that begins with “-” is written --pos=-VALUE.",
    ],
    [
      ["similar", "apple", "--pos", "wrong"],
      "--pos must be one of NOUN, VERB, ADJECTIVE, not “wrong”.",
    ],
    [["image", "apple", "--scalar", "65", "-o", "a.png"], "--scalar must be at most 64, not 65."],
    [["image", "apple", "-o", "a.gif"], "-o takes a file that ends in .png or .svg, not “a.gif”."],
    [["serve", "--port", "99999"], "--port must be at most 65535, not 99999."],
    [["serve", "--threads", "65"], "--threads must be at most 64, not 65."],
    [["filter", "learn"], "Unknown command “filter learn”. semascope filter --help lists them."],
    [["retinas", "instal"], "Unknown command “retinas instal”. Did you mean “install”?"],
    [["similr", "apple"], "Unknown command “similr”. Did you mean “similar”?"],
    [["train", "--nmae", "x"], "Unknown option --nmae. Did you mean “--name”?"],
    [["similar", "apple", "--limit", "many"], "--limit must be a whole number, not “many”."],
    [["similar", "apple", "--json=no"], "--json is a switch and takes no value."],
    [["compare", "an apple", "pear"], 'A text is written text:"…", or as @FILE.'],
    [["keywords", "/nowhere/a.txt"], "There is no file /nowhere/a.txt."],
    [["keywords", tmpdir()], `${tmpdir()} cannot be read: it is a folder, not a file.`],
    [
      ["image", "apple", "-o", "/nowhere/a.png"],
      "/nowhere cannot be written to: there is no such folder.",
    ],
  ])("says what is wrong with %j", async (args, message) => {
    const { code, out, err } = await runTiny(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });

  it("says which file of its own cannot be used, and why", async () => {
    const file = path.join(folder, "a-file");
    await writeFile(file, "");
    process.env.SEMASCOPE_HOME = file;
    const { code, err } = await runTiny(["similar", "apple"]);
    process.env.SEMASCOPE_HOME = folder;
    expect(code).toBe(2);
    expect(err).toMatch(
      /^\S+a-file\S* cannot be used: a part of its path is a file, not a folder\.$/,
    );
  });

  it("says why the only retina of a folder is none", async () => {
    const damaged = path.join(folder, "damaged");
    await mkdir(damaged, { recursive: true });
    await writeFile(path.join(damaged, "x.retina"), "junk");
    const similar = await run(["similar", "apple", "--retinas", damaged]);
    expect(similar).toMatchObject({ code: 5, err: expect.stringContaining("x.retina") });
    const verify = await run(["retinas", "verify", "x.retina", "--retinas", damaged]);
    expect(verify.code).toBe(5);
  });

  it("refuses a training without a name like any other mistake", async () => {
    expect(await run(["train", "x"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("A retina needs a name"),
    });
  });

  it("ends with the number of the failure", async () => {
    expect((await runTiny(["similar", "zzz"])).code).toBe(exitCodes["unknown-term"]);
    expect((await runTiny(["similar", "apple", "--retina", "nope"])).code).toBe(3);
    expect((await runTiny(["similar", 'text:"zzqx"'])).code).toBe(4);
    expect((await runTiny(["similar", "apple -"])).code).toBe(2);
    expect((await run(["retinas", "list", "--retinas", "/nowhere"])).code).toBe(2);
    const failed = await runTiny(["similar", "zzz", "--json"]);
    expect(JSON.parse(failed.err)).toMatchObject({ code: "unknown-term" });
  });
});

const all = [...commands, ...collectionCommands];
const nameOf = ({ name }: (typeof all)[number]) => name.split(" ");

describe.each(all.map((row) => [row.name, row] as const))("%s", (_, row) => {
  it("explains itself with an example", async () => {
    const { code, out } = await run([...nameOf(row), "--help"]);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: semascope ${row.name} .*\\[options\\]\n\n\\S`));
    expect(out).toMatch(/\nExamples:\n {2}\S/);
  });

  it("has an option with a description for each field, and refuses values of another kind", async () => {
    const { out } = await run([...nameOf(row), "--help"]);
    const options = Object.values(optionsOf(row)) as FieldSchema[];
    const listed = out
      .split("\n")
      .flatMap((line) => /^ {2}(?:-\w, | {4})--(\S+).* {2}\S/.exec(line)?.[1] ?? []);
    expect(listed).toHaveLength(options.length);
    expect(new Set(listed).size).toBe(listed.length);
    const operands = (row.operands ?? "").match(/[A-Z]+/g) ?? [];
    for (const [i, { type }] of options.entries()) {
      const wrong = type === "boolean" ? `--${listed[i]}=no` : `--${listed[i]}`;
      const refused = await run([...nameOf(row), ...operands, wrong]);
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(`--${listed[i]} `)]);
    }
  });

  it("refuses an option that does not exist, and names the nearest", async () => {
    expect(await run([...nameOf(row), "--jsno", "x"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Unknown option --jsno. Did you mean “--json”?"),
    });
  });

  it("refuses an operand too few or too many", async () => {
    const operands = (row.operands ?? "").match(/[A-Z]+/g) ?? [];
    if (/^[A-Z]/.test(row.operands ?? ""))
      expect(await run(nameOf(row))).toMatchObject({
        code: 2,
        err: expect.stringContaining(`${operands[0]} is missing: semascope ${row.name}`),
      });
    if (!row.operands?.includes("..."))
      expect(await run([...nameOf(row), ...operands, "surplus"])).toMatchObject({
        code: 2,
        err: expect.stringContaining("“surplus” is one too many"),
      });
  });
});

describe("commands", () => {
  it("find similar terms of a term, a text, an expression and standard input", async () => {
    expect((await runTiny(["similar", "apple", "-n", "2"])).out).toMatch(
      /^score +term .*\n +328 {2}apple +NOUN\n/,
    );
    for (const what of ['text:"wild jaguar"', "jaguar - car", "-"]) {
      const { code, out } = await runTiny(["similar", what, "--json"], "a lion and a cat");
      expect(code).toBe(0);
      expect(JSON.parse(out)).toHaveLength(10);
    }
    const verbs = JSON.parse((await runTiny(["similar", "play", "--pos", "VERB", "--json"])).out);
    expect(verbs.every((row: { pos_types: string[] }) => row.pos_types.includes("VERB"))).toBe(
      true,
    );
  });

  it("compare two operands", async () => {
    const { out } = await runTiny(["compare", "apple", "apple - computer", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ sizeLeft: 328, overlappingRightLeft: 1 });
    expect((await runTiny(["compare", "apple"])).code).toBe(2);
  });

  it("print fingerprints", async () => {
    const { out, err } = await runTiny(["fingerprint", "apple"]);
    expect(out.split(" ")).toHaveLength(328);
    expect(err).toBe("");
    const { positions } = JSON.parse((await runTiny(["fingerprint", "[3,1,2]", "--json"])).out);
    expect(positions).toEqual([1, 2, 3]);
  });

  it("read a text from a file", async () => {
    const file = path.join(folder, "text.txt");
    await writeFile(file, "The wild jaguar and the lion. The river bank by the lake.");
    expect((await runTiny(["keywords", file])).out.split("\n").length).toBeGreaterThan(0);
    expect((await runTiny(["fingerprint", `@${file}`])).code).toBe(0);
    expect(await runTiny(["keywords", `${file}.not`])).toMatchObject({
      code: 2,
      err: `There is no file ${file}.not.`,
    });
  });

  it("draw into files", async () => {
    const png = path.join(folder, "a.png");
    const svg = path.join(folder, "a.svg");
    expect((await runTiny(["image", "apple", "-o", png, "--scalar", "3"])).code).toBe(0);
    expect(PNG.sync.read(await readFile(png)).width).toBe(386);
    expect((await runTiny(["image", "apple & fruit", "-o", svg])).code).toBe(0);
    expect(await readFile(svg, "utf8")).toContain("<svg ");
    const before = await readFile(png);
    expect(await runTiny(["image", "pear", "-o", png])).toMatchObject({
      code: 6,
      err: `${png} is there already; replace it with --force, or name another file.`,
    });
    expect(await readFile(png)).toEqual(before);
    expect((await runTiny(["image", "pear", "-o", png, "--force"])).code).toBe(0);
    expect(await readFile(png)).not.toEqual(before);
    const piped = await runTiny(["image", "apple & fruit", "-o", "-", "--format", "svg"]);
    expect([piped.code, piped.out]).toEqual([0, ""]);
    expect(piped.bytes.toString()).toBe(await readFile(svg, "utf8"));
    expect(PNG.sync.read((await runTiny(["image", "apple", "-o", "-"])).bytes).width).toBe(258);
    for (const format of [
      ["-o", "-", "--format", "gif"],
      ["-o", svg, "--format", "svg"],
    ])
      expect((await runTiny(["image", "apple", ...format])).code).toBe(2);
    const missing = path.join(folder, "not there", "a.png");
    for (const args of [["apple"], ["apple", "-o", "a.gif"], ["apple", "-o", missing]])
      expect((await runTiny(["image", ...args])).code).toBe(2);
  });

  it("make a filter and apply it", async () => {
    const [positive, negative, filter] = ["p.txt", "n.txt", "f.json"].map((name) =>
      path.join(folder, name),
    ) as [string, string, string];
    await writeFile(positive, "sweet apple\nbanana and pear\nfruit tree\n\n");
    await writeFile(negative, "fast car\nplay music\n");
    const files = ["--positive", positive, "--negative", negative, "-o", filter];
    const made = await runTiny(["filter", "create", "fruit", ...files]);
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^threshold +0\.\d+$/m) });
    const among = path.join(folder, "among.txt");
    await writeFile(among, "banana of the morning\nwheel and engine\nmusic to play\n".repeat(16));
    const others = ["--among", among, "--share", "0.3", "-o", `${filter}.among.json`];
    const create = ["filter", "create", "fruit", "--positive", positive, "--negative", negative];
    const learned = JSON.parse((await runTiny([...create, ...others, "--json"])).out);
    expect(learned.predicted.background).toEqual({ texts: 24, learned: 24 });
    expect(learned.predicted).toMatchObject({ share: 0.3, shareFrom: "given" });
    expect(await runTiny([...create, ...others, "--share", "30"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--share must be at most 1, not 30."),
    });
    await writeFile(negative, "sweet apple\nfast car\nfast car\nzzqx vvkw\n");
    const doubted = await runTiny([...create, "--among", among, "-o", `${filter}.doubt.json`]);
    expect(doubted.err).toContain("The file of --among has too few different texts: 3.");
    for (const [side, line, said] of [
      ["positive", 1, "Also on the other side, or nearly. Fewer than four words. +sweet apple"],
      ["negative", 3, "Given twice. Fewer than four words. +fast car"],
      ["negative", 4, "None of its words is known. +zzqx vvkw"],
    ])
      expect(doubted.out).toMatch(new RegExp(`^${side} +${line} +${said}$`, "m"));
    const applied = await runTiny(
      ["filter", "apply", filter, "-", "--json"],
      "sweet pear\nfast wheel\nzzqx\n",
    );
    const rows: { belongs: boolean }[] = JSON.parse(applied.out);
    expect(rows.map(({ belongs }) => belongs)).toEqual([true, false, false]);
    expect((await runTiny(["filter", "apply", positive])).code).toBe(2);
    const news = path.join(folder, "news.csv");
    const judged = path.join(folder, "judged.csv");
    await writeFile(news, 'id,body\r\n7,"=sweet pear, cut"\r\n8,\r\n9,zzqx\r\n');
    const apply = ["filter", "apply", filter, news];
    const ended = await runTiny([...apply, "--text", "body", "-o", judged]);
    expect(ended).toMatchObject({ code: 0, out: expect.stringMatching(/^texts +2\nmatches +1$/m) });
    const table = parse(await readFile(judged, "utf8"), { columns: true }) as object[];
    expect(table).toEqual([
      expect.objectContaining({
        ...{ id: "7", body: "'=sweet pear, cut", line: "2", belongs: "true" },
        score: expect.stringMatching(/^0\.\d+$/),
      }),
      expect.objectContaining({ id: "9", line: "4", belongs: "false", score: "" }),
    ]);
    for (const [code, ...wrong] of [
      [exitCodes["unknown-column"], "--text", "title"],
      [2, "-o", "judged.png"],
      [2, "-o", path.join(folder, "no", "a.csv")],
    ] as const)
      expect((await runTiny([...apply, ...wrong])).code).toBe(code);
    const other = ["--retina", "en_synonymous"];
    expect((await runTiny(["filter", "apply", filter, positive, ...other])).code).toBe(2);
  });

  it("draft the names of a map's regions, and check what was made of them", async () => {
    const draft = await runTiny(["atlas", "draft", "en_associative"]);
    const file = path.join(retinas, "en_associative.names.tsv");
    expect(draft).toMatchObject({
      code: 0,
      err: `The names are used when they are stored as ${file}.`,
    });
    const options = { delimiter: "\t", from_line: 5, columns: true } as const;
    const rows = parse<Record<string, string>>(draft.out, options);
    expect(rows.filter(({ level }) => level === "3")).toHaveLength(160);

    const check = () => runTiny(["atlas", "check", "en_associative"]);
    expect(await check()).toMatchObject({ code: exitCodes["not-found"] });
    let count = 0;
    const named = draft.out
      .replace(
        /\n(\d\t\d+)\t[^\t]*\t\t/g,
        (_, place) => `\n${place}\tPlace ${count++}\tdescription\t`,
      )
      .replace("spelling\t", `spelling\tPlace ${[...rows.keys()].join(" ")}`);
    await writeFile(file, named);
    onTestFinished(() => rm(file));
    expect(await check()).toMatchObject({
      code: 0,
      out: `regions   ${rows.length}\nproblems  none`,
      err: "",
    });
    await writeFile(file, named.replace("\tPlace 7\t", "\tPlace 8\t"));
    const twins = await check();
    expect(twins.out).toContain("Line 14: line 13 is called “Place 8” too.");
    expect(twins).toMatchObject({
      code: exitCodes["bad-retina-file"],
      err: expect.stringContaining(`Look at ${file} again`),
    });
    await writeFile(file, named.replace(/\n3\t/, "\n5\t"));
    expect(await check()).toMatchObject({
      code: exitCodes["bad-retina-file"],
      err: expect.stringContaining(
        `${file} is not used: in line 8 the level is a number from 1 to 3`,
      ),
    });
    expect((await runTiny(["atlas", "draft", "en_associative"])).err).toContain("is not used");
    expect(await runTiny(["atlas", "dance", "en_associative"])).toMatchObject({ code: 2 });
    expect(await runTiny(["atlas", "draft"])).toMatchObject({ code: 2 });
    expect(await runTiny(["atlas", "draft", "none"])).toMatchObject({
      code: exitCodes["unknown-retina"],
    });
  });

  it("list, check, install and remove retinas", async () => {
    expect((await runTiny(["retinas", "list"])).out).toMatch(/^en_associative +yes +52 /m);
    expect((await runTiny(["retinas", "verify", "en_synonymous"])).out).toMatch(/^intact +yes$/m);
    const file = path.join(retinas, "en_associative.retina");
    expect((await runTiny(["retinas", "install", file])).code).toBe(exitCodes.conflict);
    expect((await runTiny(["retinas", "remove", "en_associative"])).code).toBe(exitCodes.forbidden);
    const empty = await mkdtemp(path.join(tmpdir(), "retinas-"));
    const alone = (args: string[]) => run(["retinas", ...args, "--retinas", empty]);
    expect((await alone(["install", file])).out).toMatch(/^name +en_associative\nterms +52$/);
    expect((await alone(["install", file, "--replace"])).code).toBe(0);
    expect((await alone(["remove", "en_associative"])).out).toBe("removed  en_associative");
    await writeFile(path.join(empty, "bad.retina"), "junk");
    const refused = await alone(["install", path.join(empty, "bad.retina")]);
    expect(refused.code).toBe(exitCodes["bad-retina-file"]);
    expect(refused.err).toContain("The retina file bad.retina is not a retina");
    expect((await alone(["list"])).out).toMatch(/^bad.retina .*is not a retina/m);
    await rm(empty, { recursive: true, force: true, maxRetries: 10 });
  });
});
