import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runProgram } from "../../../../core/node/commands/run-program.ts";
import { playTerminal } from "../../../support/play-terminal.ts";
import { makeTestFolder } from "../../../support/test-host.ts";

let home: string;
let files: string;
beforeAll(async () => {
  home = await makeTestFolder();
  files = await mkdtemp(path.join(tmpdir(), "hostile-tables-"));
  process.env.SEMASCOPE_HOME = home;
});
afterAll(async () => {
  delete process.env.SEMASCOPE_HOME;
  for (const folder of [home, files])
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

const DEPTH = 50_000;
const lists = "[".repeat(DEPTH) + "]".repeat(DEPTH);
const objects = `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`;
const first = '{"id":1,"text":"an apple and a pear","more":1}';

it.each([
  ["lists.jsonl", `${first}\n{"id":2,"text":"a fast car","more":${lists}}\n`],
  ["objects.jsonl", `${first}\n{"id":2,"text":"a fast car","more":${objects}}\n`],
  ["text.jsonl", `${first}\n{"id":2,"text":${lists}}\n`],
  ["list.json", `[${first},{"id":2,"text":"a fast car","more":${lists}}]`],
  ["short.parquet", "PAR1"],
  ["footer.parquet", `PAR1${"x".repeat(500)}PAR1`],
  ["text.parquet", "id,text\n1,an apple\n".repeat(20)],
])(
  "%s is refused in a sentence, without a stack or the query of the database",
  async (name, text) => {
    const file = path.join(files, name);
    await writeFile(file, text);
    const { terminal, out, err } = playTerminal();
    const args = ["import", file, "--name", "hostile", "--retinas", path.join(home, "retinas")];
    const code = await runProgram(["collection", ...args], terminal);
    const said = err.join("\n");
    expect({ code, out, said }).toEqual({
      code: 2,
      out: [],
      said: expect.stringMatching(/^\S.+\.$/),
    });
    expect(said).not.toMatch(/SELECT|DESCRIBE|LINE 1|RangeError|Error:/);
  },
);
