import { availableParallelism } from "node:os";
import type { RetinaTables } from "../../../retina/retina-tables.ts";
import type { CallThreadData } from "../../service/thread-engine.ts";
import { startThread } from "../../threads/start-thread.ts";
import { WorkerPool } from "../../threads/worker-pool.ts";
import type { ReadingMethods } from "./reading-methods.ts";

const MOST_THREADS = 8;

/** A thread for each processor, to make fingerprints; whoever opens them closes them. */
export function openReadingPool(tables: RetinaTables): WorkerPool<ReadingMethods> {
  const retinas = [tables];
  const data: CallThreadData = { retinas };
  return new WorkerPool({
    threads: Math.max(1, Math.min(MOST_THREADS, availableParallelism())),
    start: () => startThread("collections/import/reading-worker", { data, retinas }),
  });
}
