import type { Cancellation } from "../cancellation.ts";
import { badInput } from "../errors.ts";
import { toNumbers } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import type { LanguageAnswer } from "../text/language.ts";
import type { Engine } from "./engine.ts";
import { divided, expectedOf, type SuggestedLine } from "./expected-quality.ts";
import { givenBackground, sampleBackground, unlabelledOf } from "./filter-background.ts";
import {
  type Example,
  type Examples,
  type ExampleWarning,
  filterMaker,
  isUsable,
  readExamples,
} from "./filter-examples.ts";
import type { Asked } from "./languages.ts";
import type { Prediction } from "./predict-quality.ts";
import { similarity } from "./score-texts.ts";

/** Cosine from which a text counts as belonging, and how sure that is. */
interface SuggestedThreshold extends SuggestedLine {
  readonly basis: "background" | "samples" | "examples";
}

/** What is to be expected of the suggested line on texts such as the given ones. */
interface PredictedQuality extends Omit<Prediction, "lineLow" | "lineHigh"> {
  /** Given texts that it was counted on, and those that the filter has learned from. */
  readonly background: { readonly texts: number; readonly learned: number };
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
  /** Null without texts such as the filter is for, and with fewer than two positive examples. */
  readonly predicted: PredictedQuality | null;
  readonly band: Band | null;
}

/** Examples per side from which a verdict in words is fair. */
const FEWEST_FOR_BAND = 5;

interface Setting {
  readonly asked: Asked;
  readonly signal: Cancellation;
}

/** A filter with what is needed to trust it. @throws no-known-words when no positive example has a known word */
export async function filterReport(
  engine: Engine,
  { asked, signal }: Setting,
  input: Examples,
): Promise<FilterReport> {
  if (input.positive.every((text) => text.trim() === ""))
    throw badInput("positive", "Add at least one text that belongs.");
  const model = await engine.model(asked.retina_name);
  const examples = await readExamples(engine, asked, input);
  const usable = examples.filter(isUsable);
  const given = await givenBackground(engine, asked, input, signal);
  const open = given && unlabelledOf(given, input);
  const { learned, counted } = open ? divided(open) : { learned: [], counted: given ?? [] };
  const makeWithout = filterMaker(
    model,
    usable,
    learned.length > 0
      ? { prints: learned.map(({ print }) => print), share: input.share }
      : undefined,
  );
  const filter = makeWithout(new Set());
  const reader = usable.find(({ side }) => side === "positive")?.reader ?? model;
  const prints = given
    ? counted.map(({ print }) => print)
    : await sampleBackground(engine, { model: reader, signal });
  const { line, prediction, leftOut } = expectedOf(
    {
      examples: usable,
      filter,
      makeWithout,
      counted: prints,
      isOwn: given !== null,
      share: input.share,
      shareLabels: input.shareLabels,
    },
    signal,
  );
  const basis = given ? "background" : prints.length > 0 ? "samples" : "examples";
  const background = { texts: prints.length, learned: learned.length };
  const predicted = given && prediction && { ...prediction, background };
  return {
    positions: toNumbers(filter),
    examples: examples.map((example) => ({
      ...reportOf(example, filter),
      leftOutScore: leftOut.get(example as (typeof usable)[number]) ?? null,
    })),
    threshold: { ...line, basis },
    predicted,
    band: predicted && bandOf([...leftOut.keys()], predicted.low),
  };
}

/** By the F1 that the filter reaches nineteen times in twenty: in the middle of a wide range every filter looks good. */
function bandOf(scored: readonly Pick<Example, "side">[], low: number): Band | null {
  const positives = scored.filter(({ side }) => side === "positive").length;
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
