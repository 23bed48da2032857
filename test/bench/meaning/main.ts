import { parseArgs } from "node:util";
import { listRetinaFiles, loadRetina } from "../../../core/node/retina-files.ts";
import { readingsFolder } from "../../../core/node/teacher/open-teacher.ts";
import type { Retina } from "../../../core/retina/types.ts";
import { createTextEngine } from "../../../core/text/engine.ts";
import { openTagger } from "../../../core/text/tagger.ts";
import type { BenchContext } from "./bench-context.ts";
import { BenchmarkData } from "./benchmark-data.ts";
import { readDense } from "./dense-vectors.ts";
import { measureCategories } from "./measure-categories.ts";
import { measureFilters } from "./measure-filters.ts";
import { measureKeywords } from "./measure-keywords.ts";
import { measureNames } from "./measure-names.ts";
import { measureSenses } from "./measure-senses.ts";
import { measureSentences } from "./measure-sentences.ts";
import { measureSlices } from "./measure-slices.ts";
import { measureWords } from "./measure-words.ts";
import { printMeasures, type RetinaReport } from "./print-measures.ts";
import { readWithTeacher, type TeacherVectors } from "./teacher-vectors.ts";

const HELP = `Measures how well fingerprints agree with what people mean.

  npm run bench:meaning -- [--data DIR] [--retinas DIR] [--dense FILE] [--teacher DIR] [--json]

  --data DIR      folder of the public sets; by default ../shared/benchmarks
  --retinas DIR   folder of the retinas; by default retinas
  --dense FILE    dense vectors to measure beside the fingerprints, in the word2vec text format
  --teacher DIR   sentence encoder to measure beside the fingerprints, as train --teacher takes it
  --json          one JSON object instead of tables
`;
const MISSING = (folder: string) =>
  `There are no sets in ${folder}: put MEN, WordSim-353 and SimLex-999 as words/*.tsv, five sets of SemEval sentence pairs as ` +
  "sentences/*.tsv, BBC news as classify/bbc-news.jsonl, Choi's documents as slices/choi.jsonl and Inspec as keywords/inspec.jsonl " +
  "there (all are public), or name their folder with --data DIR.\n";
const NO_RETINA = (folder: string) =>
  `There is no retina in ${folder}: train one into it with npm run train, or name another folder with --retinas DIR.\n`;

const TASKS = [
  measureWords,
  measureSentences,
  measureCategories,
  measureSlices,
  measureKeywords,
  measureNames,
  measureSenses,
] as const;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/benchmarks" },
    retinas: { type: "string", default: "retinas" },
    dense: { type: "string" },
    teacher: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await run();

async function run(): Promise<void> {
  const data = new BenchmarkData(values.data);
  if (!data.exists()) {
    process.stderr.write(MISSING(values.data));
    process.exitCode = 1;
    return;
  }
  const files = await listRetinaFiles(values.retinas);
  if (files.length === 0) {
    process.stderr.write(NO_RETINA(values.retinas));
    process.exitCode = 1;
    return;
  }
  const teacher =
    values.teacher === undefined
      ? undefined
      : await readWithTeacher(values.teacher, readingsFolder(), data);
  const reports: RetinaReport[] = [];
  for (const file of files) reports.push(await measure(await loadRetina(file), data, teacher));
  process.stdout.write(values.json ? `${JSON.stringify({ reports })}\n` : printMeasures(reports));
}

async function measure(
  retina: Retina,
  data: BenchmarkData,
  teacher?: TeacherVectors,
): Promise<RetinaReport> {
  const context: BenchContext = {
    data,
    retina,
    engine: createTextEngine(retina, { tagger: await openTagger() }),
    ...(values.dense !== undefined && { dense: readDense(values.dense) }),
    ...(teacher !== undefined && { teacher }),
  };
  const measures = TASKS.flatMap((task) => task(context));
  measures.push(...(await measureFilters(context)));
  return { retina: retina.name, terms: retina.termCount, measures };
}
