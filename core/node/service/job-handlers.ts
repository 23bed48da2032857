import type { Handler, Output } from "../../api/client-types.ts";
import type { Job } from "../jobs/job.ts";
import type { JobStore } from "../jobs/job-store.ts";
import type { RetinaStore } from "./retina-store.ts";

type Result = Output<"app.jobResult">;

/** Tasks: start, look at, stop, and fetch results page by page. */
export function jobHandlers(jobs: JobStore, store: RetinaStore) {
  const start: Handler<"app.jobStart"> = (args) => jobs.start({ args });
  const list: Handler<"app.jobs"> = () => jobs.list();
  const status: Handler<"app.job"> = ({ id }) => jobs.get(id).state;
  const cancel: Handler<"app.jobCancel"> = ({ id }) => jobs.cancel(id);

  const result: Handler<"app.jobResult"> = async ({ id, limit, offset }) => {
    const job = jobs.get(id);
    const { kind, rows } = job.state;
    const count = Math.max(0, Math.min(limit, rows - offset));
    const page = count === 0 ? [] : await job.folder.readRows(offset, count);
    return {
      total: rows,
      classified: kind === "classify" ? (page as Result["classified"]) : [],
      compared: kind === "compareBulk" ? (page as Result["compared"]) : [],
      trained:
        kind === "train" && job.state.state === "done" ? await trainedView(job, store) : null,
    };
  };

  return {
    "app.jobStart": start,
    "app.jobs": list,
    "app.job": status,
    "app.jobCancel": cancel,
    "app.jobResult": result,
  };
}

async function trainedView(job: Job, store: RetinaStore): Promise<Result["trained"]> {
  const { checksum, ...view } = await store.describe(job.folder.trainedFile);
  return { ...view, kept: store.retinas.some((retina) => retina.checksum === checksum) };
}
