import { fileURLToPath } from "node:url";
import { type MessagePort, Worker } from "node:worker_threads";
import { releaseScratch } from "../../kernel/index-memory.ts";
import type { RetinaTables } from "../../retina/retina-data.ts";

/**
 * Megabytes for new objects, of which the usual 48 are filled and kept by each thread: with fifteen languages open 150 less in all.
 * Reading texts of a line or a megabyte takes no longer.
 */
export const YOUNG = 12;

/** Those that run or are ending, each with what settles once it has loaded its file. */
const threads = new Map<Worker, Promise<void>>();

/** What is done about a thread. */
export interface ThreadWatch {
  /** Retinas that it is attached to when it ends: what it held of their memory is given back then. */
  readonly retinas?: () => readonly RetinaTables[];
  readonly isLoaded?: boolean;
  readonly onExit?: () => void;
}

/** Remembers a thread until it ends, however that happens. @returns what resolves once it has loaded its file, or has ended */
export function watchThread(
  thread: Worker,
  { retinas = () => [], isLoaded = false, onExit = () => {} }: ThreadWatch = {},
): Promise<void> {
  const known = threads.get(thread);
  if (known !== undefined) return known;
  const holder = scratchHolder(thread.threadId);
  const loaded = new Promise<void>((resolve) => {
    if (isLoaded) resolve();
    thread.once("message", () => resolve());
    thread.once("exit", () => resolve());
  });
  threads.set(thread, loaded);
  thread.once("exit", () => {
    threads.delete(thread);
    for (const { index } of retinas()) releaseScratch(index, holder);
    onExit();
  });
  return loaded;
}

/** What a thread is given. */
export interface ThreadOptions {
  /** Seen by its file as `workerData`. */
  readonly data?: unknown;
  /** Ports in `data`, which go over. */
  readonly ports?: readonly MessagePort[];
  readonly retinas?: ThreadWatch["retinas"];
}

/** Starts a thread that no pool ends. Its file, `core/node/NAME.js`, serves methods. */
export function startThread(
  name: string,
  { data, ports = [], retinas }: ThreadOptions = {},
): Worker {
  const thread = new Worker(threadFile(name), {
    workerData: data,
    transferList: [...ports],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
  watchThread(thread, { ...(retinas && { retinas }) });
  return thread;
}

/**
 * Ends what is left of the threads of this process and resolves when all are gone, those as well that failed or were ended
 * before: a process that exits while a thread is being taken down may crash.
 */
export async function endThreads(): Promise<void> {
  await Promise.all(
    [...threads].map(async ([thread, loaded]) => {
      await loaded;
      await thread.terminate();
    }),
  );
}

/** The number under which a thread holds working areas; that of the main thread is 1. */
export const scratchHolder = (threadId: number): number => threadId + 1;

/**
 * The file of a thread. Threads run compiled files only, so sources that run as they are (in tests) use the compiled twin. Nothing
 * that it imports may await at its top level: it is required, since files that are read for an import stay open for ever when
 * their thread is ended.
 */
export function threadFile(name: string): string {
  const here = import.meta.url.endsWith(".ts")
    ? import.meta.url.replace(/\/core\/node\//, "/dist/core/node/")
    : import.meta.url;
  return fileURLToPath(new URL(`../${name}.js`, here));
}
