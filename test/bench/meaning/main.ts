import { parseArgs } from "node:util";
import { listRetinaFiles, loadRetina } from "../../../core/node/opening/retina-files.ts";
import { readingsFolder } from "../../../core/node/teacher/open-teacher.ts";
import type { Retina } from "../../../core/retina/types.ts";
import { createTextEngine } from "../../../core/text/engine.ts";
import { openTagger } from "../../../core/text/tagger.ts";
import type { BenchContext } from "./bench-context.ts";
import { BenchmarkData, SENTENCE_SETS } from "./benchmark-data.ts";
import { readDense } from "./dense-vectors.ts";
import { type EncoderEngines, openEncoderEngines } from "./encoder-engine.ts";
import { measureCategories } from "./measure-categories.ts";
import { DRAWS, FILTER_SETS, type FilterFigures, measureFilters } from "./measure-filters.ts";
import { measureKeywords } from "./measure-keywords.ts";
import { measureArea, measureLetters } from "./measure-map.ts";
import { measureNames } from "./measure-names.ts";
import { measureSenses } from "./measure-senses.ts";
import { measureSentences } from "./measure-sentences.ts";
import { measureSlices } from "./measure-slices.ts";
import { measureUse } from "./measure-use.ts";
import { measureWires } from "./measure-wires.ts";
import { measureWords } from "./measure-words.ts";
import { measureWordsInContext } from "./measure-words-in-context.ts";
import type { Measure } from "./measures.ts";
import { printFilters } from "./print-filters.ts";
import { printMeasures } from "./print-measures.ts";
import { readWithTeacher, type TeacherVectors } from "./teacher-vectors.ts";

const TASKS: Readonly<Record<string, (context: BenchContext) => Measure[] | Promise<Measure[]>>> = {
  words: measureWords,
  sentences: measureSentences,
  categories: measureCategories,
  slices: measureSlices,
  keywords: measureKeywords,
  names: measureNames,
  senses: measureSenses,
  wires: measureWires,
  use: measureUse,
  letters: measureLetters,
  area: measureArea,
  "words-in-context": measureWordsInContext,
};
/** A table of its own. */
const FILTERS = "filters";
const PARTS = [...Object.keys(TASKS), FILTERS];

const HELP = `Measures how well fingerprints agree with what people mean.

  npm run bench:meaning -- [--data DIR] [--retinas DIR] [--dense FILE] [--teacher DIR] [--reader NAME] [--only PART] [--draws N]
                           [--set NAME] [--json]

  --data DIR      folder of the public sets; by default ../shared/benchmarks
  --retinas DIR   folder of the retinas; by default retinas
  --dense FILE    dense vectors to measure beside the fingerprints, in the word2vec text format
  --teacher DIR   sentence encoder to measure beside the fingerprints, as train --teacher takes it
  --reader NAME   reader by whose encoder the sentences are read, too (semascope reader fit)
  --only PART     ${PARTS.join(", ")}; all without it
  --draws N       filters of each size; by default ${DRAWS}
  --set NAME      filters on this set only, so that two processors can share the work: ${FILTER_SETS.join(", ")}
  --json          one JSON object instead of tables
`;
const MISSING = (folder: string) =>
  `There are no sets in ${folder}: put MEN, WordSim-353 and SimLex-999 as words/*.tsv, five sets of SemEval sentence pairs as ` +
  "sentences/*.tsv, BBC news as classify/bbc-news.jsonl, Choi's documents as slices/choi.jsonl and Inspec as keywords/inspec.jsonl " +
  "there (all are public), or name their folder with --data DIR.\n";
const NO_RETINA = (folder: string) =>
  `There is no retina in ${folder}: train one into it with npm run train, or name another folder with --retinas DIR.\n`;

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/benchmarks" },
    retinas: { type: "string", default: "retinas" },
    dense: { type: "string" },
    teacher: { type: "string" },
    reader: { type: "string" },
    only: { type: "string" },
    draws: { type: "string", default: String(DRAWS) },
    set: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else if (values.only !== undefined && !PARTS.includes(values.only)) {
  process.stderr.write(
    `--only ${values.only}: there is no such part; name one of ${PARTS.join(", ")}.\n`,
  );
  process.exitCode = 1;
} else if (values.set !== undefined && !FILTER_SETS.some((set) => set === values.set)) {
  process.stderr.write(
    `--set ${values.set}: there is no such set; name one of ${FILTER_SETS.join(", ")}.\n`,
  );
  process.exitCode = 1;
} else await run();

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
      : await readWithTeacher(values.teacher, readingsFolder(), { data, isWanted });
  const encoder = values.reader === undefined ? undefined : await openEncoderEngines(values.reader);
  const reports: Report[] = [];
  for (const file of files)
    reports.push(await measure(await loadRetina(file), data, { teacher, encoder }));
  await encoder?.close();
  process.stdout.write(values.json ? `${JSON.stringify({ reports })}\n` : print(reports));
}

function isWanted(part: string): boolean {
  return values.only === undefined || values.only === part;
}

interface Report {
  readonly retina: string;
  readonly terms: number;
  readonly measures: readonly Measure[];
  readonly filters: readonly FilterFigures[];
}

/** Encoders to measure beside the fingerprints. */
interface Encoders {
  readonly teacher: TeacherVectors | undefined;
  readonly encoder: EncoderEngines | undefined;
}

function sentencesOf(data: BenchmarkData): string[] {
  const pairs = SENTENCE_SETS.flatMap((set) => data.pairs(`sentences/${set}.tsv`) ?? []);
  return pairs.flatMap(({ left, right }) => [left, right]);
}

async function measure(
  retina: Retina,
  data: BenchmarkData,
  { teacher, encoder }: Encoders,
): Promise<Report> {
  const engine = createTextEngine(retina, { tagger: await openTagger() });
  const context: BenchContext = {
    data,
    retina,
    engine,
    ...(values.dense !== undefined && { dense: readDense(values.dense) }),
    ...(teacher !== undefined && { teacher }),
    ...(encoder?.map === retina.checksum && {
      byEncoder: await encoder.engineFor(engine, sentencesOf(data)),
    }),
  };
  const measures: Measure[] = [];
  for (const [part, task] of Object.entries(TASKS))
    if (isWanted(part)) measures.push(...(await task(context)));
  const filters = isWanted(FILTERS)
    ? await measureFilters(context, Math.max(1, Number(values.draws)), values.set)
    : [];
  return { retina: retina.name, terms: retina.termCount, measures, filters };
}

function print(reports: readonly Report[]): string {
  return reports
    .map((report) => {
      const filters = report.filters.length > 0 ? [printFilters(report.filters)] : [];
      const measures = report.measures.length > 0 ? [printMeasures(report.measures)] : [];
      const title = `## ${report.retina}, ${report.terms.toLocaleString("en")} terms`;
      return `${[title, ...measures, ...filters].join("\n\n")}\n`;
    })
    .join("\n");
}
