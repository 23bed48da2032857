import { byEncoder } from "../../analysis/by-encoder.ts";
import type { Engine, Model } from "../../analysis/engine.ts";
import { foreignTo, isOfPack, textsIn } from "../../analysis/languages.ts";
import { cellsOf, expressionOf, positionsOf, speakersOf } from "../../analysis/read-expression.ts";
import type { CollectionQuery, Field, TimeUnit } from "../../api/schema/collection-types.ts";
import type { Atlas } from "../../atlas/types.ts";
import type { Cancellation } from "../../cancellation.ts";
import { badInput, conflict, emptyFingerprint } from "../../errors.ts";
import type { Expression } from "../../expression/ast.ts";
import { parseJson } from "../../expression/parse-json.ts";
import { parseLine } from "../../expression/parse-line.ts";
import { NO_POSITIONS } from "../../fingerprint/positions.ts";
import type { Positions } from "../../kernel/grid.ts";
import { mapOf } from "../../language/language-retina.ts";
import { Vocabulary } from "../../text/vocabulary.ts";
import {
  checkFieldOf,
  checkPage,
  columnOf,
  idsApart,
  toSelection,
} from "../port/check-selection.ts";
import { readSourceFields, SOURCE_FIELDS } from "../port/source-fields.ts";
import type {
  Collection,
  CollectionInfo,
  CollectionStore,
  FoundRow,
  RowPage,
  Selection,
} from "../port/store.ts";
import { TaskQueue } from "../port/task-queue.ts";
import { unitFor } from "../port/time-units.ts";
import { tokensOf } from "../port/words.ts";
import { commonWords } from "./common-words.ts";
import { GroupGatherer, MOST_GROUPS } from "./groups.ts";
import { heatOf, heatWithout, liftBeyondChance, liftOver, scaledHeat } from "./lift.ts";
import { groupCopies, type OnProgress } from "./near-copies.ts";
import { histogramEdges } from "./statistics.ts";
import {
  changeTopicNotes,
  readTopicNotes,
  type TopicNote,
  writeTopicNotes,
} from "./topic-notes.ts";
import { compareParts, countedHeat, gatherAgainstRest, gatherBoth, gatherRows } from "./topics.ts";
import { Turns } from "./turns.ts";
import { wordWeights } from "./word-counts.ts";

export const HEAT_GROUNDS = ["none", "rest", "ordinary"] as const;
/** What a heat is compared with: nothing, the other rows of the collection, or texts on subjects taken at random. */
export type HeatGround = (typeof HEAT_GROUNDS)[number];

/** The key of the notes of topics. */
const TOPICS = "topics";

/** A query with the collection and retina it is asked of. */
export interface Asked {
  readonly collection: Collection;
  readonly info: CollectionInfo;
  readonly model: Model;
  readonly selection: Selection;
}

/** Everything that is asked of collections, for endpoints and commands alike. */
export class CollectionAnalyses {
  readonly store: CollectionStore;
  readonly #engine: Engine;
  /** Two changes of notes at a time would lose one. */
  readonly #notesLane = new TaskQueue();

  constructor(store: CollectionStore, engine: Engine) {
    this.store = store;
    this.#engine = engine;
  }

  /** @throws conflict where the collection's retina is not installed */
  async modelOf(info: CollectionInfo): Promise<Model> {
    const { name, checksum } = info.retina;
    const engine = this.#engine;
    const isThere = engine.names.includes(name) || isOfPack(engine, name);
    const model = isThere ? await engine.model(name) : undefined;
    if (model?.retina.checksum !== checksum)
      throw conflict(
        `“${info.name}” was read with the retina “${name}” of checksum ${checksum.slice(0, 8)}, which is not installed; install it, or import the texts again.`,
        { retina: name, checksum },
      );
    return model;
  }

  async ask(name: string, query: CollectionQuery): Promise<Asked> {
    const collection = this.store.open(name);
    const info = await collection.describe();
    const model = await this.modelOf(info);
    const like =
      query.like === undefined ? undefined : await this.#positions(info, model, query.like);
    const asked = await idsApart(
      query,
      info,
      async () => readSourceFields(await collection.note(SOURCE_FIELDS))?.id,
    );
    const selection = toSelection(asked, info, () => like ?? NO_POSITIONS);
    return { collection, info, model, selection };
  }

  /**
   * What rows should be like: by the reader of the collection, where it has one, else each text in the language that the query
   * names or, where it is certain, that it is in.
   */
  async #positions(
    { retina: { reader } }: CollectionInfo,
    model: Model,
    like: Like,
  ): Promise<Positions> {
    const engine = this.#engine;
    if (reader !== undefined) {
      const texts = textsOfLike(model, like);
      const asking = texts.length === 0 ? model : await byEncoder(engine, reader, texts, model);
      return typeof like === "string" ? writtenPositions(asking, like) : positionsOf(asking, like);
    }
    if (typeof like !== "string")
      return evaluated(model, await expressionOf(engine, { retina_name: model.retina.name }, like));
    const foreign = await foreignTo(engine, model, like);
    const speaker = foreign?.retina ?? model.retina.name;
    return writtenPositions(model, like, await engine.model(speaker));
  }

  /** The model that reads a text of a collection: that of its language where it is certain, else the collection's. */
  async readerOf(model: Model, text: string): Promise<Model> {
    const foreign = await foreignTo(this.#engine, model, text);
    return foreign?.retina == null ? model : this.#engine.model(foreign.retina);
  }

  /** The words of other languages in a collection that nearly every text of theirs has. */
  commonWords({ collection, info }: Asked): Promise<ReadonlySet<string>> {
    return commonWords(this.#engine, collection, info);
  }

  async rows(
    name: string,
    query: CollectionQuery,
    page: RowPage,
  ): Promise<{ info: CollectionInfo; total: number; rows: FoundRow[] }> {
    const { collection, info, selection } = await this.ask(name, query);
    checkPage(page, info);
    const total = await collection.count(selection);
    return { info, total, rows: await collection.rows(selection, page) };
  }

  /**
   * The counts of the cells, and how many times as frequent each is as in the ground.
   *
   * @param mayEstimate whether a random part of the rows may be counted where all of them take long
   * @returns `counted` of the `rows` were counted; where they are fewer, `counts` are what that makes of all
   */
  async heat(name: string, query: CollectionQuery, ground: HeatGround, mayEstimate = false) {
    const asked = await this.ask(name, query);
    const { collection, info, selection } = asked;
    const part = mayEstimate
      ? await collection.estimateHeat(selection)
      : await countedHeat(collection, selection);
    const all = scaledHeat(part, part.of);
    const found = { ...all, counted: part.rows, total: info.rows };
    if (ground === "none") return { ...found, lift: undefined };
    if (ground === "ordinary")
      return { ...found, lift: liftOver(part, heatOf(await this.#ordinaryPrints(asked))) };
    const rest = heatWithout({ counts: await collection.heat({}), rows: info.rows }, all);
    return { ...found, lift: liftBeyondChance(part, rest) };
  }

  /**
   * What texts on subjects taken at random would set: synthetic texts as long as the rows, or, where an encoder has read these, texts
   * that come with the program, read by it too.
   */
  async #ordinaryPrints({ collection, info, model, selection }: Asked) {
    const { reader } = info.retina;
    if (reader === undefined)
      return model.text.syntheticNegatives(await someTexts(collection, selection));
    const { ordinary } = await byEncoder(this.#engine, reader, [], model);
    return (await ordinary?.()) ?? [];
  }

  async facet(name: string, query: CollectionQuery, column: string, limit: number) {
    const { collection, info, selection } = await this.ask(name, query);
    const { type } = columnOf(info, column, "column");
    if (type === "date") throw badInput("column", `“${column}” holds dates; ask for its timeline.`);
    return collection.facet(selection, { column, limit });
  }

  async histogram(name: string, query: CollectionQuery, field: Field, bins: number) {
    const { collection, info, selection } = await this.ask(name, query);
    checkFieldOf(field, info, ["number"]);
    const span = await collection.span(selection, field);
    if (span.least === null || span.greatest === null)
      return { edges: [], counts: [], missing: span.missing };
    const edges = histogramEdges(Number(span.least), Number(span.greatest), bins);
    const { counts, missing } = await collection.histogram(selection, { field, edges });
    return { edges, counts: [...counts], missing };
  }

  async timeline(
    name: string,
    query: CollectionQuery,
    wanted: { column?: string; unit?: TimeUnit },
  ) {
    const { collection, info, selection } = await this.ask(name, query);
    const column = wanted.column ?? info.roles.date;
    if (column === undefined)
      throw badInput("column", `“${name}” has no column of dates; name the one to use.`);
    checkFieldOf({ column }, info, ["date"]);
    const unit = wanted.unit ?? (await unitOf(collection, selection, column));
    const { steps, missing } = await collection.timeline(selection, { column, unit });
    return { column, unit, steps: [...steps], missing };
  }

  /** Rows as points of the map, a random part of them where there are more than `limit`. */
  async points(
    name: string,
    query: CollectionQuery,
    { field, limit }: { readonly field?: Field | undefined; readonly limit: number },
  ) {
    const { collection, info, selection } = await this.ask(name, query);
    if (field !== undefined) checkFieldOf(field, info, ["text", "number", "date"]);
    const total = await collection.count(selection);
    const { seed = 1 } = selection.sample ?? {};
    const shown = total > limit ? { ...selection, sample: { rows: limit, seed } } : selection;
    return { total, ...(await collection.points(shown, field)) };
  }

  async topics(
    name: string,
    query: CollectionQuery,
    options: { level: number; limit: number; withHidden?: boolean },
    signal: Cancellation,
  ) {
    const { collection, info, model, selection } = await this.ask(name, query);
    const atlas = await this.#engine.atlas(model);
    const level = checkLevel(atlas, options.level);
    const common = await commonWords(this.#engine, collection, info);
    const notes = readTopicNotes(await collection.note(TOPICS), atlas);
    const map = { model, atlas, level, notes, common };
    const gatherer = await gatherRows({ collection, selection }, map, signal);
    return {
      rows: gatherer.all.rows,
      levels: atlas.regionOf.length,
      topics: gatherer.topics(options.limit, options.withHidden).map((topic) => ({
        ...topic,
        merged: [...topic.merged],
        words: [...topic.words],
        examples: [...topic.examples],
        centre: atlas.regions[topic.region]!.centre,
      })),
    };
  }

  /** What was noted of topics, after these changes. @throws bad-input */
  topicNotes(name: string, changes: readonly TopicNote[] = []): Promise<TopicNote[]> {
    return this.#notesLane.run(async () => {
      const collection = this.store.open(name);
      const model = await this.modelOf(await collection.describe());
      const atlas = await this.#engine.atlas(model);
      const kept = readTopicNotes(await collection.note(TOPICS), atlas);
      if (changes.length === 0) return [...kept.values()];
      const notes = changeTopicNotes(kept, changes, atlas);
      const written = notes.size === 0 ? undefined : writeTopicNotes(notes, atlas);
      await collection.setNote(TOPICS, written);
      return [...notes.values()];
    });
  }

  /** What is more frequent in the rows of one query than in those of another; without another, than in the rest. */
  async difference(
    parts: { a: PartQuery; b: PartQuery | undefined },
    options: { level: number },
    signal: Cancellation,
  ) {
    const a = await this.ask(parts.a.name, parts.a.query);
    const other = parts.b === undefined ? undefined : await this.ask(parts.b.name, parts.b.query);
    if (other !== undefined && mapOf(other.model.retina) !== mapOf(a.model.retina))
      throw conflict(
        "The two collections were read with different retinas; only the same map can be compared.",
      );
    const atlas = await this.#engine.atlas(a.model);
    const level = checkLevel(atlas, options.level);
    const common = new Set<string>();
    for (const { collection, info } of other === undefined ? [a] : [a, other])
      for (const word of await commonWords(this.#engine, collection, info)) common.add(word);
    const map = { model: a.model, atlas, level, common, vocabulary: new Vocabulary(tokensOf) };
    const found =
      other === undefined
        ? await gatherAgainstRest(a, map, signal)
        : await gatherBoth([a, other], map, signal);
    const { words, ...differences } = compareParts(found.own, found.rest, atlas, level);
    return {
      ...differences,
      // Between languages each of them differs, and says nothing but which language it is of.
      words: common.size === 0 ? words : words.filter(({ word }) => found.own.weight(word) > 0),
      lift: liftBeyondChance(found.heatA, found.heatB),
    };
  }

  /**
   * How up to eight groups of rows differ, each from all others: the most frequent values of a column of texts, or parts of
   * the time of about equally many rows.
   *
   * @throws bad-input for a column of numbers or lists
   */
  async groups(
    name: string,
    query: CollectionQuery,
    { column, ...options }: { column: string; level: number; limit: number },
    signal: Cancellation,
  ) {
    const { collection, info, model, selection } = await this.ask(name, query);
    const { type } = columnOf(info, column, "column");
    if (type !== "text" && type !== "date")
      throw badInput(
        "column",
        `“${column}” holds ${type === "list" ? "lists" : "numbers"}; compare groups by a column of texts or dates.`,
      );
    const { unit, groups } =
      type === "date"
        ? partsOfTime(await this.timeline(name, query, { column }))
        : await valuesOf(collection, selection, column);
    const atlas = await this.#engine.atlas(model);
    const level = checkLevel(atlas, options.level);
    const common = await commonWords(this.#engine, collection, info);
    const weight = wordWeights(model.retina, common);
    const gatherer = new GroupGatherer({ ...options, count: groups.length, atlas, level, weight });
    const { ids, values } = await collection.points(selection, { column });
    const groupOf = new Map(ids.map((id, i) => [id, groupOfValue(groups, values[i]!, type)]));
    const turns = new Turns(signal);
    for await (const batch of collection.scan(selection, ["text", "cells"]))
      for (const row of batch) {
        await turns.giveWay();
        gatherer.add(row, groupOf.get(row.id));
      }
    const found = gatherer.differences();
    return { ...found, unit, groups: found.groups.map((own, i) => ({ ...groups[i]!, ...own })) };
  }

  /** Groups of rows that say nearly the same, each with the text of the first in order of id. */
  async nearCopies(
    name: string,
    query: CollectionQuery,
    limit: number,
    signal: Cancellation,
    onProgress?: OnProgress,
  ) {
    const { collection, selection } = await this.ask(name, query);
    const groups = await groupCopies(collection.scan(selection, ["text"]), signal, onProgress);
    const listed = groups.slice(0, limit);
    const page = { offset: 0, limit: listed.length };
    const firsts = await collection.rows({ ids: listed.map(([first]) => first!) }, page);
    const texts = new Map(firsts.map(({ id, text }) => [id, text]));
    return {
      groups: groups.length,
      rows: groups.reduce((sum, ids) => sum + ids.length, 0),
      // A row may have been removed meanwhile.
      listed: listed.map((ids) => ({ ids, text: texts.get(ids[0]!) ?? "" })),
    };
  }

  /** Scores every row by a filter's positions, and keeps the score under the filter's name. */
  async classify(name: string, { reader, ...filter }: ReadFilter, signal: Cancellation) {
    if (filter.positions.length === 0)
      throw emptyFingerprint(`The filter “${filter.name}”`, "classified");
    const collection = this.store.open(name);
    if (reader !== undefined) requireReader(await collection.describe(), filter.name, reader);
    return collection.score(filter, signal);
  }
}

/** A filter, with the name of the reader by which its texts were read, null for their words; undefined where nobody says. */
interface ReadFilter {
  readonly name: string;
  readonly positions: Positions;
  readonly reader?: string | null | undefined;
}

/** @throws conflict where the rows were read otherwise than a filter */
function requireReader({ name, retina }: CollectionInfo, filter: string, reader: string | null) {
  const own = retina.reader?.name ?? null;
  if (reader === own) return;
  const by = (each: string | null) => (each === null ? "their words" : `the reader “${each}”`);
  throw conflict(
    `The texts of the filter “${filter}” were read by ${by(reader)} and the rows of “${name}” by ${by(own)}, which find each other badly; make the filter again ${own === null ? "without a reader" : `with the reader “${own}”`}.`,
    { field: "reader", value: reader ?? "" },
  );
}

/** The unit that suits the span of the rows. */
async function unitOf(
  collection: Collection,
  selection: Selection,
  column: string,
): Promise<TimeUnit> {
  const { least, greatest } = await collection.span(selection, { column });
  return least === null ? "day" : unitFor(String(least), String(greatest));
}

async function someTexts(collection: Collection, selection: Selection): Promise<string[]> {
  const rows = await collection.rows(
    { sample: { rows: 200, seed: 1 }, ...selection },
    { offset: 0, limit: 200 },
  );
  return rows.map(({ text }) => text).filter((text) => text.trim() !== "");
}

interface PartQuery {
  readonly name: string;
  readonly query: CollectionQuery;
}

function checkLevel({ regionOf }: Atlas, level: number): number {
  if (!Number.isInteger(level) || level < 0 || level >= regionOf.length)
    throw badInput("level", `The map has the levels 0 to ${regionOf.length - 1}, not ${level}.`);
  return level;
}

type Like = NonNullable<CollectionQuery["like"]>;

/** What may have to be read as a text of what rows should be like. */
function textsOfLike({ retina }: Model, like: Like): string[] {
  if (typeof like !== "string") return textsIn(parseJson(like));
  const isPhrase = (words: string) => retina.idOf(words) !== -1;
  const { expression } = parseLine(like, { isPhrase });
  return retina.idOf(like.trim()) === -1
    ? [like, ...(expression === undefined ? [] : textsIn(expression))]
    : [];
}

/**
 * What a person wrote into one line: a term of the vocabulary, or else an expression with at least one operator or sign
 * of its own, or else plain text. So `jaguar - car` is an expression, and `oil prices rise in the Gulf` is a text.
 *
 * @param reader what reads it where it is a text
 * @throws unknown-term for an expression with a word that is not known, no-known-words, bad-input for nothing
 */
export async function writtenPositions(
  model: Model,
  line: string,
  reader = model,
): Promise<Positions> {
  const { retina } = model;
  const { text } = reader;
  if (line.trim() === "")
    throw badInput("like", "“like” is empty; write what rows should be like.");
  const id = retina.idOf(line.trim());
  if (id !== -1) return retina.positions(id);
  const isPhrase = (words: string) => retina.idOf(words) !== -1;
  const { expression } = parseLine(line, { isPhrase });
  if (expression === undefined) return text.fingerprint(line);
  const isWord = expression.kind === "term" && retina.idOf(expression.term) === -1;
  return isWord ? text.fingerprint(line) : evaluated(model, expression);
}

const evaluated = async (model: Model, root: Expression): Promise<Positions> =>
  cellsOf(await speakersOf(model, root), root);

interface Group {
  /** A value, or the first period of a part of the time. */
  readonly value: string;
  /** The last period of the part. */
  readonly last: string | null;
}

interface Groups {
  readonly unit: TimeUnit | null;
  readonly groups: readonly Group[];
}

async function valuesOf(
  collection: Collection,
  selection: Selection,
  column: string,
): Promise<Groups> {
  const { values } = await collection.facet(selection, { column, limit: MOST_GROUPS });
  return { unit: null, groups: values.map(({ value }) => ({ value, last: null })) };
}

/** Up to eight parts of about equally many rows; no period is cut. */
function partsOfTime({
  unit,
  steps,
}: {
  readonly unit: TimeUnit;
  readonly steps: readonly { readonly start: string; readonly rows: number }[];
}): Groups {
  const total = steps.reduce((sum, { rows }) => sum + rows, 0);
  const groups: { value: string; last: string }[] = [];
  let before = 0;
  for (const { start, rows } of steps) {
    if (before >= (groups.length * total) / MOST_GROUPS) groups.push({ value: start, last: start });
    else groups.at(-1)!.last = start;
    before += rows;
  }
  return { unit, groups };
}

function groupOfValue(
  groups: readonly Group[],
  value: string | number | null,
  type: "text" | "date",
): number | undefined {
  if (value === null) return undefined;
  const own = String(value);
  const group =
    type === "text"
      ? groups.findIndex((each) => each.value === own)
      : groups.findLastIndex((each) => each.value <= own);
  return group === -1 ? undefined : group;
}
