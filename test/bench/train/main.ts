import { execFile } from "node:child_process";
import { createWriteStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { trainOptions } from "../../../core/api/endpoints/train-options.ts";
import { checkShape } from "../../../core/api/validate.ts";
import { startTraining } from "../../../core/node/training/train-job.ts";
import {
  DEFAULT_RECORDS,
  listCorpus,
  readRecords,
  SkipList,
} from "../../../core/node/training/train-records.ts";
import { trainingRequest } from "../../../core/node/training/train-request.ts";

/**
 * How time and memory of a training grow with the text: trains on 1, 4 and 16 times so many words, each in a process
 * of its own. Usage: main.js [--data FOLDER] [--words N] [--threads N] [--preset PRESET]
 */
const GROWTH = [1, 4, 16];

interface Measured {
  readonly words: number;
  readonly terms: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly phases: Readonly<Record<string, number>>;
}

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/corpus" },
    words: { type: "string", default: "6000000" },
    threads: { type: "string", default: "3" },
    preset: { type: "string", default: "associative" },
    child: { type: "string" },
  },
});

if (values.child !== undefined) console.log(JSON.stringify(await trainOn(values.child)));
else if (existsSync(values.data)) await compare();
else console.log(`There is no corpus at ${values.data}; name a folder of texts with --data.`);

async function compare(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "bench-train-"));
  try {
    const rows: Measured[] = [];
    for (const times of GROWTH) rows.push(await measure(folder, Number(values.words) * times));
    print(rows);
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 10 });
  }
}

async function measure(folder: string, words: number): Promise<Measured> {
  const file = path.join(folder, `${words}.jsonl`);
  await writeSample(file, words);
  const own = fileURLToPath(import.meta.url);
  const args = [own, "--child", file, "--threads", values.threads, "--preset", values.preset];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  rmSync(file);
  return JSON.parse(stdout) as Measured;
}

/** The first records of the corpus, until they hold so many words. */
async function writeSample(file: string, words: number): Promise<void> {
  const out = createWriteStream(file);
  let held = 0;
  const source = readRecords(await listCorpus([values.data]), DEFAULT_RECORDS, new SkipList());
  reading: for await (const { records } of source)
    for (const record of records) {
      if (held >= words) break reading;
      held += record.text.split(" ").length;
      out.write(`${JSON.stringify(record)}\n`);
    }
  await new Promise((resolve) => out.end(resolve));
}

async function trainOn(file: string): Promise<Measured> {
  const { threads, preset } = values;
  const request = trainingRequest(
    { name: "bench", paths: [file], options: checkShape(trainOptions, { preset }) },
    { threads: Number(threads), out: `${file}.retina` },
  );
  const begun = performance.now();
  const { card, seconds } = await startTraining(request, () => {}).result;
  const usage = process.resourceUsage();
  return {
    words: card.counts.words,
    terms: card.counts.terms,
    seconds: (performance.now() - begun) / 1000,
    cpuSeconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
    peakMegabytes: usage.maxRSS / 1000,
    phases: seconds,
  };
}

function print(rows: readonly Measured[]): void {
  console.log("M words    terms   wall s    cpu s   peak MB");
  for (const row of rows) {
    const numbers = [row.words / 1e6, row.terms, row.seconds, row.cpuSeconds, row.peakMegabytes];
    console.log(
      numbers.map((value, i) => value.toFixed(i === 0 ? 1 : 0).padStart(i === 0 ? 7 : 9)).join(""),
    );
  }
  const [before, last] = rows.slice(-2);
  if (before === undefined || last === undefined) return;
  const power = (of: (row: Measured) => number) =>
    (Math.log(of(last) / of(before)) / Math.log(last.words / before.words)).toFixed(2);
  const memory = power(({ peakMegabytes }) => peakMegabytes);
  const time = power(({ cpuSeconds }) => cpuSeconds);
  console.log(
    `Between the last two, memory grew with the power ${memory} of the text, time with ${time}.`,
  );
  console.log("Seconds by phase of the last:", last.phases);
}
