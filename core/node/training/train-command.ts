import { parseArgs } from "node:util";
import { badInput } from "../../errors.ts";
import type { TrainProgress } from "../../train/run/progress.ts";
import { tellFailure } from "../commands/tell-failure.ts";
import type { TrainingResult } from "./run-training.ts";
import { startTraining } from "./train-job.ts";
import { TRAIN_OPTIONS, type TrainOptionValues, trainingRequest } from "./train-options.ts";
import { type ProgressOutput, progressLines } from "./train-progress.ts";

/** Where the command writes to, and what stops it. */
export interface TrainIo extends ProgressOutput {
  readonly print: (text: string) => void;
  readonly onInterrupt: (stop: () => void) => () => void;
}

const processIo: TrainIo = {
  print: (text) => process.stdout.write(`${text}\n`),
  write: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  columns: () => process.stderr.columns ?? 80,
  onInterrupt: (stop) => {
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
    return () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    };
  },
};

/** `semascope train`: trains, reports progress, and sums up. @returns the exit code */
export async function trainCommand(args: readonly string[], io: TrainIo = processIo) {
  const wantsJson = args.includes("--json");
  try {
    const { paths, values } = readArguments(args);
    if (values.help === true) {
      io.print(trainHelp());
      return 0;
    }
    const result = await train(paths, values, io);
    io.print(wantsJson ? JSON.stringify(result) : summary(result));
    return 0;
  } catch (cause) {
    return tellFailure(cause, { wantsJson, warn: (line) => io.write(`${line}\n`) });
  }
}

function readArguments(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    ...Object.fromEntries(Object.keys(TRAIN_OPTIONS).map((name) => [name, text])),
    help: { type: "boolean", short: "h" },
    json: { type: "boolean" },
  } as const;
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    return { paths: parsed.positionals, values: { ...parsed.values } };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split(". ")[0] : "";
    throw badInput("arguments", `${reason}. semascope train --help lists the options.`);
  }
}

async function train(
  paths: readonly string[],
  { help: _help, json: _json, ...values }: Record<string, string | boolean | undefined>,
  io: TrainIo,
): Promise<TrainingResult> {
  const request = trainingRequest(paths, values satisfies TrainOptionValues);
  const progress = progressLines(io);
  const job = startTraining(request, (at: TrainProgress) => progress.show(at));
  const release = io.onInterrupt(() => job.cancel());
  try {
    return await job.result;
  } finally {
    release();
    progress.end();
  }
}

function summary({ out, bytes, card, skipped, seconds }: TrainingResult): string {
  const { counts, quality } = card;
  const megabytes = (bytes / 1e6).toFixed(1);
  const rows = Object.entries(seconds).map(
    ([phase, spent]) => `  ${phase.padEnd(16)}${spent.toFixed(1).padStart(8)} s`,
  );
  return [
    `${out}: ${counts.terms} terms (${counts.phrases} of them phrases), ${megabytes} MB`,
    `from ${counts.words} words in ${counts.documents} documents; ${counts.skippedRecords} records skipped`,
    ...skipped.map(({ file, line, reason }) => `  ${file}:${line}: ${reason}`),
    ...Object.entries(quality).map(([name, value]) => `${name} ${value}`),
    "Time by phase:",
    ...rows,
  ].join("\n");
}

function trainHelp(): string {
  const rows = Object.entries(TRAIN_OPTIONS).map(
    ([name, { value, help }]) => `  ${`--${name} ${value}`.padEnd(22)}${help}`,
  );
  return [
    "Usage: semascope train PATHS... --name NAME [options]",
    "       semascope train --vectors-from FILE --name NAME [options]",
    "",
    "Trains a retina from files or folders of .txt, .md, .csv and .jsonl texts, plain or .gz.",
    "The same texts, options and seed give the same file.",
    "",
    "Options:",
    ...rows,
    "  --json                print one JSON object at the end",
    "",
    "Example: semascope train notes/ --name notes --preset synonymous --out notes.retina",
  ].join("\n");
}
