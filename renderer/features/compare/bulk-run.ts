import { create } from "zustand";
import {
  endOf,
  type FollowedTask,
  findTask,
  followTask,
  startTask,
} from "../../api/follow-task.ts";
import { isListOf, isRecord, isText } from "../../model/guards.ts";
import type { Task } from "../../model/task.ts";
import { announce } from "../../state/announcer.ts";
import { lookAtPair } from "./compare-desk.ts";
import { dropRun, keepRun, keptRun } from "./kept-runs.ts";
import {
  type BulkInput,
  type BulkItem,
  type BulkMode,
  comparedItems,
  type Partner,
} from "./model/bulk-items.ts";
import type { ComparedPair } from "./model/compared-pair.ts";
import { watchRun } from "./watch-run.ts";

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

const WATCH = watchRun<ComparedPair>({
  read: useBulkRun.getState,
  write: (change) => useBulkRun.setState(change),
  rowsOf: ({ compared }) => compared,
  onStart({ id }) {
    const { input, mode, partner, items } = useBulkRun.getState();
    void keepRun(KEPT, { id, input, mode, partner, items });
  },
  onEnd(job) {
    const { rows } = useBulkRun.getState();
    const isCut = endOf(job) === "cancelled";
    announce(`${rows.length} pairs compared${isCut ? ", then cancelled" : ""}.`);
  },
});
