import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { trainingRequest } from "../../../core/node/training/train-options.ts";
import { progressLines } from "../../../core/node/training/train-progress.ts";
import { openRetina } from "../../../core/retina/open-retina.ts";
import { topicRecords } from "../../support/train-support.ts";

/** The built command: its threads load built files. */
const built = new URL("../../../dist/core/node/training/train-command.js", import.meta.url).href;
const { trainCommand } = (await import(
  built
)) as typeof import("../../../core/node/training/train-command.ts");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "train-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function terminal(interrupt = false) {
  const out: string[] = [];
  const err: string[] = [];
  let stop: () => void = () => {};
  return {
    out,
    err,
    io: {
      print: (text: string) => out.push(text),
      write: (text: string) => {
        err.push(text);
        if (interrupt && text.includes("vectors")) stop();
      },
      isTerminal: false,
      columns: () => 80,
      onInterrupt: (action: () => void) => {
        stop = action;
        return () => {};
      },
    },
  };
}

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
        const { io, out, err } = terminal();
        const file = path.join(folder, `${threads}.retina`);
        const args = [...argsFor(file), "--threads", String(threads), "--json"];
        expect(await trainCommand(args, io)).toBe(0);
        const result = JSON.parse(out.join("")) as { skipped: unknown[] };
        expect(result.skipped).toEqual([expect.objectContaining({ line: 1 })]);
        expect(err.join("")).toMatch(/0% {2}reading\n(.*\n)*.*refinement/);
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
    const { io, err } = terminal(true);
    expect(await trainCommand(argsFor(path.join(folder, "x.retina")), io)).toBe(130);
    expect(err.at(-1)).toBe("Stopped on request.\n");
    expect(readdirSync(folder)).toEqual(["topics.jsonl"]);
  }, 60_000);

  it("explains itself, and refuses what it does not understand", async () => {
    const { io, out, err } = terminal();
    expect(await trainCommand(["--help"], io)).toBe(0);
    expect(out[0]).toContain("Usage: semascope train PATHS... --name NAME");
    expect(await trainCommand(["x", "--nmae", "y"], io)).toBe(2);
    expect(await trainCommand(["x"], io)).toBe(2);
    expect(await trainCommand([path.join(folder, "none"), "--name", "y"], io)).toBe(5);
    expect(err.join("")).toContain("'--nmae'");
    expect(err.join("")).toContain("needs a name");
    expect(err.join("")).toContain("does not exist");
    expect(existsSync("y.retina")).toBe(false);
  });

  it("refuses a place it cannot write to before it reads a text", async () => {
    const { io, err } = terminal();
    const input = corpus();
    for (const [option, file] of [
      ["--out", folder],
      ["--out", path.join(input, "x.retina")],
      ["--vectors", path.join(input, "x.bin")],
    ] as const)
      expect(await trainCommand([input, "--name", "y", option, file], io)).toBe(2);
    const told = err.join("").split("\n");
    expect(told[0]).toContain(`--out ${folder} cannot be written: it is a folder`);
    expect(told[1]).toContain("--out ");
    expect(told[2]).toContain("--vectors ");
    expect(err.join("")).not.toContain("reading");
    expect(existsSync("y.retina")).toBe(false);
  });
});

describe("the options of a training", () => {
  it("have defaults, and carry over what is given", () => {
    const request = trainingRequest(["texts"], {
      name: "notes",
      preset: "synonymous",
      window: 3,
      threads: 2,
    });
    expect(request).toMatchObject({
      out: "notes.retina",
      threads: 2,
      options: { name: "notes", preset: "synonymous", window: 3, seed: 1, terms: 130_000 },
      records: { field: "text", encoding: "utf-8" },
    });
  });

  it("are refused with their name and bounds when they make no sense", () => {
    const refusal = (values: Record<string, string | number>) => () =>
      trainingRequest(["texts"], { name: "notes", ...values });
    expect(refusal({ name: "No Spaces" })).toThrow(/lower case/);
    expect(refusal({ preset: "other" })).toThrow(/associative or synonymous/);
    expect(refusal({ window: 0 })).toThrow(/from 1 to 100/);
    expect(refusal({ terms: "many" })).toThrow(/not “many”/);
    expect(refusal({ colour: "red" })).toThrow(/no option “colour”/);
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
