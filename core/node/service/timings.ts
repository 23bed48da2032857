import type { Name, Output } from "../../api/client-types.ts";

/** Durations that are kept of each endpoint for its median. */
const KEPT = 256;

interface Timing {
  calls: number;
  worst: number;
  readonly recent: number[];
}

/** How long calls took in this run. */
export class Timings {
  readonly #byName = new Map<Name, Timing>();

  /** A call begins; @returns what to do when it ends */
  start(name: Name): () => void {
    const start = performance.now();
    return () => this.record(name, performance.now() - start);
  }

  record(name: Name, milliseconds: number): void {
    const timing = this.#byName.get(name) ?? { calls: 0, worst: 0, recent: [] };
    timing.recent[timing.calls % KEPT] = milliseconds;
    timing.calls++;
    timing.worst = Math.max(timing.worst, milliseconds);
    this.#byName.set(name, timing);
  }

  /** Most called first. */
  report(): Output<"app.about">["timing"] {
    return [...this.#byName]
      .map(([endpoint, { calls, worst, recent }]) => ({
        endpoint,
        calls,
        medianMilliseconds: median(recent),
        worstMilliseconds: worst,
      }))
      .sort((a, b) => b.calls - a.calls);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
