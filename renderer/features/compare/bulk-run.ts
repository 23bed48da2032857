import { create } from "zustand";
import type { Output } from "../../../core/api/client-types.ts";
import { call } from "../../api/client.ts";
import { announce } from "../../state/announcer.ts";
import {
  type BulkInput,
  type BulkItem,
  type BulkMode,
  comparedItems,
  type Partner,
} from "./bulk-items.ts";
import { lookAtPair } from "./compare-desk.ts";

export type ComparedPair = Output<"app.jobResult">["compared"][number];
export type JobState = Output<"app.job">;

/** The items at hand and what has become of them. A run goes on while a person looks elsewhere. */
export interface BulkRun {
  readonly input: BulkInput | null;
  readonly mode: BulkMode;
  /** For "partner": the filter, as it was when it was chosen. */
  readonly partner: Partner | null;
  /** What the rows point into: the items as sent. */
  readonly items: readonly BulkItem[];
  readonly phase: "ready" | "running" | "done" | "cancelled" | "failed";
  readonly rows: readonly ComparedPair[];
  readonly job: JobState | null;
  readonly error: unknown;
}

const NONE: BulkRun = {
  input: null,
  mode: "all",
  partner: null,
  items: [],
  phase: "ready",
  rows: [],
  job: null,
  error: null,
};

export const useBulkRun = create<BulkRun>(() => NONE);

/** Each step of a run checks that it still is the latest one. */
let turn = 0;

export function openItems(input: BulkInput): void {
  void cancelBulk();
  turn++;
  lookAtPair(null);
  useBulkRun.setState({ ...NONE, input, mode: input.pairs.length > 0 ? "listed" : "all" });
}

export function closeItems(): void {
  void cancelBulk();
  turn++;
  lookAtPair(null);
  useBulkRun.setState(NONE);
}

/** Rows of another choice of pairs would point to other items. */
export function chooseMode(mode: BulkMode, partner: Partner | null = null): void {
  void cancelBulk();
  turn++;
  useBulkRun.setState({ mode, partner, rows: [], items: [], phase: "ready" });
  lookAtPair(null);
}

/** Stops the task; the pairs compared so far stay. */
export async function cancelBulk(): Promise<void> {
  const { job, phase } = useBulkRun.getState();
  if (job && phase === "running")
    await call("app.jobCancel", { id: job.id }).catch(() => undefined);
}

const POLL_MS = 400;
const PAGE = 10_000;

export async function compareAll(retina: string): Promise<void> {
  const own = ++turn;
  const { input, mode, partner } = useBulkRun.getState();
  if (!input) return;
  const { items, pairs } = comparedItems(input, mode, partner);
  useBulkRun.setState({ phase: "running", rows: [], items, job: null, error: null });
  try {
    let job = await call("app.jobStart", {
      retina_name: retina,
      input: {
        kind: "compareBulk",
        title: `Compare ${input.name}`,
        items: items.map(({ source }) => source),
        pairs: typeof pairs === "string" ? pairs : pairs.map((pair) => [...pair]),
      },
    });
    while (own === turn) {
      useBulkRun.setState({ job });
      await takeRows(job, own);
      if (own !== turn || isOver(job)) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      job = await call("app.job", { id: job.id });
    }
    if (own === turn) finish(job);
  } catch (error) {
    if (own === turn) useBulkRun.setState({ phase: "failed", error });
  }
}

const isOver = ({ state }: JobState) => state !== "waiting" && state !== "running";

async function takeRows(job: JobState, own: number): Promise<void> {
  for (;;) {
    const { rows } = useBulkRun.getState();
    if (own !== turn || rows.length >= job.rows) return;
    const page = await call("app.jobResult", { id: job.id, offset: rows.length, limit: PAGE });
    if (own !== turn || page.compared.length === 0) return;
    useBulkRun.setState({ rows: rows.concat(page.compared) });
  }
}

function finish(job: JobState): void {
  const phase = job.state === "done" ? "done" : job.state === "failed" ? "failed" : "cancelled";
  const { rows } = useBulkRun.getState();
  const error = job.error ? new Error(job.error.message) : null;
  useBulkRun.setState({ phase, job, error });
  announce(`${rows.length} pairs compared${phase === "cancelled" ? ", then cancelled" : ""}.`);
}
