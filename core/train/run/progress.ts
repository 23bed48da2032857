import type { TrainContext } from "./context.ts";

/** Where a training is: `fraction` of the whole, 0..1, and the seconds probably left (NaN at first). */
export interface TrainProgress {
  readonly phase: string;
  readonly fraction: number;
  readonly remainingSeconds: number;
}

/** Runs a part of a training under the name of its phase. */
export type Phase = <T>(
  name: PhaseName,
  work: (context: TrainContext) => T | Promise<T>,
) => Promise<T>;

/** The phases of a training in order, with the share of its time each takes on a large corpus. */
const PHASES = [
  { name: "reading", share: 0.06 },
  { name: "vocabulary", share: 0.01 },
  { name: "phrases", share: 0.03 },
  { name: "parts of speech", share: 0.05 },
  { name: "counting", share: 0.09 },
  { name: "vectors", share: 0.09 },
  { name: "lexicon", share: 0.01 },
  { name: "term weights", share: 0.02 },
  { name: "map", share: 0.06 },
  { name: "fingerprints", share: 0.08 },
  { name: "refinement", share: 0.5 },
  { name: "measuring", share: 0.01 },
] as const;

/** Where a training takes what it knows from. */
type TrainingMode = "texts" | "teacher" | "vectors" | "vectors alone";

/** The phases that remain where there are no texts. */
const WITHOUT_TEXTS: readonly PhaseName[] = [
  ...(["vocabulary", "parts of speech", "vectors", "lexicon"] as const),
  ...(["map", "fingerprints", "refinement", "measuring"] as const),
];

/** What comes in between with a teacher, after the phase named, and its share in the same measure. */
const TAUGHT_PHASES = [
  { name: "teacher: sentences", share: 0.2, after: "parts of speech" },
  { name: "teacher: terms", share: 0.14, after: "parts of speech" },
  { name: "teaching", share: 0.04, after: "vectors" },
] as const;

/** The name of a phase. */
export type PhaseName = (typeof PHASES | typeof TAUGHT_PHASES)[number]["name"];

interface PhaseShare {
  readonly name: PhaseName;
  readonly share: number;
}

/** The phases of a training in order; shares add up to 1. */
export function phasesOf(mode: TrainingMode, hasLexicon = false): readonly PhaseShare[] {
  // A teacher's weights take the place of those learned from the texts alone.
  const own = PHASES.filter(({ name }) => mode !== "teacher" || name !== "term weights");
  const joined = TAUGHT_PHASES.filter(
    ({ name }) => mode === "teacher" || (mode === "vectors" && name === "teaching"),
  );
  const all: PhaseShare[] =
    mode === "vectors alone"
      ? PHASES.filter(({ name }) => WITHOUT_TEXTS.includes(name))
      : own.flatMap((phase) => [phase, ...joined.filter(({ after }) => after === phase.name)]);
  const used = all.filter(({ name }) => hasLexicon || name !== "lexicon");
  const total = used.reduce((sum, { share }) => sum + share, 0);
  return used.map(({ name, share }) => ({ name, share: share / total }));
}

/** Below this fraction a guess of the remaining time would be worth nothing. */
const EARLIEST_GUESS = 0.02;

/** How much of a phase has to be done for its own pace to count alone: on a busy machine some phases suffer more. */
const TRUSTED_FROM = 0.1;

/** A phase under way. */
interface Part {
  readonly name: PhaseName;
  /** When it began, in seconds. */
  readonly start: number;
  /** Of the whole: what it is thought to take, and what was before it. */
  readonly share: number;
  readonly before: number;
}

/** Turns progress within phases into progress of the whole, with the time that is probably left. */
export class ProgressMeter {
  /** Seconds each finished phase took, by name, in order. */
  readonly seconds = new Map<PhaseName, number>();
  private readonly onProgress: (progress: TrainProgress) => void;
  private readonly now: () => number;
  private readonly begun: number;
  private readonly phases: readonly PhaseShare[];

  /** `now` gives seconds from any fixed moment. */
  constructor(
    onProgress: (progress: TrainProgress) => void,
    now: () => number,
    phases: readonly PhaseShare[] = phasesOf("texts"),
  ) {
    this.phases = phases;
    this.onProgress = onProgress;
    this.now = now;
    this.begun = now();
  }

  /** Runs one phase; `report` takes the share of it that is done. */
  async phase<T>(name: PhaseName, work: (report: (fraction: number) => void) => T | Promise<T>) {
    const start = this.now();
    const share = this.phases.find((phase) => phase.name === name)?.share ?? 0;
    const part: Part = { name, start, share, before: this.shareBefore(name) };
    this.emit(part, 0);
    const result = await work((done) => this.emit(part, done));
    this.seconds.set(name, this.now() - start);
    return result;
  }

  private emit(part: Part, done: number): void {
    const fraction = part.before + part.share * done;
    const remainingSeconds = fraction < EARLIEST_GUESS ? Number.NaN : this.remaining(part, done);
    this.onProgress({ phase: part.name, fraction, remainingSeconds });
  }

  /** The rest of the phase at the pace that it goes at, what comes after it at the pace of the whole so far. */
  private remaining({ start, share, before }: Part, done: number): number {
    const now = this.now();
    const usual = (now - this.begun) / (before + share * done);
    const own = done > 0 ? (now - start) / (share * done) : usual;
    const trust = Math.min(1, done / TRUSTED_FROM);
    const pace = usual + (own - usual) * trust;
    return pace * share * (1 - done) + usual * Math.max(0, 1 - before - share);
  }

  private shareBefore(name: PhaseName): number {
    const index = this.phases.findIndex((phase) => phase.name === name);
    return this.phases.slice(0, index).reduce((sum, { share }) => sum + share, 0);
  }
}
