import path from "node:path";
import type { Handlers } from "../../api/client-types.ts";
import { engineHandlers } from "../../handlers/all-handlers.ts";
import { clusterHandlers } from "../collections/connection/cluster-handlers.ts";
import {
  ClusterPlace,
  type ClusterPlaceOptions,
  type ClusterSettings,
} from "../collections/connection/cluster-settings.ts";
import { type FilePlace, GivenFiles } from "../collections/import/given-files.ts";
import { CollectionThread } from "../collections/thread/collection-thread.ts";
import type { CollectionThreadData } from "../collections/thread/collection-worker.ts";
import { keepServing } from "../config/process.ts";
import { programInfo } from "../config/program-info.ts";
import { type ChangingEngine, makeEngine, type ReadingParts } from "../engine/make-engine.ts";
import type { CallThreadData } from "../engine/thread-engine.ts";
import { importHandlers } from "../jobs/import-tasks.ts";
import { JobStore, type JobThread, type JobThreadData } from "../jobs/job-store.ts";
import type { JobMethods } from "../jobs/run-job.ts";
import type { RetinaOpener } from "../opening/retina-opener.ts";
import type { RetinaStore } from "../opening/retina-store.ts";
import type { Siblings, SiblingUse } from "../opening/siblings.ts";
import { Readers } from "../reader/readers.ts";
import { Pool } from "../threads/pool.ts";
import { startThread } from "../threads/start-thread.ts";
import { collectGarbageSoon } from "../threads/thread-memory.ts";
import { filterHandlers } from "../workspace/filter-handlers.ts";
import { WorkspaceStore } from "../workspace/workspace-store.ts";
import { CallThreads } from "./call-threads.ts";
import {
  aboutHandlers,
  folderHandlers,
  jobHandlers,
  readerHandlers,
  retinaHandlers,
  workspaceHandlers,
} from "./host-handlers.ts";
import { type Answering, routeCalls } from "./route-calls.ts";
import { Timings } from "./timings.ts";

/** Where things lie and how much the service may use. */
export interface ServiceOptions {
  /** Folder of the retinas that come with the program, or that the user named. */
  readonly retinas: string;
  /** The user's folder: workspace, installed retinas, results of tasks. */
  readonly data: string;
  /** Threads for long calls; 0 answers everything on the calling thread. By default one for each processor, at most four. */
  readonly threads?: number;
  /** Longest a call may take, in seconds. */
  readonly seconds?: number;
  /** False where strangers could make the service read files, or send texts somewhere else. */
  readonly mayTrain?: boolean;
  /** Folders in which callers may name files to read; left out where the caller is the person whose machine it is. */
  readonly files?: readonly string[];
  /** The cluster that keeps the collections, before any that was named in the application. */
  readonly cluster?: ClusterSettings;
  /** Nobody may name another cluster in the application, nor have an address tried. */
  readonly fixedCollections?: boolean;
}

/** Everything a host needs. Each transport passes its calls to `handlers` by `dispatch`. */
export interface Service {
  readonly handlers: Handlers;
  readonly store: RetinaStore;
  readonly version: string;
  /** Resolves when a thread is ready for calls. */
  ready(): Promise<void>;
  /** Lets other programs have the collections; the next question opens them again. */
  releaseCollections(): Promise<void>;
  close(): Promise<void>;
}

/** How long a task that was asked to stop may run before its thread is ended. */
const JOB_GRACE = 1000;

/** How often it is looked whether a retina of another language is still used, and how long one stays that is not, in milliseconds. */
const LOOK_EVERY = 60_000;
const IDLE = 600_000;

interface Current extends Answering {
  readonly engine: ChangingEngine;
}

/** What it is put together from. */
export interface ServiceParts {
  readonly store: RetinaStore;
  readonly opener: RetinaOpener;
  readonly siblings: Siblings;
  readonly reading: ReadingParts;
  /** For long calls. */
  readonly threads: number;
}

/** A service with its retinas open. */
export class RunningService implements Service {
  readonly handlers: Handlers;
  readonly store: RetinaStore;
  readonly jobs: JobStore;
  readonly version: string;
  /** Where collections are kept. */
  readonly clusterPlace: ClusterPlace;
  readonly #options: ServiceOptions;
  readonly #parts: ServiceParts;
  readonly #readers: Readers;
  readonly #timings = new Timings();
  readonly #hostHandlers: ReturnType<RunningService["makeHostHandlers"]>;
  readonly #current: Current;
  readonly #collections: CollectionThread;
  readonly #stopServing = keepServing();
  readonly #idle: NodeJS.Timeout;

  constructor(options: ServiceOptions, parts: ServiceParts) {
    this.#options = options;
    this.#parts = parts;
    this.store = parts.store;
    this.#readers = new Readers(this.#readersFolder, Math.max(1, parts.threads));
    this.version = programInfo().version;
    const files = filePlace(options);
    this.jobs = new JobStore({
      folder: path.join(options.data, "jobs"),
      checkRetina: (name) => void this.#current.engine.model(name),
      mayReadFiles: files.mayReadFiles,
      openThread: () => this.#openJobThread(files),
    });
    this.clusterPlace = new ClusterPlace(clusterOptions(options));
    this.#collections = new CollectionThread(() => this.#startCollectionThread(files));
    this.#hostHandlers = this.makeHostHandlers();
    this.#current = this.#assemble();
    this.handlers = routeCalls({
      current: () => this.#current,
      timings: this.#timings,
      siblings: () => this.#useSiblings(),
    });
    this.#idle = setInterval(() => this.#releaseSiblings(), LOOK_EVERY).unref();
    this.#loadAtlases();
  }

  get #readersFolder(): string {
    return path.join(this.#options.data, "readers");
  }

  async ready(): Promise<void> {
    await this.#current.pool?.ready();
  }

  /** Loads the regions of every map, for which the page waits first. A failure repeats at the call that needs them. */
  #loadAtlases(): void {
    const { engine } = this.#current;
    for (const name of engine.names)
      void Promise.resolve(engine.atlas(engine.model(name))).catch(() => {});
  }

  releaseCollections(): Promise<void> {
    return this.#collections.release();
  }

  async close(): Promise<void> {
    clearInterval(this.#idle);
    await this.jobs.close();
    await this.#collections.close();
    await this.#current.pool?.close();
    await this.#readers.close();
    await this.#parts.opener.close();
    this.#stopServing();
  }

  makeHostHandlers() {
    const host = { store: this.store, jobs: this.jobs, reload: () => this.#reload() };
    const workspace = new WorkspaceStore(path.join(this.#options.data, "workspace"));
    return {
      ...retinaHandlers(host),
      ...readerHandlers(this.#readers),
      ...folderHandlers(filePlace(this.#options)),
      ...jobHandlers(this.jobs, this.store),
      ...clusterHandlers(this.clusterPlace, () => this.#collections.release()),
      ...this.#collections.handlers,
      ...importHandlers(this.jobs, new GivenFiles(filePlace(this.#options))),
      ...workspaceHandlers(workspace),
      ...filterHandlers(workspace),
      ...aboutHandlers({
        store: this.store,
        timings: this.#timings,
        ...programInfo(),
        load: () => ({
          threads: this.#current.pool?.threads ?? 0,
          waiting: this.#current.pool?.waiting ?? 0,
        }),
      }),
    };
  }

  #assemble(): Current {
    const { threads } = this.#parts;
    const { seconds } = this.#options;
    const open = () => this.#threadData();
    const pool = threads < 1 ? undefined : new CallThreads({ threads, seconds, open });
    const engine = makeEngine({
      retinas: this.#retinas(),
      packs: this.#parts.siblings.packs,
      readers: this.#readers,
      ...this.#parts.reading,
      atlas: ({ retina }) => this.#parts.opener.atlas(retina),
    });
    const local: Handlers = { ...engineHandlers(engine), ...this.#hostHandlers };
    return { engine, local, pool };
  }

  #openJobThread(files: FilePlace): JobThread {
    const own = this.#threadData();
    const { sources: siblings } = this.#parts.siblings;
    const data: JobThreadData = { ...own, siblings, readersFolder: this.#readersFolder, ...files };
    const pool = new Pool<JobMethods>({
      file: "jobs/job-worker",
      threads: 1,
      data,
      retinas: () => own.retinas,
      graceMilliseconds: JOB_GRACE,
    });
    return { pool, collections: this.#collections.offer() };
  }

  #startCollectionThread(files: FilePlace) {
    const own = this.#threadData();
    const data: CollectionThreadData = {
      ...own,
      data: this.#options.data,
      cluster: clusterOptions(this.#options),
      ...files,
    };
    const retinas = () => this.#threadData().retinas;
    return startThread("collections/thread/collection-worker", data, retinas);
  }

  #threadData(): CallThreadData {
    const retinas = this.#retinas().map(({ tables }) => tables);
    return { retinas, packs: this.#parts.siblings.packs };
  }

  #retinas() {
    return [...this.store.retinas, ...this.#parts.siblings.retinas];
  }

  #useSiblings(): SiblingUse {
    const { siblings } = this.#parts;
    const open = (name: string) =>
      siblings.open(name)?.then((isNew) => {
        if (!isNew) return;
        siblings.release(IDLE);
        this.#take();
      });
    return siblings.use(open, () => this.#releaseSiblings());
  }

  /** Nothing else would make the threads look for what nobody has any more. */
  #releaseSiblings(): void {
    if (!this.#parts.siblings.release(IDLE)) return;
    this.#take();
    collectGarbageSoon();
  }

  /** Other retinas are installed: what is usual may be another. */
  #reload(): void {
    this.#take();
    this.#loadAtlases();
  }

  /** Everybody answers with the retinas of now; a thread after the call that it is at. */
  #take(): void {
    const data = this.#threadData();
    this.#current.engine.take({ retinas: this.#retinas(), packs: this.#parts.siblings.packs });
    this.#collections.takeRetinas(data);
  }
}

const filePlace = ({ data, mayTrain = true, files }: ServiceOptions): FilePlace => ({
  uploads: path.join(data, "uploads"),
  mayReadFiles: mayTrain,
  folders: files,
});

const clusterOptions = (options: ServiceOptions): ClusterPlaceOptions => ({
  data: options.data,
  folders: options.files,
  started: options.cluster,
  fixed: options.mayTrain === false ? "strangers" : options.fixedCollections ? "start" : undefined,
});
