import type { Output } from "../api/client-types.ts";
import type { Cancellation } from "../cancellation.ts";
import { badInput, throwIfCancelled } from "../errors.ts";
import type { Positions } from "../retina/types.ts";
import type { CategoryFilter, LanguageAnswer } from "../text/types.ts";
import { languageView } from "./app-text.ts";
import type { Engine, Model } from "./engine.ts";
import { type Copies, findCopies } from "./near-copies.ts";
import { DEFAULT_THRESHOLD, fingerprintOrNone, similarity } from "./score-texts.ts";
import { bestThreshold, percentile, qualityAt, type Scored, spread } from "./threshold.ts";

type Report = Output<"app.filterReport">;
type ExampleReport = Report["examples"][number];
type Warning = ExampleReport["warnings"][number];

/** Fewer words than this say little. */
const SHORT_WORDS = 4;
/** Filters that are made anew; with more examples several are left out together, to bound the time. */
const MOST_FOLDS = 40;
const FEWEST_FOLDS = 5;
/** Examples read in all of them together. */
const READINGS = 20_000;
/** Examples a side from which a verdict in words is fair. */
const FEWEST_FOR_BAND = 5;
/** Without negatives: the threshold that this share of the positives would miss. */
const MISSED_SHARE = 0.1;

/** What a person has put into the two columns. */
export interface Examples {
  readonly name: string;
  readonly positive: readonly string[];
  readonly negative: readonly string[];
}

interface Setting {
  readonly model: Model;
  readonly signal: Cancellation;
}

/** One example text with everything known of it. */
interface Example {
  readonly side: "positive" | "negative";
  readonly index: number;
  readonly text: string;
  readonly positions: Positions | undefined;
  readonly language: LanguageAnswer;
  /** First example that says nearly the same, by place in the whole list. */
  readonly group: number;
  readonly warnings: readonly Warning[];
}

/** A filter with what is needed to trust it. @throws no-known-words when no positive example has a known word */
export async function filterReport(
  engine: Engine,
  setting: Setting,
  input: Examples,
): Promise<Report> {
  if (input.positive.every((text) => text.trim() === ""))
    throw badInput("positive", "Add at least one text that belongs.");
  const examples = await readExamples(engine, setting.model, input);
  const usable = examples.filter(({ positions }) => positions !== undefined);
  const filter = makeFilter(setting.model, input.name, usable);
  const leftOut = scoresWithout(setting, input.name, usable);
  const scored = usable.flatMap((example) => {
    const score = leftOut.get(example);
    return score === undefined ? [] : [{ score, belongs: example.side === "positive" }];
  });
  const threshold = suggest(scored);
  const isMeasured = scored.filter(({ belongs }) => belongs).length >= 2;
  const quality = isMeasured ? qualityAt(scored, threshold.suggested) : null;
  return {
    positions: Array.from(filter.positions),
    examples: examples.map((example) => reportOf(example, filter, leftOut.get(example) ?? null)),
    threshold,
    leaveOneOut: quality,
    band: quality === null ? null : bandOf(scored, quality.f1 ?? 0),
  };
}

async function readExamples(engine: Engine, model: Model, input: Examples): Promise<Example[]> {
  const texts = [...input.positive, ...input.negative];
  const copies = findCopies(texts);
  const languages = await Promise.all(texts.map((text) => engine.language(text)));
  const usual = mostFrequent(languages.map(({ isoTag }) => isoTag));
  const positives = input.positive.length;
  return texts.map((text, place) => {
    const positions = fingerprintOrNone(model, text);
    const language = languages[place]!;
    const side = place < positives ? "positive" : "negative";
    const isForeign = language.isoTag !== usual && language.confidence === "high";
    return {
      side,
      index: place < positives ? place : place - positives,
      text,
      positions,
      language,
      group: copies.near[place]!,
      warnings: [
        ...repetitions(copies, place, positives),
        ...contentWarnings(text, positions),
        ...(isForeign ? (["other-language"] as const) : []),
      ],
    };
  });
}

function repetitions({ exact, near }: Copies, place: number, positives: number): Warning[] {
  const isPositive = (index: number) => index < positives;
  const isConflict = near.some(
    (group, other) => group === near[place] && isPositive(other) !== isPositive(place),
  );
  if (isConflict) return ["conflict"];
  if (exact[place] !== place) return ["duplicate"];
  return near[place] === place ? [] : ["near-duplicate"];
}

function contentWarnings(text: string, positions: Positions | undefined): Warning[] {
  if (text.trim() === "") return ["empty"];
  if (positions === undefined) return ["no-known-words"];
  return text.trim().split(/\s+/).length < SHORT_WORDS ? ["short"] : [];
}

function mostFrequent(tags: readonly (string | null)[]): string | null {
  const counts = new Map<string | null, number>();
  for (const tag of tags) if (tag !== null) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

function makeFilter(model: Model, name: string, examples: readonly Example[]): CategoryFilter {
  const texts = (side: Example["side"]) =>
    examples.filter((example) => example.side === side).map(({ text }) => text);
  return model.text.createFilter(name, texts("positive"), texts("negative"));
}

/** Cosine of each example with a filter that knows neither it nor a near copy of it. */
function scoresWithout(
  { model, signal }: Setting,
  name: string,
  usable: readonly Example[],
): Map<Example, number> {
  const scores = new Map<Example, number>();
  const groups = [...new Set(usable.map(({ group }) => group))];
  const affordable = Math.max(FEWEST_FOLDS, Math.floor(READINGS / usable.length));
  const folds = Math.min(groups.length, MOST_FOLDS, affordable);
  const foldOf = new Map(groups.map((group, i) => [group, i % folds]));
  for (let fold = 0; fold < folds; fold++) {
    throwIfCancelled(signal);
    const rest = usable.filter(({ group }) => foldOf.get(group) !== fold);
    if (!rest.some(({ side }) => side === "positive")) continue;
    const filter = makeFilter(model, name, rest);
    for (const example of usable)
      if (foldOf.get(example.group) === fold && example.positions !== undefined)
        scores.set(example, similarity(example.positions, filter.positions));
  }
  return scores;
}

function suggest(scored: readonly Scored[]): Report["threshold"] {
  const positives = scored.filter(({ belongs }) => belongs);
  if (positives.length < 2)
    return {
      suggested: DEFAULT_THRESHOLD,
      low: DEFAULT_THRESHOLD,
      high: DEFAULT_THRESHOLD,
      basis: "default",
    };
  const hasBoth = positives.length < scored.length;
  const choose = hasBoth ? bestThreshold : lowPercentile;
  const [low, high] = spread(scored, choose);
  const basis = hasBoth ? "leave-one-out" : "positives-only";
  return { suggested: choose(scored), low, high, basis };
}

function lowPercentile(scored: readonly Scored[]): number {
  const scores = scored.map(({ score }) => score).sort((a, b) => a - b);
  return percentile(scores, MISSED_SHARE);
}

function bandOf(scored: readonly Scored[], f1: number): Report["band"] {
  const positives = scored.filter(({ belongs }) => belongs).length;
  if (Math.min(positives, scored.length - positives) < FEWEST_FOR_BAND) return null;
  if (f1 >= 0.95) return "excellent";
  if (f1 >= 0.85) return "good";
  return f1 >= 0.7 ? "fair" : "poor";
}

function reportOf(
  { side, index, positions, language, warnings }: Example,
  filter: CategoryFilter,
  leftOutScore: number | null,
): ExampleReport {
  return {
    side,
    index,
    score: positions === undefined ? null : similarity(positions, filter.positions),
    leftOutScore,
    cells: positions?.length ?? 0,
    language: languageView(language),
    warnings: [...warnings],
  };
}
