import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TRAIN_PRESETS, trainOptions } from "../../../../core/api/endpoints/train-options.ts";
import { checkShape } from "../../../../core/api/validate.ts";
import { progressLines } from "../../../../core/node/commands/print.ts";
import { trainingRequest } from "../../../../core/node/training/train-request.ts";
import { openRetina } from "../../../../core/retina/open-retina.ts";
import { PRESETS } from "../../../../core/train/options.ts";
import { playTerminal } from "../../../support/play-terminal.ts";
import { topicRecords } from "../../../support/train-support.ts";

/** The built command: its threads load built files. */
const built = new URL("../../../../dist/core/node/commands/run-program.js", import.meta.url).href;
const { runProgram } = (await import(
  built
)) as typeof import("../../../../core/node/commands/run-program.ts");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "train-"));
});
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 10 }));

const train = (args: readonly string[], { terminal } = playTerminal()) =>
  runProgram(["train", ...args], terminal);

const corpus = () => {
  const lines = topicRecords(300).map((record) => JSON.stringify(record));
  writeFileSync(path.join(folder, "topics.jsonl"), ["{", ...lines].join("\n"));
  return path.join(folder, "topics.jsonl");
};
const argsFor = (out: string) => [
  ...[corpus(), "--name", "topics", "--out", out, "--scratch", folder, "--language", "Nonsense"],
  ...["--dimensions", "16"],
];

describe("the train command", () => {
  it("writes the same retina with any number of threads, and sums up", async () => {
    const files = await Promise.all(
      [1, 2].map(async (threads) => {
        const played = playTerminal();
        const file = path.join(folder, `${threads}.retina`);
        const args = [...argsFor(file), "--threads", String(threads), "--json"];
        expect(await train(args, played)).toBe(0);
        const result = JSON.parse(played.out.join("")) as { skipped: unknown[] };
        expect(result.skipped).toEqual([expect.objectContaining({ line: 1 })]);
        expect(played.drawn.join("")).toMatch(/0% {2}reading\n(.*\n)*.*refinement/);
        return readFileSync(file);
      }),
    );
    expect(files[0]?.equals(files[1] ?? Buffer.alloc(0))).toBe(true);
    const retina = openRetina(new Uint8Array(files[0] ?? Buffer.alloc(0)));
    expect(retina.card).toMatchObject({
      name: "topics",
      counts: { documents: 300, skippedRecords: 1 },
    });
  }, 240_000);

  it("leaves nothing behind when it is interrupted", async () => {
    const played = playTerminal();
    played.interruptAt("vectors");
    expect(await train(argsFor(path.join(folder, "x.retina")), played)).toBe(130);
    expect(played.err).toEqual(["Stopped on request."]);
    expect(readdirSync(folder)).toEqual(["topics.jsonl"]);
  }, 60_000);

  it("explains itself, and refuses what it does not understand", async () => {
    const played = playTerminal();
    expect(await train(["--help"], played)).toBe(0);
    expect(played.out[0]).toContain("Usage: semascope train [PATH]... [options]");
    expect(await train(["x", "--nmae", "y"], played)).toBe(2);
    expect(await train(["x"], played)).toBe(2);
    expect(await train([path.join(folder, "none"), "--name", "y"], played)).toBe(5);
    expect(played.err.join("\n")).toContain("--nmae");
    expect(played.err.join("\n")).toContain("needs a name");
    expect(played.err.join("\n")).toContain("does not exist");
    expect(existsSync("y.retina")).toBe(false);
  });

  it("refuses a place it cannot write to before it reads a text", async () => {
    const played = playTerminal();
    const input = corpus();
    for (const [option, file] of [
      ["--out", folder],
      ["--out", path.join(input, "x.retina")],
      ["--vectors", path.join(input, "x.bin")],
    ] as const)
      expect(await train([input, "--name", "y", option, file], played)).toBe(2);
    const printed = played.err;
    expect(printed[0]).toContain(`--out ${folder} cannot be written: it is a folder`);
    expect(printed[1]).toContain("--out ");
    expect(printed[2]).toContain("--vectors ");
    expect(played.drawn).toEqual([]);
    expect(existsSync("y.retina")).toBe(false);
  });
});

describe("the options of a training", () => {
  it("have defaults, and carry over what is given", () => {
    const options = checkShape(trainOptions, { preset: "synonymous", window: 3 });
    const request = trainingRequest({ name: "notes", paths: ["texts"], options }, { threads: 2 });
    expect(request).toMatchObject({
      out: "notes.retina",
      threads: 2,
      options: { name: "notes", preset: "synonymous", window: 3, seed: 1, terms: 130_000 },
      records: { field: "text", encoding: "utf-8" },
    });
  });

  it("are the same whether the contract or the trainer fills them in", () => {
    const { options, records } = trainingRequest({ name: "notes", paths: [], options: {} });
    const filled = checkShape(trainOptions, {});
    expect({ ...options, ...records }).toMatchObject(filled);
    expect(Object.keys(PRESETS)).toEqual([...TRAIN_PRESETS]);
  });

  it("are refused with their name and bounds when they make no sense", async () => {
    const refusal = async (...args: string[]) => {
      const played = playTerminal();
      expect(await train(["texts", "--name", "notes", ...args], played)).toBe(2);
      return played.err.join("");
    };
    expect(await refusal("--name", "No Spaces")).toContain("lower case");
    expect(await refusal("--preset", "other")).toContain(
      "--preset must be one of associative, synonymous",
    );
    expect(await refusal("--window", "0")).toContain("--window must be at least 1, not 0");
    expect(await refusal("--terms", "many")).toContain(
      "--terms must be a whole number, not “many”",
    );
    expect(await refusal("--min-count", "0")).toContain("--min-count must be at least 1");
    expect(await refusal("--colour", "red")).toContain("--colour");
  });
});

describe("progress", () => {
  const steps = [
    { phase: "reading", fraction: 0, remainingSeconds: Number.NaN },
    { phase: "reading", fraction: 0.01, remainingSeconds: Number.NaN },
    { phase: "map", fraction: 0.5, remainingSeconds: 300 },
  ];
  const shown = (isTerminal: boolean) => {
    const written: string[] = [];
    const lines = progressLines({
      write: (text) => written.push(text),
      isTerminal,
      columns: () => 80,
    });
    for (const step of steps) lines.show(step);
    lines.end();
    return written;
  };

  it("is plain lines where there is no terminal", () => {
    expect(shown(false)).toEqual(["  0%  reading\n", " 50%  map, about 5 min left\n"]);
  });

  it("is one line drawn over on a terminal", () => {
    const written = shown(true);
    expect(written).toHaveLength(4);
    expect(written[2]).toBe(
      `\r\u001b[2K[${"#".repeat(12)}${"-".repeat(12)}]  50%  map, about 5 min left`,
    );
    expect(written[3]).toBe("\r\u001b[2K");
  });
});
