import { seededRandom } from "../../support/seeded-random.ts";
import type { BenchContext } from "./bench-context.ts";
import type { TopicText } from "./benchmark-data.ts";
import { mean } from "./correlation.ts";
import { type Drawn, drawTexts, type KnownText, shareOf } from "./filter-draws.ts";
import { FilterTrial, type Given, type Tried } from "./try-filter.ts";

/** Examples that belong and that do not. */
const SIZES = [
  [3, 0],
  [5, 3],
  [10, 10],
  [30, 30],
] as const;
export const DRAWS = 40;
const SEED = 20_261_122;
/** A person's word on the share is off by as much. */
const WRONG = 1.5;

/** What may be known of the other texts, the least first. */
export const WAYS = {
  alone: "examples alone",
  shipped: "texts that ship",
  known: "true share",
  labels40: "40 labels",
  labels20: "20 labels",
  over: `share × ${WRONG}`,
  under: `share × ${(1 / WRONG).toFixed(2)}`,
} as const;
type Way = keyof typeof WAYS;

/** How far predictions of one size of filter on one set of texts are off. */
export interface FilterFigures {
  readonly set: string;
  /** "5 + 3" */
  readonly size: string;
  readonly ways: Readonly<Record<Way, WayFigures>>;
  /** The share of further examples that lower the real F1 by more than 0.1. */
  readonly drops: number;
}

interface WayFigures {
  readonly real: number;
  /** Mean distance of the predicted F1 from the real one. */
  readonly off: number;
  /** Mean F1 lost against the best line. */
  readonly lost: number;
  /** How often the range holds the real F1. */
  readonly inside: number;
}

/** Sets of news that filters are tried on. */
export const FILTER_SETS = ["BBC news", "Reuters"] as const;

/** The sets, or one of them, where they are there. */
export async function measureFilters(
  context: BenchContext,
  draws = DRAWS,
  only?: string,
): Promise<FilterFigures[]> {
  const { data } = context;
  const trial = new FilterTrial(context);
  const found: FilterFigures[] = [];
  for (const set of FILTER_SETS) {
    if (only !== undefined && only !== set) continue;
    const texts = set === "Reuters" ? data.wires() : data.topics();
    if (texts !== undefined) found.push(...(await measureSet(set, texts, { trial, draws })));
  }
  return found;
}

async function measureSet(
  set: string,
  texts: readonly TopicText[],
  { trial, draws }: { readonly trial: FilterTrial; readonly draws: number },
) {
  const topics = [...new Set(texts.flatMap((text) => text.topics))].sort();
  const found: FilterFigures[] = [];
  for (const [positive, negative] of SIZES) {
    const tried: Attempt[] = [];
    // The same draws whichever sizes are measured.
    const random = seededRandom(SEED + positive);
    for (let draw = 0; draw < draws; draw++) {
      const drawn = drawTexts(texts, topics[draw % topics.length]!, { positive, negative, random });
      tried.push(await attempt(trial, drawn, random.shuffled(drawn.rest)));
    }
    const ways = Object.keys(WAYS) as Way[];
    found.push({
      set,
      size: `${positive} + ${negative}`,
      ways: Object.fromEntries(
        ways.map((way) => [way, figuresOf(tried.map(({ ways: each }) => each[way]))]),
      ) as FilterFigures["ways"],
      drops: mean(tried.flatMap((each) => each.drops)),
    });
  }
  return found;
}

interface Attempt {
  readonly ways: Readonly<Record<Way, Tried>>;
  /** 1 for each further example that lowers the real F1 by more than 0.1, else 0. */
  readonly drops: readonly number[];
}

/** @param labelled the further texts in an order of chance: the first ones get a label */
async function attempt(
  trial: FilterTrial,
  { positive, negative, further, rest }: Drawn,
  labelled: readonly KnownText[],
): Promise<Attempt> {
  const own = { positive, negative };
  const all = { ...own, background: rest.map(({ text }) => text) };
  const share = shareOf(rest);
  const told = (given: Given) => trial.told(given, rest);
  const sampled = (shareLabels: number) =>
    told({ ...all, share: shareOf(labelled.slice(0, shareLabels)), shareLabels });
  const known = await told({ ...all, share });
  const withOne = [
    { ...all, positive: [...positive, further[0]], share },
    { ...all, negative: [...negative, further[1]], share },
  ];
  const drops: number[] = [];
  for (const given of withOne) drops.push(Number((await told(given)).real - known.real < -0.1));
  return {
    ways: {
      alone: await trial.alone(own, rest),
      shipped: await told(own),
      known,
      labels40: await sampled(40),
      labels20: await sampled(20),
      over: await told({ ...all, share: share * WRONG }),
      under: await told({ ...all, share: share / WRONG }),
    },
    drops,
  };
}

const figuresOf = (tried: readonly Tried[]): WayFigures => ({
  real: mean(tried.map(({ real }) => real)),
  off: mean(tried.map(({ predicted, real }) => Math.abs(predicted - real))),
  lost: mean(tried.map(({ best, real }) => best - real)),
  inside: mean(tried.map(({ isInside }) => Number(isInside))),
});
