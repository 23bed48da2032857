import { create } from "zustand";
import type { Output } from "../../../core/api/client-types.ts";
import { call } from "../../api/client.ts";
import { announce } from "../../state/announcer.ts";
import type { BulkInput, BulkMode } from "./bulk-items.ts";

export type ComparedPair = Output<"app.jobResult">["compared"][number];
export type JobState = Output<"app.job">;

/** The items at hand and what has become of them. A run goes on while a person looks elsewhere. */
interface BulkRun {
  readonly input: BulkInput | null;
  readonly mode: BulkMode;
  readonly phase: "ready" | "running" | "done" | "cancelled" | "failed";
  readonly rows: readonly ComparedPair[];
  readonly job: JobState | null;
  readonly error: unknown;
}

const NONE: BulkRun = {
  input: null,
  mode: "all",
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
  useBulkRun.setState({ ...NONE, input, mode: input.pairs.length > 0 ? "listed" : "all" });
}

export function closeItems(): void {
  void cancelBulk();
  turn++;
  useBulkRun.setState(NONE);
}

export const chooseMode = (mode: BulkMode): void => useBulkRun.setState({ mode });

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
  const { input, mode } = useBulkRun.getState();
  if (!input) return;
  useBulkRun.setState({ phase: "running", rows: [], job: null, error: null });
  try {
    let job = await call("app.jobStart", {
      retina_name: retina,
      input: {
        kind: "compareBulk",
        title: `Compare ${input.name}`,
        items: input.items.map(({ source }) => source),
        pairs: mode === "listed" ? input.pairs.map((pair) => [...pair]) : mode,
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
