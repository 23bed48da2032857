import type { Handler, Output } from "../../api/client-types.ts";
import { conflict, notFound } from "../../errors.ts";
import type { GivenFiles } from "../collections/import/given-files.ts";
import type { ImportReport } from "../collections/import/import-types.ts";
import type { Job } from "./job.ts";
import type { JobStore } from "./job-store.ts";

type State = Output<"app.collectionImport">;

/** Imports as callers of collections see them: tasks, the latest of each collection. */
export function importHandlers(jobs: JobStore, files: GivenFiles) {
  const start: Handler<"app.collectionImport"> = async ({ retina_name, ...input }) => {
    // What cannot be read is refused at once. It is looked at again where it is read: by then a start may lie in between.
    await files.resolve(input.paths);
    const { name } = input;
    if (latestImports(jobs).get(name)?.isOver === false)
      throw conflict(`“${name}” is being imported already; wait for it or cancel it.`);
    const { id } = await jobs.start({
      ...(retina_name === undefined ? {} : { retina_name }),
      input: { kind: "import", ...input },
    });
    return stateOf(jobs.get(id));
  };
  const list: Handler<"app.collectionImports"> = () => ({
    imports: [...latestImports(jobs).values()].map(stateOf),
  });
  const cancel: Handler<"app.collectionImportCancel"> = async ({ name }) => {
    const job = latestImports(jobs).get(name);
    if (job === undefined) throw notFound(`“${name}” is not being imported.`);
    if (!job.isOver) await jobs.cancel(job.state.id);
    return stateOf(job);
  };
  return {
    "app.collectionImport": start,
    "app.collectionImports": list,
    "app.collectionImportCancel": cancel,
  };
}

/** By the name of the collection. */
function latestImports(jobs: JobStore): Map<string, Job> {
  const latest = new Map<string, Job>();
  for (const { id, kind, title } of jobs.list())
    if (kind === "import" && !latest.has(title)) latest.set(title, jobs.get(id));
  return latest;
}

const STATES = { waiting: "running" } as const;

function stateOf(job: Job): State {
  const { id, title, state, phase, fraction, remainingSeconds, error, counted = 0 } = job.state;
  const { report } = job;
  return {
    name: title,
    job: id,
    phase,
    state: state === "waiting" ? STATES.waiting : state,
    rows: report?.records ?? counted,
    fraction,
    remainingSeconds: state === "done" ? 0 : remainingSeconds,
    error: error === null ? null : { code: error.code, message: error.message },
    report: report === undefined ? null : shown(report),
  };
}

function shown({ name: _, plan: _plan, records: _records, ...report }: ImportReport) {
  return { ...report, oddities: [...report.oddities], languages: [...report.languages] };
}
