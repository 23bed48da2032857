import { fileURLToPath } from "node:url";
import { type MessagePort, Worker, type WorkerOptions } from "node:worker_threads";
import { releaseScratch } from "../../kernel/index-memory.ts";
import type { RetinaTables } from "../../retina/retina-data.ts";
import {
  type EndLock,
  makeEndLock,
  THREAD_SOURCE,
  type ThreadStart,
  takeToEnd,
} from "./end-lock.ts";

/** Starts a thread whose file serves methods. */
export type StartThread = () => Worker;

/** What a thread is given and what it may use. */
export interface ThreadOptions {
  /** Seen by the thread's file as `threadData()`. */
  readonly data?: unknown;
  /** Ports in `data`, which go over to the thread. */
  readonly ports?: readonly MessagePort[];
  /** Retinas that the thread is attached to when it ends: what it held of their memory is given back then. */
  readonly retinas?: () => readonly RetinaTables[];
  /** Most megabytes of objects; without it as much as the main thread may use. More than that ends the thread alone. */
  readonly megabytes?: number;
}

/**
 * Megabytes for new objects, of which the usual 48 are filled and kept by each thread: with fifteen languages open 150 less in all.
 * Reading texts of a line or a megabyte takes no longer.
 */
const YOUNG = 12;

/**
 * How a thread starts whose file is `core/node/NAME.js`. The file is required, not imported: whoever requires reads without
 * a pause, whereas files that are being read for an import stay open for ever when their thread is ended. Nothing that it
 * imports may await at its top level.
 */
export function startThread(
  name: string,
  { data, ports = [], retinas = () => [], megabytes }: ThreadOptions = {},
): Worker {
  const worker = new Thread(fileURLToPath(workerEntry(name)), data, {
    transferList: [...ports],
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG,
      ...(megabytes !== undefined && { maxOldGenerationSizeMb: megabytes }),
    },
  });
  releaseAtEnd(worker, retinas);
  return worker;
}

/** Those that run or are ending. */
const threads = new Set<Thread>();

/**
 * Ends what is left of the threads of this process and resolves when all are gone, those as well that failed or were ended
 * before: a process that exits while a thread is being taken down may crash.
 */
export async function endThreads(): Promise<void> {
  await Promise.all([...threads].map((thread) => thread.terminate()));
}

/** A thread that is ended between two files, never while it reads one. */
class Thread extends Worker {
  readonly #lock: EndLock;
  readonly #hasEnded: Promise<unknown>;

  constructor(file: string, data: unknown, options: WorkerOptions) {
    const lock = makeEndLock();
    const start: ThreadStart = { file, data, lock };
    super(THREAD_SOURCE, { ...options, eval: true, workerData: start });
    this.#lock = lock;
    this.#hasEnded = new Promise((resolve) => this.once("exit", resolve));
    threads.add(this);
    this.once("exit", () => threads.delete(this));
  }

  override async terminate(): Promise<number> {
    await Promise.race([takeToEnd(this.#lock), this.#hasEnded]);
    return super.terminate();
  }
}

/** Gives back the working areas that a thread held in the memory of retinas, however it ends. */
export function releaseAtEnd(worker: Worker, retinas: () => readonly RetinaTables[]): void {
  const holder = scratchHolder(worker.threadId);
  worker.once("exit", () => {
    for (const { index } of retinas()) releaseScratch(index, holder);
  });
}

/** The number under which a thread holds working areas; that of the main thread is 1. */
export const scratchHolder = (threadId: number): number => threadId + 1;

/**
 * Where a thread starts. Threads run compiled files only, so sources that run as they are (in tests) use the
 * compiled twin.
 */
function workerEntry(name: string): URL {
  const here = import.meta.url.endsWith(".ts")
    ? import.meta.url.replace(/\/core\/node\//, "/dist/core/node/")
    : import.meta.url;
  return new URL(`../${name}.js`, here);
}
