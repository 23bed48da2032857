import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { Handler, Output } from "../../api/client-types.ts";
import { ApiError, badInput, forbidden } from "../../errors.ts";
import type { FilePlace } from "../collections/import/given-files.ts";
import { reasonOf } from "../config/system-error.ts";
import { isIn, type ReadableFolders, requireReadable } from "../files/readable.ts";
import type { Job } from "../jobs/job.ts";
import type { JobStore } from "../jobs/job-store.ts";
import type { RetinaStore } from "../opening/retina-store.ts";
import type { Readers } from "../reader/readers.ts";
import { isCorpusFile } from "../training/train-records.ts";
import type { WorkspaceStore } from "../workspace/workspace-store.ts";
import type { Timings } from "./timings.ts";

/** What the answers are read from. */
export interface AboutHost {
  readonly store: RetinaStore;
  readonly timings: Timings;
  readonly version: string;
  readonly licences: Output<"app.about">["licences"];
  /** Threads that answer long calls, and calls that wait for one. */
  load(): { readonly threads: number; readonly waiting: number };
}

/** Version, licences, timing and health. */
export function aboutHandlers(host: AboutHost) {
  const started = performance.now();

  const about: Handler<"app.about"> = () => ({
    version: host.version,
    licence: "Apache-2.0",
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    threads: host.load().threads,
    licences: [...host.licences],
    timing: host.timings.report(),
  });

  const health: Handler<"app.health"> = () => ({
    status: "ok",
    retinas: host.store.retinas.map(({ name }) => name),
    uptimeSeconds: (performance.now() - started) / 1000,
    waiting: host.load().waiting,
  });

  return { "app.about": about, "app.health": health };
}

/** Folders that are listed at once. */
const MOST = 1000;

/** Lets a person choose a folder of this machine in a page, which has no dialog for that. */
export function folderHandlers({
  mayReadFiles,
  folders,
}: Pick<FilePlace, "mayReadFiles" | "folders">) {
  const list: Handler<"app.folders"> = ({ path: asked = firstOf(folders) }) => {
    if (!mayReadFiles)
      throw forbidden("A service that asks for no key does not show the folders of its machine.");
    return listFolder(asked, folders);
  };
  return { "app.folders": list };
}

const mayShow = (place: string, folders: ReadableFolders): boolean =>
  folders === undefined || folders.some((folder) => isIn(place, folder));

/** The person's own where it may be read, else the first that may. */
function firstOf(folders: ReadableFolders): string {
  const home = homedir();
  return mayShow(home, folders) ? home : (folders?.[0] ?? home);
}

async function listFolder(asked: string, folders: ReadableFolders): Promise<Output<"app.folders">> {
  if (!path.isAbsolute(asked) || asked.includes("\0"))
    throw badInput("path", `A folder is named from the top, such as ${homedir()}.`);
  const here = path.resolve(asked);
  const real = await requireReadable(here, folders).catch((cause: unknown) => {
    throw cause instanceof ApiError && cause.code === "bad-input"
      ? badInput("path", cause.message)
      : cause;
  });
  const entries = await readdir(real, { withFileTypes: true }).catch((cause: unknown) => {
    throw badInput("path", `${here} cannot be read: ${reasonOf(cause)}.`);
  });
  const parent = path.dirname(here);
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b));
  return {
    path: here,
    parent: parent === here || !mayShow(parent, folders) ? null : parent,
    folders: names.slice(0, MOST).map((name) => ({ name, path: path.join(here, name) })),
    texts: entries.filter((entry) => entry.isFile() && isCorpusFile(entry.name)).length,
    isCut: names.length > MOST,
  };
}

type JobView = Output<"app.jobs">[number];

/** Tasks: start, list, stop, and show what a training made. */
export function jobHandlers(jobs: JobStore, store: RetinaStore) {
  const start: Handler<"app.jobStart"> = (input) => jobs.start(input);
  const cancel: Handler<"app.jobCancel"> = ({ id }) => jobs.cancel(id);
  const list: Handler<"app.jobs"> = async ({ id }) => {
    if (id === undefined) return jobs.list();
    const job = jobs.get(id);
    const { kind, state } = job.state;
    const isTrained = kind === "train" && state === "done";
    return [{ ...job.state, ...(isTrained && { trained: await trainedView(job, store) }) }];
  };
  return { "app.jobStart": start, "app.jobs": list, "app.jobCancel": cancel };
}

async function trainedView(job: Job, store: RetinaStore): Promise<NonNullable<JobView["trained"]>> {
  const { checksum, ...view } = await store.describe(job.trainedFile);
  return { ...view, kept: store.retinas.some((retina) => retina.checksum === checksum) };
}

/** What managing retinas acts on. */
export interface RetinaHost {
  readonly store: RetinaStore;
  readonly jobs: JobStore;
  /** Makes every thread use the retinas that the store holds now. */
  reload(): void;
}

/** Installing, checking and removing retina files, and keeping what a training made. */
export function retinaHandlers({ store, jobs, reload }: RetinaHost) {
  const cards: Handler<"app.retinaCards"> = async () => {
    const before = checksums(store);
    await store.refresh();
    // Another program of this user may have installed or removed one.
    if (checksums(store) !== before) reload();
    return store.cards();
  };

  const install: Handler<"app.retinaInstall"> = async ({ bytes, replace = false }) => {
    const card = await store.install({ bytes, name: "uploaded" }, { replace });
    reload();
    return card;
  };

  const verify: Handler<"app.retinaVerify"> = ({ name }) => store.verify(name);

  const remove: Handler<"app.retinaRemove"> = async ({ name }) => {
    await store.remove(name);
    reload();
    return { removed: name };
  };

  const keep: Handler<"app.trainingKeep"> = async ({ id, replace = false }) => {
    const job = jobs.get(id);
    if (job.state.kind !== "train" || job.state.state !== "done")
      throw badInput("id", "This task has no finished training to keep.");
    const given = { file: job.trainedFile, name: "trained" };
    const card = await store.install(given, { replace });
    reload();
    return card;
  };

  const discard: Handler<"app.trainingDiscard"> = async ({ id }) => {
    await jobs.remove(id);
    return { discarded: true };
  };

  return {
    "app.retinaCards": cards,
    "app.retinaInstall": install,
    "app.retinaVerify": verify,
    "app.retinaRemove": remove,
    "app.trainingKeep": keep,
    "app.trainingDiscard": discard,
  };
}

/** Sentence encoders that read texts on a map. */
export function readerHandlers(readers: Readers) {
  const list: Handler<"app.readers"> = async () =>
    (await readers.list()).map((each) =>
      "problem" in each
        ? { name: each.name, problem: each.problem, map: null, sentences: 0 }
        : {
            name: each.name,
            problem: null,
            map: each.header.map,
            sentences: each.header.sentences.count,
          },
    );
  const rate: Handler<"app.readerRate"> = ({ reader, texts }) => {
    const own = texts.filter((text) => text.trim() !== "");
    if (own.length === 0) throw badInput("texts", "There is no text to try the reader on.");
    return readers.rate(reader, own);
  };
  return { "app.readers": list, "app.readerRate": rate };
}

const checksums = (store: RetinaStore) => store.retinas.map(({ checksum }) => checksum).join(" ");

/** The person's workspace, one for all hosts on this machine. */
export function workspaceHandlers(store: WorkspaceStore) {
  const load: Handler<"app.workspaceLoad"> = ({ session, takeOver, known }) =>
    store.load(session, takeOver, known);
  const save: Handler<"app.workspaceSave"> = (given) => store.save(given);
  const release: Handler<"app.workspaceRelease"> = async ({ session }) => ({
    released: await store.release(session),
  });
  return {
    "app.workspaceLoad": load,
    "app.workspaceSave": save,
    "app.workspaceRelease": release,
  };
}
