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
import { serveLanguages } from "../engine/language-port.ts";
import { type ChangingEngine, makeEngine, type ReadingParts } from "../engine/make-engine.ts";
import type { CallThreadData } from "../engine/thread-engine.ts";
import { JobStore, type JobThread, type JobThreadData } from "../jobs/job-store.ts";
import type { JobMethods } from "../jobs/run-job.ts";
import type { LanguageRetinas } from "../opening/language-retinas.ts";
import type { RetinaOpener } from "../opening/retina-opener.ts";
import type { RetinaStore } from "../opening/retina-store.ts";
import { Readers } from "../reader/readers.ts";
import { Pool } from "../threads/pool.ts";
import { startThread } from "../threads/start-thread.ts";
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

interface Current extends Answering {
  readonly engine: ChangingEngine;
}

/** What it is put together from. */
export interface ServiceParts {
  readonly store: RetinaStore;
  readonly opener: RetinaOpener;
  readonly languages: LanguageRetinas;
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

  constructor(options: ServiceOptions, parts: ServiceParts) {
    this.#options = options;
    this.#parts = parts;
    this.store = parts.store;
    this.#readers = new Readers(this.#readersFolder, Math.max(1, parts.threads));
    this.version = programInfo().version;
    const files = filePlace(options);
    this.jobs = new JobStore({
      folder: path.join(options.data, "jobs"),
      checkImport: async (paths, retina) => {
        await this.#current.engine.model(retina);
        await new GivenFiles(files).resolve(paths);
      },
      mayReadFiles: files.mayReadFiles,
      openThread: () => this.#openJobThread(files),
    });
    this.clusterPlace = new ClusterPlace(clusterOptions(options));
    this.#collections = new CollectionThread(() => this.#startCollectionThread(files));
    this.#hostHandlers = this.makeHostHandlers();
    this.#current = this.#assemble();
    this.handlers = routeCalls({ current: () => this.#current, timings: this.#timings });
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
    const load = async (name: string) => engine.atlas(await engine.model(name));
    for (const name of engine.names) load(name).catch(() => {});
  }

  releaseCollections(): Promise<void> {
    return this.#collections.release();
  }

  async close(): Promise<void> {
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
      "app.collectionUpload": new GivenFiles(filePlace(this.#options)).upload,
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
    const pool =
      threads < 1
        ? undefined
        : new CallThreads({
            threads,
            seconds,
            installed: () => this.#installed(),
            openLanguage: async (name) => (await this.#openLanguage(name))?.tables,
            open: () => this.#open(),
          });
    const engine = makeEngine({
      retinas: this.store.retinas,
      packs: this.#parts.languages.packs,
      open: (name) => this.#openLanguage(name),
      readers: this.#readers,
      ...this.#parts.reading,
      atlas: ({ retina }) => this.#parts.opener.atlas(retina),
    });
    const local: Handlers = { ...engineHandlers(engine), ...this.#hostHandlers };
    return { engine, local, pool };
  }

  #openJobThread(files: FilePlace): JobThread {
    const own = this.#installed();
    const { sources: languages } = this.#parts.languages;
    const data: JobThreadData = { ...own, languages, readersFolder: this.#readersFolder, ...files };
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
    const { port } = serveLanguages(async (name) => (await this.#openLanguage(name))?.tables);
    const data: CollectionThreadData = {
      ...this.#installed(),
      languages: port,
      data: this.#options.data,
      cluster: clusterOptions(this.#options),
      ...files,
    };
    return startThread("collections/thread/collection-worker", {
      data,
      ports: [port],
      retinas: () => this.#open(),
    });
  }

  #installed(): CallThreadData {
    const retinas = this.store.retinas.map(({ tables }) => tables);
    return { retinas, packs: this.#parts.languages.packs };
  }

  #open() {
    return [...this.store.retinas, ...this.#parts.languages.retinas].map(({ tables }) => tables);
  }

  async #openLanguage(name: string) {
    const { languages } = this.#parts;
    const before = languages.packs;
    const retina = await languages.open(name);
    // A pack has come since they were looked for.
    if (languages.packs !== before) this.#take();
    return retina;
  }

  /** Other retinas are installed: what is usual may be another. */
  #reload(): void {
    this.#take();
    this.#loadAtlases();
  }

  /** Everybody answers with the retinas of now; a thread after the call that it is at. */
  #take(): void {
    const { packs } = this.#parts.languages;
    this.#current.engine.take({ retinas: this.store.retinas, packs });
    this.#collections.takeRetinas(this.#installed());
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
