import { create } from "zustand";
import { call } from "../../api/client.ts";
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
  type ClassifyRun,
  type ClassifyText,
  type ScoredText,
  spreadOver,
} from "../../model/filters/classification.ts";
import { asSaved, type ReadyFilter } from "../../model/filters/ready-filter.ts";
import { isListOf, isRecord, isText } from "../../model/guards.ts";
import type { Task } from "../../model/task.ts";
import { announce } from "../announcer.ts";
import { dropRun, keepRun, keptRun } from "../kept-runs.ts";

const NONE: ClassifyRun = {
  name: "",
  columns: [],
  texts: [],
  phase: "ready",
  rows: [],
  filters: [],
  retina: "",
  job: null,
  msPerText: null,
  error: null,
  isOutOfReach: false,
};

export const useClassifyRun = create<ClassifyRun>(() => NONE);

/** A trial checks that it is still the latest one. */
let turn = 0;
let followed: FollowedTask | null = null;

export function openTexts(file: Pick<ClassifyRun, "name" | "columns" | "texts">): void {
  leaveRun();
  useClassifyRun.setState({ ...NONE, ...file });
}

export function closeTexts(): void {
  leaveRun();
  useClassifyRun.setState(NONE);
}

function leaveRun(): void {
  turn++;
  if (useClassifyRun.getState().phase === "running") followed?.cancel();
  followed?.leave();
  followed = null;
  void dropRun(KEPT);
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

const PAGE = 10_000;
const KEPT = "classify";

/** What a run was started with; the host knows its texts by number only. */
interface KeptRun extends Pick<ClassifyRun, "name" | "columns" | "texts" | "filters" | "retina"> {
  readonly id: string;
}

const isKeptText = (value: unknown): value is ClassifyText =>
  isRecord(value) &&
  isText(value.text) &&
  (value.cells === undefined || isListOf(isText)(value.cells));

const isKeptRun = (value: unknown): value is KeptRun =>
  isRecord(value) &&
  isText(value.id) &&
  isText(value.name) &&
  isText(value.retina) &&
  isListOf(isText)(value.columns) &&
  isListOf(isKeptText)(value.texts) &&
  isListOf(isRecord)(value.filters);

/** Judges every text in a task of its own; rows come in while it runs. */
export function classifyAll(retina: string, filters: readonly ReadyFilter[]): void {
  turn++;
  const { texts, name, columns } = useClassifyRun.getState();
  followed?.leave();
  useClassifyRun.setState({ ...NONE, name, columns, texts, phase: "running", filters, retina });
  const input = {
    kind: "classify" as const,
    title: `Classify ${name}`,
    filters: filters.map(asSaved),
    texts: texts.map(({ text }) => text),
  };
  followed = startTask({ retina_name: retina, input }, WATCH);
}

/** Takes up the run of before the page was loaded again, while nothing else is opened. */
export async function adoptRun(): Promise<void> {
  if (useClassifyRun.getState().texts.length > 0) return;
  const kept = await keptRun(KEPT);
  if (!isKeptRun(kept)) return;
  const task = await findTask(kept.id).catch(() => undefined);
  if (!task || useClassifyRun.getState().texts.length > 0) return;
  const { id: _, ...run } = kept;
  useClassifyRun.setState({ ...NONE, ...run, phase: "running", job: task });
  followed = followTask(task, WATCH);
}

const WATCH: TaskWatch = {
  async onState(job, ask) {
    const { job: before, name, columns, texts, filters, retina } = useClassifyRun.getState();
    if (before?.id !== job.id)
      void keepRun(KEPT, { id: job.id, name, columns, texts, filters, retina });
    useClassifyRun.setState({ job });
    await takeRows(job, ask);
  },
  onEnd(job) {
    const phase = endOf(job);
    const { rows } = useClassifyRun.getState();
    useClassifyRun.setState({
      phase,
      error: job.error === null ? null : new Error(job.error.message),
    });
    announce(`Classification finished: ${rows.length} texts`);
  },
  onFailure: (error) => useClassifyRun.setState({ phase: "failed", error }),
  onReach: (isInReach) => useClassifyRun.setState({ isOutOfReach: !isInReach }),
};

/** Fetches the rows that are there and not here yet. */
async function takeRows(job: Task, ask: Ask): Promise<void> {
  const { rows } = useClassifyRun.getState();
  const fresh: ScoredText[] = [];
  while (rows.length + fresh.length < job.rows) {
    const offset = rows.length + fresh.length;
    const { classified } = await ask("app.jobResult", { id: job.id, offset, limit: PAGE });
    if (classified.length === 0) break;
    for (const row of classified) fresh.push(row);
  }
  const isSame = useClassifyRun.getState().job?.id === job.id;
  if (isSame && fresh.length > 0) useClassifyRun.setState({ rows: rows.concat(fresh) });
}

/** Stops the run; what has been judged stays. */
export const cancelRun = (): void => followed?.cancel();
