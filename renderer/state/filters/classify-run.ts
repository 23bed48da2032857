import { create } from "zustand";
import { call } from "../../api/client.ts";
import { type FollowedTask, findTask, followTask, startTask } from "../../api/follow-task.ts";
import {
  type ClassifyRun,
  type ClassifyText,
  MOST_KEPT_CHARACTERS,
  type ScoredText,
  sizeOf,
  spreadOver,
} from "../../model/filters/classification.ts";
import { asSaved, type ReadyFilter } from "../../model/filters/ready-filter.ts";
import { newId } from "../../model/fingerprint.ts";
import { isListOf, isRecord, isText } from "../../model/guards.ts";
import { announce } from "../announcer.ts";
import { dropRun, keepRun, keptRun } from "../kept-runs.ts";
import { watchRun } from "../watch-run.ts";

const NONE: ClassifyRun = {
  name: "",
  columns: [],
  texts: [],
  phase: "ready",
  rows: [],
  filters: [],
  excluded: [],
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
  const { excluded } = useClassifyRun.getState();
  useClassifyRun.setState({ ...NONE, ...file, excluded });
  fileId = newId();
  if (sizeOf(file.texts) <= MOST_KEPT_CHARACTERS) void keepRun(FILE, { id: fileId, ...file });
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
  void dropRun(FILE);
  void dropRun(RESULTS);
}

/** The filters that shall not judge, by their ids. */
export function exclude(excluded: readonly string[]): void {
  useClassifyRun.setState({ excluded });
  keepResults();
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
    keepResults();
  } catch (error) {
    if (own === turn) useClassifyRun.setState({ phase: "failed", error });
  }
}

/** The file, and apart from it, because it is far smaller and changes, what has become of it. */
const FILE = "classify";
const RESULTS = "classify results";
/** Id of the file that is open: results are those of a file. */
let fileId = "";

type KeptFile = Pick<ClassifyRun, "name" | "columns" | "texts"> & { readonly id: string };

/** The host knows a task by its number; rows of a finished one are kept here, for the host forgets them. */
interface KeptResults
  extends Pick<ClassifyRun, "filters" | "retina" | "phase" | "rows" | "excluded" | "msPerText"> {
  readonly id: string;
  readonly job: string;
}

const isKeptText = (value: unknown): value is ClassifyText =>
  isRecord(value) &&
  isText(value.text) &&
  (value.cells === undefined || isListOf(isText)(value.cells));

const isKeptFile = (value: unknown): value is KeptFile =>
  isRecord(value) &&
  isText(value.id) &&
  isText(value.name) &&
  isListOf(isText)(value.columns) &&
  isListOf(isKeptText)(value.texts);

const isKeptResults = (value: unknown): value is KeptResults =>
  isRecord(value) &&
  isText(value.id) &&
  isText(value.job) &&
  isText(value.retina) &&
  isText(value.phase) &&
  isListOf(isText)(value.excluded) &&
  isListOf(isRecord)(value.rows) &&
  isListOf(isRecord)(value.filters);

/** Files that are too large to be kept have no results to keep. */
function keepResults(): void {
  const { texts, filters, retina, phase, rows, excluded, msPerText, job } =
    useClassifyRun.getState();
  if (texts.length === 0 || sizeOf(texts) > MOST_KEPT_CHARACTERS) return;
  const isRunning = phase === "running";
  const kept: KeptResults = {
    id: fileId,
    job: isRunning ? (job?.id ?? "") : "",
    filters,
    retina,
    phase: phase === "trying" || phase === "failed" ? "ready" : phase,
    rows: isRunning ? [] : rows,
    excluded,
    msPerText,
  };
  void keepRun(RESULTS, kept);
}

/** Judges every text in a task of its own; rows come in while it runs. */
export function classifyAll(retina: string, filters: readonly ReadyFilter[]): void {
  turn++;
  const { texts, name, columns, excluded } = useClassifyRun.getState();
  followed?.leave();
  const file = { name, columns, texts, excluded };
  useClassifyRun.setState({ ...NONE, ...file, phase: "running", filters, retina });
  const input = {
    kind: "classify" as const,
    title: `Classify ${name}`,
    filters: filters.map(asSaved),
    texts: texts.map(({ text }) => text),
  };
  followed = startTask({ retina_name: retina, input }, WATCH);
}

/** Takes up the file of before the page was loaded again, and what has become of it, while nothing else is opened. */
export async function adoptRun(): Promise<void> {
  const isOpen = () => useClassifyRun.getState().texts.length > 0;
  if (isOpen()) return;
  const file = await keptRun(FILE);
  if (!isKeptFile(file)) return;
  const kept = await keptRun(RESULTS);
  const results = isKeptResults(kept) && kept.id === file.id ? kept : null;
  const task = results?.job ? await findTask(results.job).catch(() => undefined) : undefined;
  if (isOpen()) return;
  fileId = file.id;
  const { name, columns, texts } = file;
  const excluded = results?.excluded ?? [];
  useClassifyRun.setState({ ...NONE, name, columns, texts, excluded });
  if (!results) return;
  const { filters, retina, phase, rows, msPerText } = results;
  // A task that the host no longer knows has left nothing.
  if (phase === "running" && !task) return;
  useClassifyRun.setState({ filters, retina, phase, rows, msPerText, job: task ?? null });
  if (task) followed = followTask(task, WATCH);
}

const WATCH = watchRun<ScoredText>({
  read: useClassifyRun.getState,
  write: (change) => useClassifyRun.setState(change),
  rowsOf: ({ classified }) => classified,
  onStart(job) {
    useClassifyRun.setState({ job });
    keepResults();
  },
  onEnd() {
    keepResults();
    announce(`Classification finished: ${useClassifyRun.getState().rows.length} texts`);
  },
});

/** Stops the run; what has been judged stays. */
export const cancelRun = (): void => followed?.cancel();
