import type { Cancellation } from "../cancellation.ts";
import { badInput } from "../errors.ts";
import { toNumbers } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import { someOf } from "../kernel/some-of.ts";
import type { LanguageAnswer } from "../text/language.ts";
import { MOST_UNLABELLED } from "../text/side-learner.ts";
import type { Engine } from "./engine.ts";
import {
  type Background,
  type BackgroundSource,
  type GivenBackground,
  givenBackground,
  otherBackground,
  unlabelledOf,
} from "./filter-background.ts";
import {
  type Example,
  type Examples,
  type ExampleWarning,
  filterMaker,
  isUsable,
  readExamples,
  type UsableExample,
} from "./filter-examples.ts";
import { type LanguageLine, type LanguageTexts, languageLines } from "./language-lines.ts";
import { type Asked, languageOf } from "./languages.ts";
import { filtersWithoutEach, scoresAgainst } from "./leave-out.ts";
import { type ExpectedQuality, predictQuality, type ShareSource } from "./predict-quality.ts";
import { similarity } from "./score-texts.ts";
import { bestThreshold, percentile, type Scored, spread } from "./threshold.ts";

/** Cosine from which a text counts as belonging, and how sure that is. */
interface SuggestedThreshold {
  readonly suggested: number;
  /** 5th and 95th percentile over resampled examples. */
  readonly low: number;
  readonly high: number;
  readonly basis: "leave-one-out" | "stand-ins" | "background";
  /** The same for each language of a given background in several, and for those that are asked for. */
  readonly languages?: readonly LanguageLine[];
}

/** What is to be expected of the suggested line, for a share of texts that belong. */
interface PredictedQuality extends ExpectedQuality {
  readonly share: number;
  readonly shareFrom: ShareSource;
  readonly shareLow: number;
  readonly shareHigh: number;
  /** `learned` of the texts had a say in the filter. */
  readonly background: {
    readonly from: BackgroundSource;
    /** Code of the language of the shipped texts. */
    readonly language?: string;
    readonly texts: number;
    readonly learned: number;
  };
  /** The same for other lines, the lowest first. */
  readonly lines: readonly ExpectedQuality[];
}

/** One example against the filter; scores are cosines, null where there is none. */
interface ExampleReport {
  readonly side: Example["side"];
  readonly index: number;
  readonly score: number | null;
  readonly leftOutScore: number | null;
  readonly cells: number;
  readonly language: LanguageAnswer;
  readonly warnings: ExampleWarning[];
}

type Band = "poor" | "fair" | "good" | "excellent";

interface FilterReport {
  readonly positions: number[];
  readonly examples: ExampleReport[];
  readonly threshold: SuggestedThreshold;
  /** Null with fewer than two texts that belong: nothing says how high such texts score. */
  readonly predicted: PredictedQuality | null;
  readonly band: Band | null;
}

/** Examples per side from which a verdict in words is fair. */
const FEWEST_FOR_BAND = 5;
/** With one text that belongs: one in twenty made-up texts may score higher than the threshold. */
const FALSE_ALARMS_BELOW = 0.95;

interface Setting {
  readonly asked: Asked;
  /** Languages that the filter is used on, each with texts of it. */
  readonly languages?: readonly LanguageTexts[] | undefined;
  readonly signal: Cancellation;
}

/** A filter with what is needed to trust it. @throws no-known-words when no positive example has a known word */
export async function filterReport(
  engine: Engine,
  setting: Setting,
  input: Examples,
): Promise<FilterReport> {
  if (input.positive.every((text) => text.trim() === ""))
    throw badInput("positive", "Add at least one text that belongs.");
  if (setting.asked.reader !== undefined && setting.languages !== undefined)
    throw badInput(
      "languages",
      "An encoder reads all languages alike: leave “languages” out where a reader is named, and give texts in all of them as background.",
    );
  const model = engine.model(setting.asked.retina_name);
  const examples = await readExamples(engine, setting.asked, input);
  const usable = examples.filter(isUsable);
  const given = await givenBackground(engine, setting.asked, input, setting.signal);
  const unlabelled = given ? unlabelledOf(given, input) : undefined;
  const makeFrom = filterMaker(model, usable, unlabelled);
  const filter = makeFrom(new Set());
  const standIns = needsStandIns(usable) ? await standInsFor(usable.filter(belongs)) : [];
  const without = filtersWithoutEach(usable, makeFrom, setting.signal);
  const leftOut = scoresAgainst(without);
  const scored = [...leftOut].map(([example, score]) => ({ score, belongs: belongs(example) }));
  const standInScores = standIns.map((positions) => similarity(positions, filter));
  const foretold = await foretell(engine, setting, {
    input,
    given,
    learned: Math.min(MOST_UNLABELLED, unlabelled?.prints.length ?? 0),
    usable,
    filter,
    without,
    leftOut,
  });
  const threshold = foretold?.threshold ?? suggest(scored, standInScores);
  return {
    positions: toNumbers(filter),
    examples: examples.map((example) => ({
      ...reportOf(example, filter),
      leftOutScore: leftOut.get(example) ?? null,
    })),
    threshold,
    predicted: foretold?.predicted ?? null,
    band: foretold === null ? null : bandOf(scored, foretold.predicted.low),
  };
}

const belongs = ({ side }: Example): boolean => side === "positive";

/** Without texts that do not belong, made-up ones are used; and one text that belongs has no score of its own. */
const needsStandIns = (usable: readonly Example[]): boolean =>
  usable.filter(belongs).length < 2 || usable.every(belongs);

/** Made-up texts in the language of the first example; an encoder has to read real ones. */
async function standInsFor(positives: readonly UsableExample[]): Promise<readonly Positions[]> {
  const [first] = positives;
  if (first?.reader.ordinary !== undefined) return first.reader.ordinary();
  const own = positives.filter(({ reader }) => reader === first?.reader);
  return first?.reader.text.standIns(own.map(({ text }) => text)) ?? [];
}

interface Made {
  readonly input: Examples;
  readonly given: GivenBackground | null;
  /** Texts of it that had a say in the filter. */
  readonly learned: number;
  readonly usable: readonly UsableExample[];
  readonly filter: Positions;
  /** For each example the cells made without it. */
  readonly without: ReadonlyMap<UsableExample, Positions>;
  readonly leftOut: ReadonlyMap<Example, number>;
}

interface Foretold {
  readonly threshold: SuggestedThreshold;
  readonly predicted: PredictedQuality;
}

/** The line for the share of texts that belong, and how good the filter then is; null with too few examples. */
async function foretell(
  engine: Engine,
  { languages: asked = [], signal }: Setting,
  made: Made,
): Promise<Foretold | null> {
  const { given, learned, usable, leftOut } = made;
  const belonging = usable.filter((example) => belongs(example) && leftOut.has(example));
  const [first] = belonging;
  if (first === undefined || belonging.length < 2) return null;
  const model = first.reader;
  const background = given ?? (await otherBackground(engine, { model, signal }, usable));
  const { lineLow, lineHigh, ...predicted } = expectedOn(background, made);
  const { threshold: line } = predicted;
  const expected = (other: Background) => expectedOn(other, made);
  const setting = { model, usable, expectedOn: expected, line, signal };
  const languages = await languageLines(engine, setting, { given, asked });
  const language = background.from === "shipped" ? languageOf(model.retina) : undefined;
  return {
    threshold: {
      suggested: line,
      low: lineLow,
      high: lineHigh,
      basis: basisOf(background, usable),
      ...(languages.length > 0 && { languages }),
    },
    predicted: {
      ...predicted,
      background: {
        from: background.from,
        ...(language !== undefined && { language }),
        texts: background.prints.length,
        learned,
      },
    },
  };
}

/** The line on a background, and what is to be expected of it there. */
function expectedOn(background: Background, { input, usable, filter, without, leftOut }: Made) {
  const shifts = rootShifts(filter, new Set(without.values()), background.prints);
  const scoresOf = (side: Example["side"]) =>
    usable.flatMap((example) => {
      const score = leftOut.get(example);
      if (example.side !== side || score === undefined) return [];
      return [shifted(score, shifts.get(without.get(example)!))];
    });
  return predictQuality({
    belonging: scoresOf("positive"),
    others: scoresOf("negative"),
    background: background.prints.map((positions) => similarity(positions, filter)),
    isOwn: background.from === "given",
    share: input.share,
    shareLabels: input.shareLabels,
  });
}

function basisOf({ from }: Background, usable: readonly UsableExample[]) {
  if (from === "given") return "background";
  return usable.every(belongs) ? "stand-ins" : "leave-one-out";
}

function suggest(scored: readonly Scored[], standIns: readonly number[]): SuggestedThreshold {
  const all = [...scored, ...standIns.map((score) => ({ score, belongs: false }))];
  const hasScores = scored.filter((item) => item.belongs).length >= 2;
  const choose = hasScores ? bestThreshold : aboveMost;
  const [low, high] = spread(all, choose);
  const basis = standIns.length > 0 ? "stand-ins" : "leave-one-out";
  return { suggested: choose(all), low, high, basis };
}

/** With one text that belongs nothing says how high such texts score, only how low others do. */
function aboveMost(scored: readonly Scored[]): number {
  const others = scored.flatMap((item) => (item.belongs ? [] : [item.score]));
  return percentile(
    others.sort((a, b) => a - b),
    FALSE_ALARMS_BELOW,
  );
}

/** By the F1 that the filter reaches nineteen times in twenty: in the middle of a wide range every filter looks good. */
function bandOf(scored: readonly Scored[], low: number): Band | null {
  const positives = scored.filter((item) => item.belongs).length;
  if (Math.min(positives, scored.length - positives) < FEWEST_FOR_BAND) return null;
  if (low >= 0.9) return "excellent";
  if (low >= 0.75) return "good";
  return low >= 0.5 ? "fair" : "poor";
}

function reportOf(
  { side, index, positions, language, warnings }: Example,
  filter: Positions,
): Omit<ExampleReport, "leftOutScore"> {
  return {
    side,
    index,
    score: positions === undefined ? null : similarity(positions, filter),
    cells: positions?.length ?? 0,
    language,
    warnings: [...warnings],
  };
}

/** Texts that a filter's usual score is taken from. */
const MOST_TEXTS = 200;

/**
 * How much higher the square roots of scores are with the whole filter than with each one that lacks an example, on average
 * over further texts: a filter of fewer examples scores everything a little differently, and that is no fault of the example.
 */
function rootShifts(
  filter: Positions,
  lacking: ReadonlySet<Positions>,
  prints: readonly Positions[],
): ReadonlyMap<Positions, number> {
  const read = someOf(prints, MOST_TEXTS);
  const usual = (cells: Positions) =>
    read.reduce((sum, positions) => sum + Math.sqrt(similarity(positions, cells)), 0) / read.length;
  const whole = usual(filter);
  return new Map(Array.from(lacking, (cells) => [cells, whole - usual(cells)]));
}

/** A score moved by as much, within 0 and 1. */
function shifted(score: number, shift = 0): number {
  return Math.min(1, Math.max(0, Math.sqrt(score) + shift)) ** 2;
}
