import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Handlers } from "../../api/client-types.ts";
import type { Endpoint } from "../../api/define-endpoint.ts";
import { endpoints } from "../../api/table.ts";
import { NEVER_CANCELLED } from "../../cancellation.ts";
import type { Engine } from "../../engine.ts";
import { ApiError } from "../../errors.ts";
import { engineHandlers } from "../../handlers/all-handlers.ts";
import { keepServing } from "../config/keep-serving.ts";
import type { AnswerRaw } from "../http/create-server.ts";
import { type EncodedReply, encodeError, encodeReply } from "../http/encode-reply.ts";
import { JobStore } from "../jobs/job-store.ts";
import type { JobThreadData } from "../jobs/messages.ts";
import type { RetinaOpener } from "../opening/retina-opener.ts";
import type { ThreadData } from "../pool/messages.ts";
import { WorkerPool } from "../pool/worker-pool.ts";
import { workspaceHandlers } from "../workspace/workspace-handlers.ts";
import { WorkspaceStore } from "../workspace/workspace-store.ts";
import { aboutHandlers } from "./about-handlers.ts";
import { answerRaw, type RawCall } from "./answer.ts";
import { jobHandlers } from "./job-handlers.ts";
import { makeEngine, type ReadingParts } from "./make-engine.ts";
import { programInfo } from "./program-info.ts";
import { retinaHandlers } from "./retina-handlers.ts";
import type { RetinaStore } from "./retina-store.ts";
import { type Answering, routedHandlers } from "./routed-handlers.ts";
import { isCostly, leavesMainThread, treatmentOf } from "./thread-choice.ts";
import { Timings } from "./timings.ts";
import { trainInJob } from "./train-in-job.ts";
import type { Service, ServiceOptions } from "./types.ts";
import { workerEntry } from "./worker-entry.ts";

const SECONDS = 30;
/** Longest a call with a large body may take. */
const HEAVY_SECONDS = 600;
const LONGEST_QUEUE = 2000;

const HERE = { signal: NEVER_CANCELLED };

interface Current extends Answering {
  readonly engine: Engine;
}

/** What it is put together from. */
export interface ServiceParts {
  readonly store: RetinaStore;
  readonly opener: RetinaOpener;
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
  readonly #options: ServiceOptions;
  readonly #parts: ServiceParts;
  readonly #timings = new Timings();
  readonly #hostHandlers: ReturnType<RunningService["makeHostHandlers"]>;
  #current: Current;
  readonly #stopServing = keepServing();
  #ready: Promise<void> | undefined;

  constructor(options: ServiceOptions, parts: ServiceParts) {
    this.#options = options;
    this.#parts = parts;
    this.store = parts.store;
    this.version = programInfo().version;
    this.jobs = new JobStore({
      folder: path.join(options.data, "jobs"),
      startThread: (request, stop) =>
        this.#startThread("job-worker", {
          retinas: this.#tables(),
          request,
          stop,
          mayTrain: options.mayTrain ?? true,
        }),
      train: trainInJob,
    });
    this.#hostHandlers = this.makeHostHandlers();
    this.#current = this.#assemble();
    this.handlers = routedHandlers(() => this.#current, this.#timings);
  }

  readonly answer: AnswerRaw = (call, hangUp) => {
    const start = performance.now();
    const record = () => this.#timings.record(call.name, performance.now() - start);
    const reply = this.#answerWhereItShould(call, hangUp);
    if (!(reply instanceof Promise)) {
      record();
      return reply;
    }
    return reply
      .catch((cause) => encodeError(ApiError.toWire(cause), call.requestId))
      .finally(record);
  };

  #answerWhereItShould(call: RawCall, hangUp: () => AbortSignal): ReturnType<AnswerRaw> {
    const { name, body } = call;
    const endpoint: Endpoint = endpoints[name];
    const size = body?.byteLength ?? 0;
    const { pool, local } = this.#current;
    if (endpoint.work === "job") return this.#startJob(call);
    if (pool === undefined) return answerRaw(local, call, HERE);
    const elsewhere = () =>
      pool.run({ kind: "raw", call }, { signal: hangUp(), ...treatmentOf(name, size) });
    if (leavesMainThread(name, size)) return elsewhere();
    const handOn = (args: Readonly<Record<string, unknown>>) =>
      isCostly(name, args) ? elsewhere() : undefined;
    return answerRaw(local, call, { signal: NEVER_CANCELLED, handOn });
  }

  ready(): Promise<void> {
    this.#ready ??= this.#start();
    return this.#ready;
  }

  async #start(): Promise<void> {
    void this.#prepare();
    await this.#current.pool?.ready();
  }

  /** Does beforehand, beside the first calls, what they would otherwise wait for. */
  async #prepare(): Promise<void> {
    const { engine, pool } = this.#current;
    if (pool === undefined) return;
    for (const name of engine.names) {
      const model = engine.model(name);
      // Whoever needs the regions asks again and is told what is wrong.
      await Promise.resolve(engine.atlas(model)).catch(() => {});
      void model.text;
    }
  }

  async close(): Promise<void> {
    await this.jobs.close();
    await this.#current.pool?.close();
    await this.#parts.opener.close();
    this.#stopServing();
  }

  makeHostHandlers() {
    const host = { store: this.store, jobs: this.jobs, reload: () => this.#reload() };
    return {
      ...retinaHandlers(host),
      ...jobHandlers(this.jobs, this.store),
      ...workspaceHandlers(new WorkspaceStore(path.join(this.#options.data, "workspace"))),
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

  /** The input is read on the task's own thread, however large it is. */
  async #startJob({ search, body, requestId }: RawCall): Promise<EncodedReply> {
    const value = await this.jobs.start({ search, body });
    return encodeReply(endpoints["app.jobStart"], { ok: true, value }, requestId);
  }

  #assemble(): Current {
    const pool = this.#startPool();
    const engine = makeEngine({
      retinas: this.store.retinas,
      ...this.#parts.reading,
      atlas: ({ retina }) => this.#parts.opener.atlas(retina),
    });
    const local: Handlers = { ...engineHandlers(engine), ...this.#hostHandlers };
    return { engine, local, pool };
  }

  #startPool(): WorkerPool | undefined {
    const { threads } = this.#parts;
    if (threads < 1) return undefined;
    const tables = this.#tables();
    return new WorkerPool({
      threads,
      start: () => this.#startThread("call-worker", { retinas: tables }),
      seconds: this.#options.seconds ?? SECONDS,
      heavySeconds: Math.max(this.#options.seconds ?? 0, HEAVY_SECONDS),
      longestQueue: LONGEST_QUEUE,
    });
  }

  #startThread(entry: string, workerData: ThreadData | JobThreadData): Worker {
    return new Worker(workerEntry(entry), { workerData });
  }

  #tables() {
    return this.store.retinas.map(({ tables }) => tables);
  }

  /** Calls under way end on the threads they are on. */
  #reload(): void {
    const { pool } = this.#current;
    this.#current = this.#assemble();
    void pool?.retire();
  }
}
