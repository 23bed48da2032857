import type { MessagePort } from "node:worker_threads";
import type { Model } from "../../analysis/engine.ts";
import type { Input } from "../../api/client-types.ts";
import type { Cancellation } from "../../cancellation.ts";
import type { ImportPlace } from "../collections/thread/run-import.ts";
import type { RowWriter } from "./job-folder.ts";

/** What starts a task, checked against the schema of `app.jobStart`. */
export type JobInput = Input<"app.jobStart">;
/** What tasks there are. */
export type JobKindName = JobInput["input"]["kind"];
/** The input of tasks of one kind. */
export type InputOfKind<K extends JobKindName> = Extract<JobInput["input"], { kind: K }>;

/** What a task may rely on where it is checked and run. */
export interface Surroundings {
  /** Names of the open retinas, the usual one first. */
  readonly retinas: readonly string[];
  /** False where a stranger could make the service read files. */
  readonly mayReadFiles: boolean;
}

/** How far a task has come. */
export interface JobProgress {
  /** What it is doing, for a person. */
  readonly phase: string;
  /** 0..1. */
  readonly fraction: number;
  /** Records that are in by now, where the number of results is another. */
  readonly counted?: number;
  /** Estimated from the fraction when left out; null while unknown. */
  readonly remainingSeconds?: number | null;
}

/** The same as clients see it. */
export type ReportedProgress = Required<Omit<JobProgress, "counted">> &
  Pick<JobProgress, "counted">;

/** What a running task is given. */
export interface JobContext {
  /** To be asked at every step; a task that does not listen is ended with its thread after a moment. */
  readonly signal: Cancellation;
  /** Reports how far it has come, as often as it likes: clients see it a few times per second. */
  readonly progress: (at: JobProgress) => void;
  /** Takes results; those on disk are there after a crash. When a run goes on, `rows.count` are there already. */
  readonly rows: RowWriter;
  /** The task's own folder: what is written there is deleted together with the task. */
  readonly folder: string;
  /** A folder for what is needed during the run only; it is deleted when the run ends, however it ends. */
  readonly workFolder: string;
  /** The path of a file or folder that the input names, if the caller may have it read. @throws forbidden, bad-input */
  readonly readable: (named: string) => Promise<string>;
  /** Where an import keeps rows, and with which retina it reads. */
  readonly collections: () => ImportPlace;
  /** To the thread of the collections, which reads tables for a training. */
  readonly tablesPort: MessagePort | undefined;
  /** The retina that the task names. Opening what reads texts takes a moment. */
  readonly model: () => Promise<Model>;
}

/** Tasks of one lane run one after the other; those of two run side by side. */
export type JobLane = "work" | "imports";

/** A kind of task: see README.md for how to add one. */
export interface JobKind<K extends JobKindName> {
  /** Whether the retina that the input names has to be there. */
  readonly needsRetina: boolean;
  /** Where it has its turn; “work” when left out. */
  readonly lane?: JobLane;
  /**
   * Whether a run that was cut off goes on at the next start. `run` is then called again, with the input and the rows of
   * before. Others count as failed.
   */
  readonly resumes: boolean;
  /**
   * Whether the input is over in a moment, less than a thread takes to start. It is then run by a thread that reads texts already,
   * and waits for no other task. Such a kind uses no collections. Never when left out.
   */
  readonly isQuick?: (input: InputOfKind<K>) => boolean;
  /** Refuses what the schema cannot see, before the task is accepted. @throws bad-input and the like */
  readonly check: (input: InputOfKind<K>, surroundings: Surroundings) => void;
  /** Does the work, on a thread of the task's own; left out where none is run. @throws cancelled, and whatever fails */
  readonly run?: (input: InputOfKind<K>, context: JobContext) => Promise<void>;
}

/** One entry for each kind that the schema names. */
export type JobKinds = { readonly [K in JobKindName]: JobKind<K> };
