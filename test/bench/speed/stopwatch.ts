/** How long an operation took over many runs, in milliseconds. */
export interface Timing {
  readonly median: number;
  /** 95 of 100 runs were faster. */
  readonly slow: number;
  readonly runs: number;
}

/** Runs before the clock counts, so that the code is compiled. */
const WARM_UP = 20;

/** Results go here, so that no run can be optimised away. */
export const sink: unknown[] = [];

/** Times `operate` for input 0, 1, 2 ..., which should differ from run to run. */
export function time(runs: number, operate: (run: number) => unknown): Timing {
  for (let run = 0; run < Math.min(WARM_UP, runs); run++) sink[0] = operate(run);
  const times = Array.from({ length: runs }, (_, run) => {
    const start = performance.now();
    sink[0] = operate(run);
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return { median: at(times, 0.5), slow: at(times, 0.95), runs };
}

/** For what happens once in a process: the time on the clock, and the processor time of all threads. */
export function timeOnce<T>(operate: () => T): {
  readonly value: T;
  readonly timing: Timing;
  readonly cpu: number;
} {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const value = operate();
  const wall = performance.now() - start;
  const used = process.cpuUsage(cpu);
  return {
    value,
    timing: { median: wall, slow: wall, runs: 1 },
    cpu: (used.user + used.system) / 1000,
  };
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
