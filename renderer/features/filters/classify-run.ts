import { create } from "zustand";
import type { Output } from "../../../core/api/client-types.ts";
import { call } from "../../api/client.ts";
import { announce } from "../../state/announcer.ts";
import { asSaved, type ReadyFilter } from "../../state/filters/ready-filters.ts";

export type ScoredText = Output<"app.filterScore">[number];
export type JobState = Output<"app.job">;

/** One text of the file to classify. */
export interface ClassifyText {
  /** Where it stands in the file, from 1. */
  readonly line: number;
  readonly text: string;
}

/** The file at hand and what has become of it. It outlives the view: a run goes on while a person looks elsewhere. */
export interface ClassifyRun {
  readonly name: string;
  readonly texts: readonly ClassifyText[];
  readonly phase: "ready" | "trying" | "tried" | "running" | "done" | "cancelled" | "failed";
  /** `index` points into `texts`. */
  readonly rows: readonly ScoredText[];
  /** The filters that the rows were judged by. */
  readonly filters: readonly ReadyFilter[];
  readonly retina: string;
  readonly job: JobState | null;
  /** Measured on the trial, or null. */
  readonly msPerText: number | null;
  readonly error: unknown;
}

const NONE: ClassifyRun = {
  name: "",
  texts: [],
  phase: "ready",
  rows: [],
  filters: [],
  retina: "",
  job: null,
  msPerText: null,
  error: null,
};

export const useClassifyRun = create<ClassifyRun>(() => NONE);

/** Each step of a run checks that it still is the latest one. */
let turn = 0;

export function openTexts(name: string, texts: readonly ClassifyText[]): void {
  leaveRun();
  useClassifyRun.setState({ ...NONE, name, texts });
}

export function closeTexts(): void {
  leaveRun();
  useClassifyRun.setState(NONE);
}

function leaveRun(): void {
  turn++;
  const { job, phase } = useClassifyRun.getState();
  if (job && phase === "running") void call("app.jobCancel", { id: job.id }).catch(() => undefined);
}

const TRIED = 10;

/** Ten texts spread over the file, judged at once: a look at what a run would give, and how long it would take. */
export async function tryOnTen(retina: string, filters: readonly ReadyFilter[]): Promise<void> {
  const own = ++turn;
  const { texts } = useClassifyRun.getState();
  const indices = spreadOver(texts.length, TRIED);
  useClassifyRun.setState({ phase: "trying", rows: [], filters, retina, error: null });
  try {
    const started = performance.now();
    const rows = await call("app.filterScore", {
      retina_name: retina,
      filters: filters.map(asSaved),
      texts: indices.map((index) => texts[index]!.text),
    });
    if (own !== turn) return;
    useClassifyRun.setState({
      phase: "tried",
      rows: rows.map((row, at) => ({ ...row, index: indices[at]! })),
      msPerText: (performance.now() - started) / indices.length,
    });
  } catch (error) {
    if (own === turn) useClassifyRun.setState({ phase: "failed", error });
  }
}

/** `count` whole numbers below `length`, evenly spread, the first is 0. */
export function spreadOver(length: number, count: number): number[] {
  const taken = Math.min(length, count);
  return Array.from({ length: taken }, (_, i) => Math.floor((i * length) / taken));
}

const POLL_MS = 400;
const PAGE = 10_000;

/** Judges every text in a task of its own; rows come in while it runs. */
export async function classifyAll(retina: string, filters: readonly ReadyFilter[]): Promise<void> {
  const own = ++turn;
  const { texts, name } = useClassifyRun.getState();
  useClassifyRun.setState({ phase: "running", rows: [], filters, retina, job: null, error: null });
  try {
    let job = await call("app.jobStart", {
      retina_name: retina,
      input: {
        kind: "classify",
        title: `Classify ${name}`,
        filters: filters.map(asSaved),
        texts: texts.map(({ text }) => text),
      },
    });
    while (own === turn) {
      await takeRows(job, own);
      if (own !== turn) return;
      useClassifyRun.setState({ job });
      if (isOver(job)) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      job = await call("app.job", { id: job.id });
    }
    if (own === turn) finish(job);
  } catch (error) {
    if (own === turn) useClassifyRun.setState({ phase: "failed", error });
  }
}

const isOver = ({ state }: JobState) => state !== "waiting" && state !== "running";

/** Fetches the rows that are there and not here yet. */
async function takeRows(job: JobState, own: number): Promise<void> {
  const fresh: ScoredText[] = [];
  const { length } = useClassifyRun.getState().rows;
  while (own === turn && length + fresh.length < job.rows) {
    const offset = length + fresh.length;
    const { classified } = await call("app.jobResult", { id: job.id, offset, limit: PAGE });
    if (classified.length === 0) break;
    for (const row of classified) fresh.push(row);
  }
  if (own === turn && fresh.length > 0)
    useClassifyRun.setState(({ rows }) => ({ rows: rows.concat(fresh) }));
}

function finish(job: JobState): void {
  const phase = job.state === "done" ? "done" : job.state === "failed" ? "failed" : "cancelled";
  const { rows } = useClassifyRun.getState();
  useClassifyRun.setState({
    phase,
    error: job.error === null ? null : new Error(job.error.message),
  });
  announce(`Classifying ended: ${rows.length} texts judged`);
}

/** Stops the run; what has been judged stays. */
export async function cancelRun(): Promise<void> {
  const { job } = useClassifyRun.getState();
  if (job) await call("app.jobCancel", { id: job.id });
}
