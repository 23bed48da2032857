import { availableParallelism } from "node:os";
import type { MessagePort } from "node:worker_threads";
import { ApiError, badCorpus, throwIfCancelled } from "../../errors.ts";
import type { TrainProgress } from "../../train/run/progress.ts";
import {
  choicesIn,
  type ImportRequest,
  type Preparing,
  preparingWords,
} from "../collections/import/import-types.ts";
import {
  type ImportPlace,
  openRemoteCollections,
  runImport,
} from "../collections/thread/run-import.ts";
import { type ReadableFolders, requireReadable } from "../files/readable.ts";
import type { CallContext } from "../threads/protocol.ts";
import { runTraining } from "../training/run-training.ts";
import { trainingChoice } from "../training/train-request.ts";
import type { JobInput, JobKind, JobProgress, JobResult } from "./job.ts";

/** A task and its files. */
export interface JobOrder {
  readonly input: JobInput;
  /** Where a training writes the retina. */
  readonly trainedFile: string;
  /** A folder for the time of the run. */
  readonly scratch: string;
  /** To the thread of the collections, which reads tables for a training. */
  readonly collections: MessagePort;
}

/** What the thread of a task needs. */
export interface JobPlace {
  /** Folders that the files of a training have to be in. */
  readonly folders?: ReadableFolders | undefined;
  /** @param retina the default when left out @throws unknown-retina */
  readonly collections: (retina: string | undefined) => Promise<Omit<ImportPlace, "port">>;
}

export type JobMethods = ReturnType<typeof jobMethods>;

/** The method of a task's thread. */
export const jobMethods = (place: JobPlace) => ({
  /** @returns what came of an import @throws cancelled, and every failure of the work */
  run: async (
    order: JobOrder,
    { signal, report }: CallContext<JobProgress>,
  ): Promise<JobResult | undefined> => {
    const watch = { signal, progress: progressReporter(report) };
    const { input } = order.input;
    const done =
      input.kind === "import"
        ? await importTexts(
            input,
            { ...(await place.collections(order.input.retina_name)), port: order.collections },
            watch,
          )
        : await train(input, { ...order, folders: place.folders }, watch);
    throwIfCancelled(signal);
    return done;
  },
});

type InputOf<K extends JobKind> = Extract<JobInput["input"], { kind: K }>;

interface Watch extends Pick<CallContext, "signal"> {
  readonly progress: (at: ProgressNow) => void;
}

/** Progress with the task's own estimate of the rest, if it has one; null while unknown. */
type ProgressNow = Omit<JobProgress, "remainingSeconds"> & {
  readonly remainingSeconds?: number | null;
};

async function importTexts(
  input: InputOf<"import">,
  place: ImportPlace,
  { signal, progress }: Watch,
): Promise<JobResult> {
  let at = { rows: 0, done: 0 };
  let preparing: Preparing | undefined;
  const show = () => {
    const phase = preparing ? preparingWords(preparing) : `${at.rows} rows`;
    progress({ phase, fraction: at.done, counted: at.rows });
  };
  const { records, oddities, languages, ...counts } = await runImport(importRequest(input), place, {
    signal,
    onProgress: (reached) => {
      at = reached;
      show();
    },
    onPreparing: (now) => {
      preparing = now;
      show();
    },
  });
  const { name: _, plan: _plan, ...report } = counts;
  return {
    counted: records,
    report: { ...report, oddities: [...oddities], languages: [...languages] },
  };
}

function importRequest({
  name,
  paths,
  split = "none",
  sheet,
  reader,
  kind: _,
  ...fields
}: InputOf<"import">): ImportRequest {
  return { name, paths, split, sheet, reader, ...choicesIn(fields) };
}

const MOST_THREADS = 8;

async function train(
  input: InputOf<"train">,
  { folders, collections, trainedFile, scratch }: JobOrder & Pick<JobPlace, "folders">,
  { signal, progress }: Watch,
): Promise<undefined> {
  const readable = (named: string) => requireReadable(named, folders);
  const { teachers, ...choice } = trainingChoice(input.name, input.options ?? {});
  const request = {
    ...choice,
    paths: await Promise.all(input.paths.map((named) => readable(named).catch(asCorpus))),
    teachers: await Promise.all(
      teachers.map(async (teacher) => ({ ...teacher, folder: await readable(teacher.folder) })),
    ),
    threads: Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1)),
    out: trainedFile,
    scratch,
  };
  const onProgress = (at: TrainProgress) => {
    const isKnown = Number.isFinite(at.remainingSeconds);
    progress({ ...at, remainingSeconds: isKnown ? at.remainingSeconds : null });
  };
  const remote = await openRemoteCollections(collections);
  await runTraining(request, signal, onProgress, remote.tables).finally(() => remote.close());
}

/** A fault of a path of the corpus is reported as a fault of the corpus. */
function asCorpus(cause: unknown): never {
  if (!(cause instanceof ApiError) || cause.code !== "bad-input") throw cause;
  throw badCorpus(cause.message, cause.details);
}

/** Milliseconds between two reports of progress. */
const INTERVAL = 100;

/** Reports progress now and then, with an estimate of the rest where the task has none. */
function progressReporter(report: (progress: JobProgress) => void) {
  const startedAt = Date.now();
  let startedFrom: number | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return ({ remainingSeconds: own, ...at }: ProgressNow): void => {
    startedFrom ??= at.fraction;
    const now = performance.now();
    if (now - reportedAt < INTERVAL) return;
    reportedAt = now;
    // A resumed import starts in the middle.
    const done = startedFrom < 1 ? (at.fraction - startedFrom) / (1 - startedFrom) : 1;
    report({
      ...at,
      remainingSeconds: own === undefined ? remainingSeconds(startedAt, done) : own,
    });
  };
}

/** Seconds left, estimated from the fraction that is done; null in the first moments. */
export function remainingSeconds(startedAt: number, fraction: number, now = Date.now()) {
  const elapsed = (now - startedAt) / 1000;
  if (fraction <= 0.005 || elapsed < 0.5) return null;
  return Math.max(0, (elapsed * (1 - fraction)) / fraction);
}
