import { availableParallelism } from "node:os";
import { compareItems, countPairs } from "../../analysis/compare-items.ts";
import { checkCollectionName } from "../../collection/port/check-head.ts";
import { ApiError, badCorpus, forbidden } from "../../errors.ts";
import {
  type ImportRequest,
  type Preparing,
  preparingWords,
} from "../collections/import/import-types.ts";
import { runImport } from "../collections/thread/run-import.ts";
import { runTraining } from "../training/run-training.ts";
import { trainingChoice } from "../training/train-request.ts";
import { JobFolder } from "./job-folder.ts";
import type { InputOfKind, JobContext, JobKind, JobKinds } from "./job-kind.ts";

/** 60 texts take 310 ms of processor time on a thread that has read a text before, and 1,540 on a thread of their own. */
const MOST_ITEMS = 200;
const MOST_PAIRS = 20_000;

/** Metrics of pairs of items: one row per pair. */
const compareBulk: JobKind<"compareBulk"> = {
  needsRetina: true,
  resumes: false,
  isQuick: ({ items, pairs }) =>
    items.length <= MOST_ITEMS && countPairs(items.length, pairs) <= MOST_PAIRS,
  check: ({ items, pairs }) => void countPairs(items.length, pairs),
  run: async (input, context) => {
    const rows = compareItems(await context.model(), input, context.signal);
    await writeRows(rows, countPairs(input.items.length, input.pairs), context);
  },
};

/** Files into a collection: one row, the report. Goes on where it was after a crash. */
const importTexts: JobKind<"import"> = {
  needsRetina: true,
  // A training takes hours; nobody waits so long for their texts.
  lane: "imports",
  resumes: true,
  check: ({ name }) => void checkCollectionName(name),
  run: async (input, { collections, rows, signal, progress }) => {
    let at = { rows: 0, done: 0 };
    let preparing: Preparing | undefined;
    const tell = () => {
      const phase = preparing ? preparingWords(preparing) : `${at.rows} rows`;
      progress({ phase, fraction: at.done, counted: at.rows });
    };
    const report = await runImport(requestOf(input), collections(), {
      signal,
      onProgress: (reached) => {
        at = reached;
        tell();
      },
      onPreparing: (now) => {
        preparing = now;
        tell();
      },
    });
    await rows.add(report);
  },
};

function requestOf({
  name,
  paths,
  split = "none",
  ...input
}: InputOfKind<"import">): ImportRequest {
  const { text, id, title, date, category, truth, language, kinds, reader } = input;
  const chosen = { text, id, title, date, category, truth, language, kinds };
  const given = Object.entries(chosen).filter(([, column]) => column !== undefined);
  return { name, paths, split, reader, chosen: Object.fromEntries(given) };
}

const MOST_THREADS = 8;

/** A retina from a person's own texts: a file in the task's folder. */
const train: JobKind<"train"> = {
  needsRetina: false,
  resumes: false,
  check: (input, { mayReadFiles }) => {
    if (!mayReadFiles)
      throw forbidden("Training reads files, so a service that asks for no key does not offer it.");
    trainingChoice(input.name, input.options ?? {});
  },
  run: async (input, { folder, workFolder, signal, progress, readable }) => {
    const threads = Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1));
    const out = new JobFolder(folder).trainedFile;
    const { teachers, ...choice } = trainingChoice(input.name, input.options ?? {});
    const request = {
      ...choice,
      paths: await Promise.all(input.paths.map((named) => readable(named).catch(asCorpus))),
      teachers: await Promise.all(
        teachers.map(async (teacher) => ({ ...teacher, folder: await readable(teacher.folder) })),
      ),
      threads,
      out,
      scratch: workFolder,
    };
    await runTraining(request, signal, (at) => {
      const isKnown = Number.isFinite(at.remainingSeconds);
      progress({ ...at, remainingSeconds: isKnown ? at.remainingSeconds : null });
    });
  },
};

/** What is wrong with a path of the corpus is said like everything else about the corpus. */
function asCorpus(cause: unknown): never {
  if (!(cause instanceof ApiError) || cause.code !== "bad-input") throw cause;
  throw badCorpus(cause.message, cause.details);
}

/** Writes rows as they become known and tells how many of `total` there are. */
async function writeRows(
  found: Iterable<unknown>,
  total: number,
  { rows, progress }: Pick<JobContext, "rows" | "progress">,
): Promise<void> {
  const report = () => {
    const fraction = total === 0 ? 0 : rows.count / total;
    progress({ phase: `${rows.count} of ${total} rows`, fraction });
  };
  for (const row of found) {
    const written = rows.add(row);
    if (written !== undefined) await written;
    report();
  }
}

/** Every kind of task. */
export const jobKinds: JobKinds = { compareBulk, train, import: importTexts };
