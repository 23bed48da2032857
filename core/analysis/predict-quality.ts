import { seededNormal, seededRandom, someOf } from "../kernel/seeded-random.ts";
import {
  CASES,
  type Case,
  fittingCases,
  possibleScatters,
  type Scatter,
  scatterOf,
  shareAbove,
} from "./fitting-cases.ts";
import { percentile } from "./threshold.ts";

/** Where a share of texts that belong comes from. */
export type ShareSource = "given" | "sample" | "estimate";

/** What a prediction is made of; scores are cosines, 0..1. */
export interface Evidence {
  /** Scores of the texts that belong, each from a filter that does not know it; at least two. */
  readonly belonging: readonly number[];
  /** The same of the texts that do not belong. */
  readonly others: readonly number[];
  /** Scores of further texts; at least one. */
  readonly background: readonly number[];
  /** Whether the further texts are those the filter is for, so that some of them belong. */
  readonly isOwn: boolean;
  /** The share of texts that belong, where it is known, and how many random labels it was counted on. */
  readonly share?: number | undefined;
  readonly shareLabels?: number | undefined;
}

/** What is to be expected of a line; the range holds the real F1 nine times in ten. */
export interface ExpectedQuality {
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly low: number;
  readonly high: number;
}

export interface Prediction extends ExpectedQuality {
  readonly share: number;
  readonly shareFrom: ShareSource;
  /** 5th and 95th percentile of the share. */
  readonly shareLow: number;
  readonly shareHigh: number;
  /** 5th and 95th percentile of where the line would be best. */
  readonly lineLow: number;
  readonly lineHigh: number;
  /** The same for lines spread over all scores, the lowest first. */
  readonly lines: readonly ExpectedQuality[];
}

const LOW = 0.05;
const HIGH = 0.95;
/** Lines that the answer tells of. */
const LINES = 60;
/** Examples that do not belong count beside the texts that ship as if these were so many. */
const SHIPPED_WEIGHT = 10;
const SEED = 29;
/** Scores are not quite normal: so much of what belongs may lie on the other side of a line. */
const MODEL_DOUBT = 0.05;

/**
 * Where the line is best for a share of texts that belong, and how good the filter then is. What the examples say is how
 * high such texts score; how much any line takes in is counted on the background. With the share p, the part h of what
 * belongs above a line and the part b of all texts above it, precision is p h / b, recall h and F1 2 p h / (b + p): on
 * average over the cases that are possible.
 */
export function predictQuality(evidence: Evidence): Prediction {
  const drawn = sceneOf(evidence);
  const candidates = candidateLines(evidence, scatterOf(evidence.belonging.map(Math.sqrt)));
  const scene = evidence.isOwn ? withoutLuck(drawn, evidence, candidates) : drawn;
  const best = bestOf(scene, candidates);
  const shown = someOf(candidates, LINES);
  const bestOfCases = bestLines(scene, shown).sort((a, b) => a - b);
  const shares = scene.cases.map(({ share }) => share).sort((a, b) => a - b);
  return {
    ...qualityOf(scene, best),
    share: scene.share,
    shareFrom: scene.shareFrom,
    shareLow: percentile(shares, LOW),
    shareHigh: percentile(shares, HIGH),
    lineLow: percentile(bestOfCases, LOW) ** 2,
    lineHigh: percentile(bestOfCases, HIGH) ** 2,
    lines: shown.map((root) => qualityOf(scene, root)),
  };
}

/** The candidate with the highest F1 on average over the cases. */
function bestOf(scene: Scene, candidates: readonly number[]): number {
  const expected = candidates.map((root) => mean(f1sAt(scene, root)));
  return candidates[expected.indexOf(Math.max(...expected))]!;
}

/**
 * The best of many lines is one that few texts happen to lie above. How much of its F1 is luck shows when the line is chosen on one
 * half of the texts and counted on the other: by so much each line takes in more.
 */
function withoutLuck(scene: Scene, { background }: Evidence, candidates: readonly number[]): Scene {
  const best = bestOf(scene, candidates);
  const half = (rest: 0 | 1): Scene => ({
    ...scene,
    taken: takenAmong(background.filter((_, i) => i % 2 === rest)),
  });
  const halves = [half(0), half(1)] as const;
  const crossed = halves.map((own, i) => mean(f1sAt(halves[1 - i]!, bestOf(own, candidates))));
  const lucky = mean(f1sAt(scene, best));
  const ratio = Math.min(1, mean(crossed) / lucky);
  const { share } = scene;
  const all = scene.taken(best, { share, hits: 0 });
  if (!(ratio > 0) || all === 0) return scene;
  const more = Math.max(1, ((all + share) / ratio - share) / all);
  return { ...scene, taken: (root, parts) => Math.min(1, more * scene.taken(root, parts)) };
}

/** Everything that stays the same from line to line. */
interface Scene {
  readonly cases: readonly Case[];
  /** The likeliest. */
  readonly share: number;
  readonly shareFrom: ShareSource;
  /** Chance in which texts there happen to be, per case: among those that belong, and among all. */
  readonly chances: readonly { readonly hits: number; readonly all: number }[];
  readonly size: number;
  /** The part of all texts that a line takes in, given the part of what belongs. */
  readonly taken: (root: number, belonging: { share: number; hits: number }) => number;
}

function sceneOf(evidence: Evidence): Scene {
  const { known, shareFrom } = knownShare(evidence);
  const random = seededRandom(SEED);
  const least = 0.5 / Math.max(2, evidence.background.length);
  const most = evidence.share === undefined ? MOST_UNKNOWN : 1;
  const drawn = () =>
    within(Math.min(most, known.value * Math.exp(known.doubt * seededNormal(random))), least);
  const possible = possibleScatters(evidence.belonging.map(Math.sqrt)).map((scatter) => ({
    scatter,
    share: drawn(),
  }));
  const cases = evidence.isOwn
    ? fittingCases(possible, evidence.background.map(Math.sqrt))
    : possible.slice(0, CASES);
  // What is given comes back to the digit, which a mean of logarithms would not do.
  const isDrawn = evidence.isOwn && known.doubt > 0;
  const share = isDrawn
    ? Math.exp(mean(cases.map((each) => Math.log(each.share))))
    : within(known.value, least);
  return {
    cases,
    share,
    shareFrom,
    chances: cases.map(() => ({ hits: seededNormal(random), all: seededNormal(random) })),
    size: evidence.background.length,
    taken: takenBy(evidence),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const within = (share: number, least: number): number =>
  Math.min(1 - least, Math.max(least, share));

function knownShare({ share, shareLabels }: Evidence): {
  known: LikelyShare;
  shareFrom: ShareSource;
} {
  if (share === undefined) return { known: UNKNOWN_SHARE, shareFrom: "estimate" };
  if (shareLabels === undefined) return { known: { value: share, doubt: 0 }, shareFrom: "given" };
  return { known: sampledShare(share, shareLabels), shareFrom: "sample" };
}

/**
 * Of the analyst's own texts the part above a line is counted. Texts that ship hold none that belong, so that those come on
 * top, and the analyst's examples of what does not belong count beside them.
 */
function takenBy({ background, others, isOwn }: Evidence): Scene["taken"] {
  if (isOwn) return takenAmong(background);
  const sorted = background.map(Math.sqrt).sort((a, b) => a - b);
  const scatters = others.length > 1 ? possibleScatters(others.map(Math.sqrt)).slice(0, CASES) : [];
  const weight = scatters.length === 0 ? 0 : others.length / (others.length + SHIPPED_WEIGHT);
  // The same for every case, so it is found once per line.
  const known = new Map<number, number>();
  const wrongAbove = (root: number): number => {
    const shipped = (above(sorted, root) + 0.5) / (sorted.length + 1);
    const examples = scatters.reduce((sum, each) => sum + shareAbove(each, root), 0);
    const wrong = (1 - weight) * shipped + weight * (examples / Math.max(1, scatters.length));
    known.set(root, wrong);
    return wrong;
  };
  return (root, { share, hits }) =>
    share * hits + (1 - share) * (known.get(root) ?? wrongAbove(root));
}

function takenAmong(background: readonly number[]): Scene["taken"] {
  const sorted = background.map(Math.sqrt).sort((a, b) => a - b);
  return (root) => above(sorted, root) / sorted.length;
}

/** How many of the sorted values are at least this high. */
function above(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return sorted.length - low;
}

/** Halfway between neighbouring scores of the background; with texts that ship, also where the examples lie. */
function candidateLines(evidence: Evidence, likely: Scatter): number[] {
  const sorted = [...new Set(evidence.background.map(Math.sqrt))].sort((a, b) => a - b);
  const between = sorted.slice(1).map((root, i) => (root + sorted[i]!) / 2);
  const inOwn = evidence.isOwn && between.length > 0;
  const round = Array.from({ length: 41 }, (_, i) => likely.mean + likely.spread * (i / 10 - 4));
  const added = inOwn ? [] : round.filter((root) => root > 0 && root < 1);
  return [...between, ...added].sort((a, b) => a - b);
}

interface Parts {
  readonly share: number;
  readonly hits: number;
}

/** What belongs and is taken in, and all that is taken in, as parts of all texts. */
function partsAt({ taken }: Scene, root: number, parts: Parts) {
  const all = taken(root, parts);
  return { all, right: Math.min(parts.share * parts.hits, all), share: parts.share };
}

const inEachCase = (scene: Scene, root: number) =>
  scene.cases.map(({ scatter, share }) =>
    partsAt(scene, root, { share, hits: shareAbove(scatter, root) }),
  );

const f1Of = ({ all, right, share }: ReturnType<typeof partsAt>): number =>
  (2 * right) / (all + share);

const f1sAt = (scene: Scene, root: number): number[] => inEachCase(scene, root).map(f1Of);

/** For each case the line that would be best if it were so. */
function bestLines(scene: Scene, roots: readonly number[]): number[] {
  const best = scene.cases.map(() => ({ root: roots[0]!, f1: -1 }));
  for (const root of roots)
    f1sAt(scene, root).forEach((f1, k) => {
      if (f1 > best[k]!.f1) best[k] = { root, f1 };
    });
  return best.map(({ root }) => root);
}

function qualityOf(scene: Scene, root: number): ExpectedQuality {
  const expected = inEachCase(scene, root);
  const all = mean(expected.map((each) => each.all));
  const f1 = mean(expected.map(f1Of));
  const f1s = scene.cases
    .map(({ scatter, share }, k) => {
      return f1Of(byChance(scene, root, { share, hits: shareAbove(scatter, root) }, k));
    })
    .sort((a, b) => a - b);
  return {
    threshold: root ** 2,
    precision: all === 0 ? 0 : mean(expected.map(({ right }) => right)) / all,
    recall: mean(expected.map(({ right, share }) => right / share)),
    f1,
    low: Math.min(f1, percentile(f1s, LOW)),
    high: Math.max(f1, percentile(f1s, HIGH)),
  };
}

/** The parts at a line in a collection of this size: chance decides which texts there are, and which of them were counted. */
function byChance(scene: Scene, root: number, { share, hits }: Parts, k: number) {
  const { chances, size } = scene;
  const chance = chances[k]!;
  const off =
    chance.hits * Math.sqrt((hits * (1 - hits)) / Math.max(1, share * size) + MODEL_DOUBT ** 2);
  const moved = Math.min(1, Math.max(0, hits + off));
  const { all } = partsAt(scene, root, { share, hits: moved });
  const counted = Math.max(0, all + chance.all * Math.sqrt((all * (1 - all)) / size));
  return { all: counted, right: Math.min(share * moved, counted), share };
}

/** A share of texts that belong, and how far it may be off: the standard deviation of its logarithm. */
interface LikelyShare {
  readonly value: number;
  readonly doubt: number;
}

/** Few categories hold more than half of the texts; without a bound, unlike examples would accept nearly all of them. */
const MOST_UNKNOWN = 0.5;
/** Without any word on it: one in ten, give or take a factor of four. */
const UNKNOWN_SHARE: LikelyShare = { value: 0.1, doubt: 1.4 };

/** The share that a random sample of labelled texts shows; one of none counts as half a text. */
export function sampledShare(share: number, labels: number): LikelyShare {
  const value = Math.min(Math.max(share, 0.5 / labels), 1 - 0.5 / labels);
  return { value, doubt: Math.sqrt((1 - value) / (labels * value)) };
}
