import { divided, expectedOf, type SuggestedLine } from "../../analysis/expected-quality.ts";
import { findCopies } from "../../analysis/near-copies.ts";
import type { CollectionQuery, Predicate } from "../../api/schema/collection-types.ts";
import type { Cancellation } from "../../cancellation.ts";
import { badInput, conflict, unknownColumn } from "../../errors.ts";
import type { Positions } from "../../kernel/grid.ts";
import { prepareFilterOfPrints } from "../../text/print-filter.ts";
import { drawOf, sampleKey } from "../port/sample-key.ts";
import type { Collection, CollectionInfo, FoundRow, Selection } from "../port/store.ts";
import { byCodePoint } from "../port/values.ts";
import type { CollectionAnalyses } from "./analyses.ts";
import { farthest, interleave, type QueueReason, sharesOf } from "./label-queue.ts";
import { histogramEdges, type Interval, wilson } from "./statistics.ts";

/** A filter's labels beside its score. */
interface LabelTarget {
  /** Under whose name labels are given. */
  readonly filter: string;
  /** The saved score; that of the filter's name when left out. */
  readonly score?: string | undefined;
  /** Rows with at least this score count as belonging. */
  readonly line?: number | undefined;
}

interface QueuedRow extends FoundRow {
  readonly why: QueueReason;
}

/** Rows that a queue looks at for what is unlike all labelled ones, and labelled ones it compares with. */
const CANDIDATES = 300;
const COMPARED = 200;

/** Labelled rows of a side that a filter is made of, at most. */
const MOST_EXAMPLES = 1000;
/** Rows without a label: the filter learns from some, the others show where its threshold lies. */
const UNLABELLED = 1000;
const LEARN_SEED = 3;

/** A filter from the labels of a category with its threshold, and how many rows it is made of. */
interface Learned {
  readonly positions: Positions;
  readonly threshold: SuggestedLine;
  readonly belong: number;
  readonly not: number;
  readonly unlabelled: number;
}

/** What helps to label rows, and measures how good a filter is by its labels. */
export class LabelAnalyses {
  readonly #analyses: CollectionAnalyses;

  constructor(analyses: CollectionAnalyses) {
    this.#analyses = analyses;
  }

  /**
   * Rows without a label that are worth one: near the line, unlike all that are labelled, and some taken by chance, in
   * an order that mixes them. Without a saved score, or without a line, none counts as near it.
   */
  async queue(
    name: string,
    query: CollectionQuery,
    { filter, line, ...target }: LabelTarget,
    { limit, seed }: { readonly limit: number; readonly seed: number },
  ): Promise<{ unlabelled: number; rows: QueuedRow[] }> {
    const { collection, info, selection } = await this.#analyses.ask(name, query);
    const score = target.score ?? filter;
    if (target.score !== undefined) requireScore(info, score, "score");
    const { sample: _, ...all } = selection;
    const open = within(all, "labels", { label: filter, is: "unlabelled" });
    const hasLine = line !== undefined && info.scores.includes(score);
    const shares = sharesOf(limit, hasLine);
    const taken = new Set<string>();
    const take = (rows: readonly FoundRow[], why: QueueReason, most: number) =>
      rows
        .filter(({ id }) => !taken.has(id))
        .slice(0, most)
        .map((row) => {
          taken.add(row.id);
          return { ...row, why };
        });
    // Chance goes first: what it takes must not depend on what the others find.
    const sampled = inOrderOfChance(await sampleOf(collection, open, limit, seed), seed);
    const random = take(sampled, "random", shares.random);
    const near = hasLine ? await nearLine(collection, open, { score, line, limit: 2 * limit }) : [];
    const unsure = take(near, "unsure", shares.unsure);
    const unlike = await unlikeLabelled(collection, open, { filter, wanted: 2 * limit, seed });
    const far = take(unlike, "far", shares.far);
    const rest = limit - random.length - unsure.length - far.length;
    random.push(...take(sampled, "random", rest));
    const unlabelled = await collection.count(open);
    return { unlabelled, rows: interleave([unsure, far, random]) };
  }

  /**
   * Precision and recall by labels of a random sample of either side of the line. The sample is in an order of chance,
   * and only its beginning up to the first row without a label counts: labels that were given for other reasons do not
   * distort the figures.
   */
  async audit(
    name: string,
    query: CollectionQuery,
    { filter, line, ...target }: LabelTarget & { readonly line: number },
    { rows, seed, limit }: { readonly rows: number; readonly seed: number; readonly limit: number },
  ): Promise<Audit> {
    const { collection, info, selection } = await this.#analyses.ask(name, query);
    const score = target.score ?? filter;
    requireScore(info, score, "score");
    const { sample: _, ...all } = selection;
    const side = async (test: Predicate) => {
      const own = within(all, "where", test);
      const sampled = await sampleOf(collection, own, rows, seed);
      const ordered = inOrderOfChance(sampled, seed);
      const labels = ordered.map((row) => row.labels.find((label) => label.filter === filter));
      const end = labels.indexOf(undefined);
      const counted = labels.slice(0, end === -1 ? labels.length : end);
      return {
        side: {
          rows: await collection.count(own),
          audited: counted.length,
          belongs: counted.filter((label) => label?.belongs === true).length,
        },
        sampled: sampled.length,
        next: ordered.filter((_, i) => labels[i] === undefined),
      };
    };
    const over = await side({ score, from: line });
    const under = await side({ score, below: line });
    return {
      ...estimateQuality(over.side, under.side),
      over: over.side,
      under: under.side,
      sampled: over.sampled + under.sampled,
      unscored: await collection.count(within(all, "where", { score, missing: true })),
      next: interleave([over.next, under.next]).slice(0, limit),
    };
  }

  /** A score's distribution, beside that of the rows that are labelled, and what lies on either side of a line. */
  async scores(
    name: string,
    query: CollectionQuery,
    { filter, line, ...target }: LabelTarget,
    bins: number,
  ): Promise<ScoreHistogram> {
    const { collection, info, selection } = await this.#analyses.ask(name, query);
    const score = target.score ?? filter;
    requireScore(info, score, "score");
    const { least, greatest, missing } = await collection.span(selection, { score });
    if (least === null || greatest === null)
      return { edges: [], counts: [], belongs: [], not: [], missing, over: 0, under: 0 };
    const edges = histogramEdges(Number(least), Number(greatest), bins);
    const countsOf = async (part: Selection) => [
      ...(await collection.histogram(part, { field: { score }, edges })).counts,
    ];
    const labelled = (is: "belongs" | "not") =>
      countsOf(within(selection, "labels", { label: filter, is }));
    const sideOf = (test: Predicate) => collection.count(within(selection, "where", test));
    return {
      edges,
      counts: await countsOf(selection),
      belongs: await labelled("belongs"),
      not: await labelled("not"),
      missing,
      over: line === undefined ? 0 : await sideOf({ score, from: line }),
      under: line === undefined ? 0 : await sideOf({ score, below: line }),
    };
  }

  /**
   * Gives a score a name that none has, or takes it away. @returns the names of all scores
   * @throws ApiError unknown-column, conflict
   */
  async nameScore(name: string, score: string, to: string | undefined): Promise<readonly string[]> {
    const collection = this.#analyses.store.open(name);
    const info = await collection.describe();
    requireScore(info, score, "score");
    if (to !== undefined && to !== score && info.scores.includes(to))
      throw conflict(`There is a score “${to}” already; choose another name.`);
    await collection.renameScore(score, to);
    return (await collection.describe()).scores;
  }

  /**
   * Makes the filter of a category's labels, learned among randomly sampled rows without one. Scores of labelled rows, which the
   * filter knows, are too high to show its threshold.
   * @param share the share of matches, 0..1, where it is known
   * @throws ApiError bad-input where no row is labelled as belonging, no-known-words
   */
  async learn(
    name: string,
    { filter, share }: { readonly filter: string; readonly share?: number | undefined },
    signal: Cancellation,
  ): Promise<Learned> {
    const collection = this.#analyses.store.open(name);
    const info = await collection.describe();
    const model = await this.#analyses.modelOf(info);
    const labelled = async (is: "belongs" | "not") => {
      const page = { offset: 0, limit: MOST_EXAMPLES };
      const rows = await collection.rows({ labels: { label: filter, is } }, page);
      return rows.filter(({ text }) => text.trim() !== "");
    };
    const belong = await labelled("belongs");
    const not = await labelled("not");
    if (belong.length === 0)
      throw badInput("filter", `No row is labelled as belonging to “${filter}”; label one first.`);
    const open: Selection = { labels: { label: filter, is: "unlabelled" } };
    const sampled = await sampleOf(collection, open, UNLABELLED, LEARN_SEED);
    const read = (await cellsOf(collection, sampled)).filter(({ length }) => length > 0);
    const { learned, counted } = divided(read);
    const unlabelled = { prints: learned, share };
    const textsOf = (rows: readonly FoundRow[]) => rows.map(({ text }) => text);
    const prints = {
      belong: await cellsOf(collection, belong),
      not: await cellsOf(collection, not),
    };
    const prepared =
      info.retina.reader === undefined
        ? model.text.prepareFilter(textsOf(belong), textsOf(not), unlabelled)
        : // Of what an encoder has read nothing is known but the cells.
          prepareFilterOfPrints(prints.belong, prints.not, unlabelled);
    const { near } = findCopies(textsOf([...belong, ...not]));
    const examples = [
      ...prints.belong.map((positions, place) => ({ side: "positive" as const, positions, place })),
      ...prints.not.map((positions, place) => ({ side: "negative" as const, positions, place })),
    ].map((example, at) => ({ ...example, group: near[at]! }));
    const makeWithout = (left: ReadonlySet<(typeof examples)[number]>) => {
      const places = (side: "positive" | "negative") =>
        new Set([...left].flatMap((each) => (each.side === side ? [each.place] : [])));
      return prepared.without(places("positive"), places("negative"));
    };
    const positions = makeWithout(new Set());
    const usable = examples.filter((example) => example.positions.length > 0);
    const evidence = {
      examples: usable,
      filter: positions,
      makeWithout,
      counted,
      isOwn: true,
      share,
    };
    const { line } = expectedOf(evidence, signal);
    return {
      positions,
      threshold: line,
      belong: belong.length,
      not: not.length,
      unlabelled: learned.length,
    };
  }
}

interface Audit extends AuditResult {
  readonly over: AuditedSide;
  readonly under: AuditedSide;
  /** Rows of both samples. */
  readonly sampled: number;
  /** Rows without the score: they came in after the filter was applied. */
  readonly unscored: number;
  /** Rows of the samples that want a label, in the order in which labels count. */
  readonly next: readonly FoundRow[];
}

interface ScoreHistogram {
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  /** Of the rows that are labelled as belonging, and as not. */
  readonly belongs: readonly number[];
  readonly not: readonly number[];
  readonly missing: number;
  readonly over: number;
  readonly under: number;
}

function requireScore({ scores }: CollectionInfo, score: string, field: string): void {
  if (scores.length === 0)
    throw badInput(field, `No score is kept yet; classify the rows by “${score}” first.`);
  if (!scores.includes(score)) throw unknownColumn(field, score, scores);
}

/** A selection with one more condition. */
function within(selection: Selection, part: "where" | "labels", test: Predicate): Selection {
  const own = selection[part];
  return { ...selection, [part]: own === undefined ? test : { and: [own, test] } };
}

function inOrderOfChance(rows: readonly FoundRow[], seed: number): FoundRow[] {
  return rows
    .map((row) => ({ row, key: sampleKey(drawOf(row.id), seed) }))
    .sort((a, b) => a.key - b.key || byCodePoint(a.row.id, b.row.id))
    .map(({ row }) => row);
}

function sampleOf(
  collection: Collection,
  selection: Selection,
  rows: number,
  seed: number,
): Promise<FoundRow[]> {
  const sample = { rows, seed };
  return collection.rows({ ...selection, sample }, { offset: 0, limit: rows });
}

async function nearLine(
  collection: Collection,
  selection: Selection,
  { score, line, limit }: { score: string; line: number; limit: number },
): Promise<FoundRow[]> {
  const side = (test: Predicate, descending: boolean) =>
    collection.rows(within(selection, "where", test), {
      offset: 0,
      limit,
      sort: { field: { score }, descending },
    });
  const distance = ({ scores }: FoundRow) =>
    Math.abs((scores.find((each) => each.name === score)?.score ?? 0) - line);
  const over = await side({ score, from: line }, false);
  const under = await side({ score, below: line }, true);
  return [...over, ...under].sort((a, b) => distance(a) - distance(b));
}

/** Rows that are unlike all that are labelled. */
async function unlikeLabelled(
  collection: Collection,
  selection: Selection,
  { filter, wanted, seed }: { filter: string; wanted: number; seed: number },
): Promise<FoundRow[]> {
  const candidates = await sampleOf(collection, selection, CANDIDATES, (seed + 1) >>> 0);
  const isLabelled: Predicate = { not: { label: filter, is: "unlabelled" } };
  const known = await sampleOf(collection, { labels: isLabelled }, COMPARED, (seed + 2) >>> 0);
  const cells = await cellsOf(collection, candidates);
  const picked = farthest(cells, await cellsOf(collection, known), wanted);
  return picked.map((i) => candidates[i]!);
}

async function cellsOf(collection: Collection, rows: readonly FoundRow[]) {
  const cells = await collection.cells(rows.map(({ id }) => id));
  // A row that was removed meanwhile is like nothing.
  return cells.map((own) => own ?? new Uint16Array(0));
}

/** One side of the line: how many rows it has, and what a random sample of them showed. */
interface AuditedSide {
  readonly rows: number;
  readonly audited: number;
  /** Of the audited, those that do belong. */
  readonly belongs: number;
}

interface Estimate extends Interval {
  readonly value: number;
}

/** How good a filter is on the whole collection. */
interface AuditResult {
  /** Of the rows over the line, the share that belongs. */
  readonly precision: Estimate;
  /** Of the rows that belong, the share over the line. */
  readonly recall: Estimate;
}

/**
 * Estimates from two random samples, one above and one below the line: most of what a filter misses lies among the many
 * rows below, where a sample of the best alone would never look. The interval of the recall takes the bounds of both
 * sides at once, so it is rather too wide than too narrow.
 */
export function estimateQuality(above: AuditedSide, below: AuditedSide): AuditResult {
  const precision = wilson(above.belongs, above.audited);
  const missed = wilson(below.belongs, below.audited);
  const shareOf = ({ audited, belongs }: AuditedSide) => (audited === 0 ? 0 : belongs / audited);
  const recall = (over: number, under: number) => {
    const found = over * above.rows;
    const all = found + under * below.rows;
    return all === 0 ? 0 : found / all;
  };
  return {
    precision: { value: shareOf(above), ...precision },
    recall: {
      value: recall(shareOf(above), shareOf(below)),
      low: recall(precision.low, missed.high),
      high: recall(precision.high, missed.low),
    },
  };
}
