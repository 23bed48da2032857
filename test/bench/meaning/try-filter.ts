import type { Engine } from "../../../core/analysis/engine.ts";
import type { Examples } from "../../../core/analysis/filter-examples.ts";
import { filterReport } from "../../../core/analysis/filter-report.ts";
import { similarity } from "../../../core/analysis/score-texts.ts";
import { bestThreshold } from "../../../core/analysis/threshold.ts";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { sampleTexts } from "../../../core/node/engine/sample-texts.ts";
import { type BenchContext, fingerprintOrEmpty } from "./bench-context.ts";
import { bestF1, f1At, type KnownText } from "./filter-draws.ts";

/** One filter, told of and tried. */
export interface Tried {
  readonly predicted: number;
  readonly real: number;
  readonly best: number;
  readonly isInside: boolean;
}

/** What the filter is made of, and what is known beside it. */
export type Given = Pick<
  Examples,
  "positive" | "negative" | "background" | "share" | "shareLabels"
>;

const UNTOLD = {
  language: null,
  isoTag: null,
  wikiUrl: null,
  confidence: "none",
  runnerUp: null,
} as const;

/** Makes filters and tries them on texts whose fingerprints are made once. */
export class FilterTrial {
  readonly #context: BenchContext;
  readonly #prints = new Map<string, Uint16Array>();

  constructor(context: BenchContext) {
    this.#context = context;
  }

  /** With the line that the report suggests, and what it predicts. */
  async told(given: Given, rest: readonly KnownText[]): Promise<Tried> {
    const { filter, report } = await this.#report(given);
    const { f1 = 0, low = 0, high = 1 } = report.predicted ?? {};
    const tried = this.#tryOn(rest, filter, report.threshold.suggested);
    return { ...tried, predicted: f1, isInside: low <= tried.real && tried.real <= high };
  }

  /** With the line that separates the examples best, and their own F1 for a prediction. */
  async alone(given: Given, rest: readonly KnownText[]): Promise<Tried> {
    const { filter, report } = await this.#report(given);
    const own = report.examples.flatMap(({ side, leftOutScore }) =>
      leftOutScore === null ? [] : [{ score: leftOutScore, belongs: side === "positive" }],
    );
    const line = bestThreshold(own);
    const predicted = own.length === 0 ? 0 : f1At(own, line);
    return { ...this.#tryOn(rest, filter, line), predicted, isInside: false };
  }

  async #report(given: Given) {
    const { retina, engine } = this.#context;
    const model = { retina, text: engine };
    const reading = { language: () => UNTOLD, sampleTexts, model: () => model };
    const setting = { asked: {}, signal: NEVER_CANCELLED };
    const report = await filterReport(reading as unknown as Engine, setting, given);
    return { report, filter: Uint16Array.from(report.positions) };
  }

  #tryOn(rest: readonly KnownText[], filter: Uint16Array, line: number) {
    const scored = rest.map(({ text, belongs }) => ({
      score: similarity(this.#print(text), filter),
      belongs,
    }));
    return { real: f1At(scored, line), best: bestF1(scored) };
  }

  #print(text: string): Uint16Array {
    const known = this.#prints.get(text) ?? fingerprintOrEmpty(text, this.#context.engine);
    this.#prints.set(text, known);
    return known;
  }
}
