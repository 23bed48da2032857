import type { Output } from "../../../core/api/client-types.ts";
import { type Ask, endOf, type TaskWatch } from "../../api/follow-task.ts";
import type { Task } from "../../model/task.ts";

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
export function watchRun<Row>(run: Watched<Row>): TaskWatch {
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
