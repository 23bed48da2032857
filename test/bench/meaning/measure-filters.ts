import { filterReport } from "../../../core/analysis/filter-report.ts";
import { similarity } from "../../../core/analysis/score-texts.ts";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import type { Engine } from "../../../core/engine.ts";
import { type SeededRandom, seededRandom } from "../../support/seeded-random.ts";
import { type BenchContext, fingerprintOrEmpty } from "./bench-context.ts";
import type { TopicText } from "./benchmark-data.ts";
import { mean } from "./correlation.ts";
import type { Measure } from "./measures.ts";

/** Examples that belong and that do not. */
const SIZES = [
  [3, 0],
  [5, 3],
  [10, 10],
  [30, 30],
] as const;
const DRAWS = 40;
/** Further texts of a draw, a fifth of which belong. */
const BELONGING = 80;
const OTHERS = 320;
const LABELS = 40;
const SEED = 20_261_122;

/** One filter, told of and tried. */
interface Tried {
  readonly predicted: number;
  readonly real: number;
  readonly best: number;
  readonly isInside: boolean;
}

/** How far predictions of a filter's F1 are off, what the line loses, and what one more example may break. */
export async function measureFilters(context: BenchContext): Promise<Measure[]> {
  const sets = { "bbc-news": context.data.topics(), "reuters-21578": context.data.wires() };
  const measures: Measure[] = [];
  for (const [set, texts] of Object.entries(sets))
    if (texts !== undefined) measures.push(...(await measureSet(set, texts, context)));
  return measures;
}

async function measureSet(set: string, texts: readonly TopicText[], context: BenchContext) {
  const engine = { language: () => UNTOLD } as unknown as Engine;
  const prints = new Map(
    texts.map(({ text }) => [text, fingerprintOrEmpty(text, context.engine)] as const),
  );
  const random = seededRandom(SEED);
  const topics = [...new Set(texts.flatMap((text) => text.topics))].sort();
  const found: Measure[] = [];
  for (const [positive, negative] of SIZES) {
    const known: Tried[] = [];
    const sampled: Tried[] = [];
    const drops: number[] = [];
    for (let draw = 0; draw < DRAWS; draw++) {
      const drawn = drawTexts(texts, topics[draw % topics.length]!, { positive, negative, random });
      const share = drawn.rest.filter(({ belongs }) => belongs).length / drawn.rest.length;
      const labelled = random.shuffled(drawn.rest).slice(0, LABELS);
      const sample = labelled.filter(({ belongs }) => belongs).length / labelled.length;
      const attempt = async (
        examples: Pick<Drawn, "positive" | "negative">,
        shares: { share: number; shareLabels?: number },
      ) => {
        const report = await filterReport(
          engine,
          { model: { retina: context.retina, text: context.engine }, signal: NEVER_CANCELLED },
          {
            ...examples,
            influence: false,
            edits: [],
            background: drawn.rest.map(({ text }) => text),
            ...shares,
          },
        );
        const filter = Uint16Array.from(report.positions);
        const scored = drawn.rest.map(({ text, belongs }) => ({
          score: similarity(prints.get(text)!, filter),
          belongs,
        }));
        const real = f1At(scored, report.threshold.suggested);
        const { f1: predicted = 0, low = 0, high = 0 } = report.predicted ?? {};
        const best = Math.max(...scored.map(({ score }) => f1At(scored, score)));
        return { predicted, real, best, isInside: low <= real && real <= high };
      };
      const first = await attempt(drawn, { share });
      known.push(first);
      sampled.push(await attempt(drawn, { share: sample, shareLabels: LABELS }));
      const [more, other] = drawn.further;
      const belonging = { ...drawn, positive: [...drawn.positive, more] };
      const unlike = { ...drawn, negative: [...drawn.negative, other] };
      for (const examples of [belonging, unlike])
        drops.push((await attempt(examples, { share })).real - first.real);
    }
    const size = `${positive} + ${negative}`;
    found.push(
      ...figuresOf(set, `${size}, share known`, known),
      ...figuresOf(set, `${size}, ${LABELS} labels`, sampled),
      {
        set,
        figure: `filters ${size}: one more example costs over 0.1`,
        value: mean(drops.map((drop) => Number(drop < -0.1))),
      },
    );
  }
  return found;
}

const UNTOLD = {
  language: null,
  isoTag: null,
  wikiUrl: null,
  confidence: "none",
  runnerUp: null,
} as const;

interface Drawn {
  readonly positive: readonly string[];
  readonly negative: readonly string[];
  /** One more of either kind. */
  readonly further: readonly [belongs: string, not: string];
  readonly rest: readonly { readonly text: string; readonly belongs: boolean }[];
}

function drawTexts(
  texts: readonly TopicText[],
  topic: string,
  wanted: { readonly positive: number; readonly negative: number; readonly random: SeededRandom },
): Drawn {
  const order = wanted.random.shuffled(texts);
  const side = (belongs: boolean) =>
    order.filter(({ topics }) => topics.includes(topic) === belongs).map(({ text }) => text);
  const [yes, no] = [side(true), side(false)];
  const rest = (own: readonly string[], used: number, count: number, belongs: boolean) =>
    own.slice(used + 1, used + 1 + count).map((text) => ({ text, belongs }));
  return {
    positive: yes.slice(0, wanted.positive),
    negative: no.slice(0, wanted.negative),
    further: [yes[wanted.positive]!, no[wanted.negative]!],
    rest: [
      ...rest(yes, wanted.positive, BELONGING, true),
      ...rest(no, wanted.negative, OTHERS, false),
    ],
  };
}

/** F1 of taking in what scores at least this much. */
export function f1At(
  scored: readonly { readonly score: number; readonly belongs: boolean }[],
  line: number,
): number {
  const taken = scored.filter(({ score }) => score >= line);
  const right = taken.filter(({ belongs }) => belongs).length;
  const belonging = scored.filter(({ belongs }) => belongs).length;
  return (2 * right) / (taken.length + belonging);
}

const figuresOf = (set: string, kind: string, tried: readonly Tried[]): Measure[] => [
  { set, figure: `filters ${kind}: real F1`, value: mean(tried.map(({ real }) => real)) },
  {
    set,
    figure: `filters ${kind}: predicted off by`,
    value: mean(tried.map(({ predicted, real }) => Math.abs(predicted - real))),
  },
  {
    set,
    figure: `filters ${kind}: lost by the line`,
    value: mean(tried.map(({ best, real }) => best - real)),
  },
  {
    set,
    figure: `filters ${kind}: range holds`,
    value: mean(tried.map(({ isInside }) => Number(isInside))),
  },
];
