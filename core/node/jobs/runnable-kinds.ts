import { availableParallelism } from "node:os";
import { ApiError, badCorpus } from "../../errors.ts";
import type { TrainProgress } from "../../train/run/progress.ts";
import {
  choicesIn,
  type ImportRequest,
  type Preparing,
  preparingWords,
} from "../collections/import/import-types.ts";
import { openRemoteCollections, runImport } from "../collections/thread/run-import.ts";
import { readTable } from "../files/read-table.ts";
import { runTraining } from "../training/run-training.ts";
import { trainingChoice } from "../training/train-request.ts";
import { JobFolder } from "./job-folder.ts";
import type { InputOfKind, JobContext, JobKinds } from "./job-kind.ts";
import { jobKinds } from "./kinds.ts";

async function importTexts(
  input: InputOfKind<"import">,
  { collections, rows, signal, progress }: JobContext,
): Promise<void> {
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
}

function requestOf({
  name,
  paths,
  split = "none",
  reader,
  kind: _,
  ...fields
}: InputOfKind<"import">): ImportRequest {
  return { name, paths, split, reader, ...choicesIn(fields) };
}

const MOST_THREADS = 8;

async function train(
  input: InputOfKind<"train">,
  { folder, workFolder, signal, progress, readable, tablesPort }: JobContext,
): Promise<void> {
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
  const onProgress = (at: TrainProgress) => {
    const isKnown = Number.isFinite(at.remainingSeconds);
    progress({ ...at, remainingSeconds: isKnown ? at.remainingSeconds : null });
  };
  const remote = tablesPort && (await openRemoteCollections(tablesPort));
  const { tables = readTable } = remote ?? {};
  await runTraining(request, signal, onProgress, tables).finally(() => remote?.close());
}

/** What is wrong with a path of the corpus is said like everything else about the corpus. */
function asCorpus(cause: unknown): never {
  if (!(cause instanceof ApiError) || cause.code !== "bad-input") throw cause;
  throw badCorpus(cause.message, cause.details);
}

/** Every kind of task, with what runs it. */
export const runnableKinds: JobKinds = {
  ...jobKinds,
  train: { ...jobKinds.train, run: train },
  import: { ...jobKinds.import, run: importTexts },
};
