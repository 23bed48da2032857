import { create } from "zustand";
import {
  type Ask,
  endOf,
  type FollowedTask,
  findTask,
  followTask,
  startTask,
  type TaskWatch,
} from "../../api/follow-task.ts";
import {
  type BulkInput,
  type BulkItem,
  type BulkMode,
  comparedItems,
  type Partner,
} from "../../model/compare/bulk-items.ts";
import type { ComparedPair } from "../../model/compare/compared-pair.ts";
import { isListOf, isRecord, isText } from "../../model/guards.ts";
import type { Task } from "../../model/task.ts";
import { announce } from "../announcer.ts";
import { dropRun, keepRun, keptRun } from "../kept-runs.ts";
import { lookAtPair } from "./compare-desk.ts";

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
  readonly job: Task | null;
  readonly error: unknown;
  /** The host does not answer just now; the task goes on. */
  readonly isOutOfReach: boolean;
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
  isOutOfReach: false,
};

export const useBulkRun = create<BulkRun>(() => NONE);

let followed: FollowedTask | null = null;

export function openItems(input: BulkInput): void {
  leaveRun();
  useBulkRun.setState({ ...NONE, input, mode: input.pairs.length > 0 ? "listed" : "all" });
}

export function closeItems(): void {
  leaveRun();
  useBulkRun.setState(NONE);
}

/** Rows of another choice of pairs would point to other items. */
export function chooseMode(mode: BulkMode, partner: Partner | null = null): void {
  leaveRun();
  useBulkRun.setState({ mode, partner, rows: [], items: [], phase: "ready" });
}

function leaveRun(): void {
  if (useBulkRun.getState().phase === "running") cancelBulk();
  followed?.leave();
  followed = null;
  lookAtPair(null);
  void dropRun(KEPT);
}

/** Stops the task; the pairs compared so far stay. */
export const cancelBulk = (): void => followed?.cancel();

const PAGE = 10_000;
const KEPT = "compare";

/** What a run was started with; the host knows its items by number only. */
interface KeptRun extends Pick<BulkRun, "input" | "mode" | "partner" | "items"> {
  readonly id: string;
}

const isKeptRun = (value: unknown): value is KeptRun =>
  isRecord(value) &&
  isText(value.id) &&
  isText(value.mode) &&
  isRecord(value.input) &&
  isListOf(isRecord)(value.items);

export function compareAll(retina: string): void {
  const { input, mode, partner } = useBulkRun.getState();
  if (!input) return;
  const { items, pairs } = comparedItems(input, mode, partner);
  followed?.leave();
  useBulkRun.setState({ ...NONE, input, mode, partner, phase: "running", items });
  followed = startTask(
    {
      retina_name: retina,
      input: {
        kind: "compareBulk",
        title: `Compare ${input.name}`,
        items: items.map(({ source }) => source),
        pairs: typeof pairs === "string" ? pairs : pairs.map((pair) => [...pair]),
      },
    },
    WATCH,
  );
}

/** Takes up the run of before the page was loaded again, while nothing else is opened. */
export async function adoptBulk(): Promise<void> {
  if (useBulkRun.getState().input) return;
  const kept = await keptRun(KEPT);
  if (!isKeptRun(kept)) return;
  const task = await findTask(kept.id).catch(() => undefined);
  if (!task || useBulkRun.getState().input) return;
  const { id: _, ...run } = kept;
  useBulkRun.setState({ ...NONE, ...run, phase: "running", job: task });
  followed = followTask(task, WATCH);
}

const WATCH: TaskWatch = {
  async onState(job, ask) {
    const { job: before, input, mode, partner, items } = useBulkRun.getState();
    if (before?.id !== job.id) void keepRun(KEPT, { id: job.id, input, mode, partner, items });
    useBulkRun.setState({ job });
    await takeRows(job, ask);
  },
  onEnd(job) {
    const phase = endOf(job);
    const { rows } = useBulkRun.getState();
    const error = job.error ? new Error(job.error.message) : null;
    useBulkRun.setState({ phase, job, error });
    announce(`${rows.length} pairs compared${phase === "cancelled" ? ", then cancelled" : ""}.`);
  },
  onFailure: (error) => useBulkRun.setState({ phase: "failed", error }),
  onReach: (isInReach) => useBulkRun.setState({ isOutOfReach: !isInReach }),
};

/** Fetches the rows that are there and not here yet. */
async function takeRows(job: Task, ask: Ask): Promise<void> {
  for (;;) {
    const { rows } = useBulkRun.getState();
    if (rows.length >= job.rows) return;
    const page = await ask("app.jobResult", { id: job.id, offset: rows.length, limit: PAGE });
    const isSame = useBulkRun.getState().job?.id === job.id;
    if (!isSame || page.compared.length === 0) return;
    useBulkRun.setState({ rows: rows.concat(page.compared) });
  }
}
