import { create } from "zustand";
import type { Output } from "../../../core/api/client-types.ts";
import { isListOf, isRecord, isText } from "../../../core/workspace/fit.ts";
import type { Task } from "../../api/follow-task.ts";
import {
  type Ask,
  endOf,
  type FollowedTask,
  findTask,
  followTask,
  startTask,
  type TaskWatch,
} from "../../api/follow-task.ts";
import { announce } from "../../state/toasts.ts";
import { lookAtPair } from "./comparison-store.ts";
import {
  type BulkInput,
  type BulkItem,
  type BulkMode,
  comparedItems,
  type Partner,
} from "./model/bulk-items.ts";
import type { ComparedPair } from "./model/pair-rows.ts";

/**
 * What a long task was started with, kept in this browser so that its results can be read after the page was loaded
 * again: the host knows results by number only. It may be many megabytes, too much for the workspace.
 */
const DATABASE = "semascope-runs";

const STORE = "runs";

async function keepRun<T extends { readonly id: string }>(kind: string, run: T): Promise<void> {
  await inStore("readwrite", (store) => store.put(run, kind));
}

/** The run of this kind that was kept last; it is as it was written, by this version or another. */
async function keptRun(kind: string): Promise<unknown> {
  return inStore("readonly", (store) => store.get(kind));
}

async function dropRun(kind: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(kind));
}

/** Undefined where the browser keeps nothing. */
async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  if (globalThis.indexedDB === undefined) return undefined;
  try {
    const database = await openDatabase();
    const answer = await settled(act(database.transaction(STORE, mode).objectStore(STORE)));
    database.close();
    return answer;
  } catch {
    return undefined;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return settled(request);
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

type Page = Output<"app.jobResult">;

/** What a page holds of a long task: its rows come in while it runs. */
interface Run<Row> {
  readonly phase: "ready" | "running" | "done" | "cancelled" | "failed";
  readonly rows: readonly Row[];
  readonly job: Task | null;
  readonly error: unknown;
  /** The host does not answer just now; the task goes on. */
  readonly isOutOfReach: boolean;
}

interface Watched<Row> {
  readonly read: () => Pick<Run<Row>, "job" | "rows">;
  readonly write: (change: Partial<Run<Row>>) => void;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** The task has a number now; it can be found again by it. */
  readonly onStart: (job: Task) => void;
  readonly onEnd: (job: Task) => void;
}

const PAGE = 10_000;

/** Follows a task into a store, page by page. */
function watchRun<Row>(run: Watched<Row>): TaskWatch {
  return {
    async onState(job, ask) {
      if (run.read().job?.id !== job.id) run.onStart(job);
      run.write({ job });
      await takeRows(run, job, ask);
    },
    onEnd(job) {
      const error = job.error === null ? null : new Error(job.error.message);
      run.write({ phase: endOf(job), job, error });
      run.onEnd(job);
    },
    onFailure: (error) => run.write({ phase: "failed", error }),
    onReach: (isInReach) => run.write({ isOutOfReach: !isInReach }),
  };
}

/** Fetches the rows that are there and not here yet. */
async function takeRows<Row>(run: Watched<Row>, job: Task, ask: Ask): Promise<void> {
  const { rows } = run.read();
  const fresh: Row[] = [];
  while (rows.length + fresh.length < job.rows) {
    const offset = rows.length + fresh.length;
    const page = run.rowsOf(await ask("app.jobResult", { id: job.id, offset, limit: PAGE }));
    if (page.length === 0) break;
    for (const row of page) fresh.push(row);
  }
  if (fresh.length > 0 && run.read().job?.id === job.id) run.write({ rows: rows.concat(fresh) });
}

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
