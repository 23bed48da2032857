import type { Handler, Output } from "../../api/client-types.ts";
import { openRetina } from "../../retina/open-retina.ts";
import { CELLS, type Retina } from "../../retina/types.ts";
import type { Job } from "../jobs/job.ts";
import type { JobStore } from "../jobs/job-store.ts";
import { readRetinaBytes } from "../retina-files.ts";
import type { RetinaStore } from "./retina-store.ts";

type Result = Output<"app.jobResult">;

/** Terms of a new retina that are shown with their neighbours: this many, spread over the most frequent ones. */
const SAMPLE_TERMS = 12;
const SAMPLE_RANKS = 3000;
const SAMPLE_SIMILAR = 6;

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
  const bytes = await readRetinaBytes(job.folder.trainedFile);
  const retina = openRetina(bytes, "trained");
  const kept = store.retinas.some(({ checksum }) => checksum === retina.checksum);
  const card = JSON.parse(JSON.stringify(retina.card));
  return {
    name: retina.name,
    card,
    bytes: bytes.length,
    samples: samplesOf(retina),
    anchors: Array.from({ length: CELLS }, (_, cell) => retina.term(retina.anchor(cell))),
    kept,
  };
}

/** Words that carry meaning, from frequent to less frequent, each with its nearest. */
function samplesOf(retina: Retina): NonNullable<Result["trained"]>["samples"] {
  const last = Math.min(retina.termCount, SAMPLE_RANKS);
  const step = Math.max(1, Math.floor(last / SAMPLE_TERMS));
  return Array.from({ length: Math.min(SAMPLE_TERMS, last) }, (_, i) => {
    const id = Math.min(retina.termCount - 1, step * i + Math.floor(step / 2));
    const similar = retina.similar(retina.positions(id), { offset: 0, limit: SAMPLE_SIMILAR + 1 });
    return {
      term: retina.term(id),
      similar: similar
        .filter(({ term }) => term !== id)
        .slice(0, SAMPLE_SIMILAR)
        .map(({ term }) => retina.term(term)),
    };
  });
}
