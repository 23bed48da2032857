import type { TrainProgress } from "./types.ts";

/** The phases of a training in order, with the share of its time each takes on a large corpus. */
export const PHASES = [
  { name: "reading", share: 0.06 },
  { name: "vocabulary", share: 0.01 },
  { name: "phrases", share: 0.03 },
  { name: "parts of speech", share: 0.05 },
  { name: "counting", share: 0.09 },
  { name: "vectors", share: 0.09 },
  { name: "map", share: 0.06 },
  { name: "fingerprints", share: 0.08 },
  { name: "refinement", share: 0.52 },
  { name: "measuring", share: 0.01 },
] as const;

/** The name of a phase. */
export type PhaseName = (typeof PHASES)[number]["name"];

/** Below this fraction a guess of the remaining time would be worth nothing. */
const EARLIEST_GUESS = 0.02;

/** Turns progress within phases into progress of the whole, with the time that is probably left. */
export class ProgressMeter {
  /** Seconds each finished phase took, by name, in order. */
  readonly seconds = new Map<PhaseName, number>();
  private readonly onProgress: (progress: TrainProgress) => void;
  private readonly now: () => number;
  private readonly begun: number;

  /** `now` gives seconds from any fixed moment. */
  constructor(onProgress: (progress: TrainProgress) => void, now: () => number) {
    this.onProgress = onProgress;
    this.now = now;
    this.begun = now();
  }

  /** Runs one phase; `report` takes the share of it that is done. */
  async phase<T>(name: PhaseName, work: (report: (fraction: number) => void) => T | Promise<T>) {
    const start = this.now();
    const before = this.shareBefore(name);
    const share = PHASES.find((phase) => phase.name === name)?.share ?? 0;
    this.emit(name, before);
    const result = await work((fraction) => this.emit(name, before + share * fraction));
    this.seconds.set(name, this.now() - start);
    return result;
  }

  private emit(phase: PhaseName, fraction: number): void {
    const spent = this.now() - this.begun;
    const remainingSeconds =
      fraction < EARLIEST_GUESS ? Number.NaN : (spent / fraction) * (1 - fraction);
    this.onProgress({ phase, fraction, remainingSeconds });
  }

  private shareBefore(name: PhaseName): number {
    const index = PHASES.findIndex((phase) => phase.name === name);
    return PHASES.slice(0, index).reduce((sum, { share }) => sum + share, 0);
  }
}
