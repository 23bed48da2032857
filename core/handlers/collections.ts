import type { Handler, Output } from "../api/client-types.ts";
import type { CollectionAnalyses } from "../collection/analyses/analyses.ts";
import { LabelAnalyses } from "../collection/analyses/labels.ts";
import type { OnProgress } from "../collection/analyses/near-copies.ts";
import { WordStudies } from "../collection/analyses/word-study.ts";
import { checkQuery } from "../collection/port/check-query.ts";
import { setRoles } from "../collection/port/set-roles.ts";
import { readSourceFields, SOURCE_FIELDS } from "../collection/port/source-fields.ts";
import type { CollectionInfo, ListedCollection, StreamedRow } from "../collection/port/store.ts";
import {
  csvHeader,
  csvRow,
  type ExportShape,
  exportShape,
  jsonRow,
  type ScoreLine,
} from "../collection/table/write-rows.ts";
import { badInput, tooLarge, unknownColumn } from "../errors.ts";
import { checkPositions, toNumbers } from "../fingerprint/positions.ts";
import { hasControls } from "../text/control-characters.ts";

const MOST_EXPORTED = 100_000;

/** @throws unknown-column for a score that there is none of */
function checkLines(lines: readonly ScoreLine[], { scores }: CollectionInfo): readonly ScoreLine[] {
  const unknown = lines.find(({ score }) => !scores.includes(score));
  if (unknown !== undefined) throw unknownColumn("lines", unknown.score, scores);
  return lines;
}

type ListedJson = Output<"app.collections">["collections"][number];

// The type of the reply differs only in what may be written to.
const listedOf = (listed: ListedCollection) => listed as unknown as ListedJson;

/** Rows as the bytes of a Parquet file; only the host can write such a thing. */
type WriteParquet = (
  rows: AsyncIterable<readonly StreamedRow[]>,
  shape: ExportShape,
) => Promise<Uint8Array<ArrayBuffer>>;

/** Looking into collections; importing is a matter of the host. */
export function collectionHandlers(
  analyses: CollectionAnalyses,
  parquet: WriteParquet,
  onProgress?: OnProgress,
) {
  const { store } = analyses;
  const list: Handler<"app.collections"> = async () => ({
    collections: (await store.list()).map(listedOf),
  });
  const remove: Handler<"app.collectionRemove"> = async ({ name }) => {
    await store.remove(name);
    return { removed: name };
  };
  const roles: Handler<"app.collectionRoles"> = async ({ name, ...changes }) =>
    setRoles(store.open(name), changes);
  const query: Handler<"app.collectionQuery"> = async ({
    name,
    query: asked = {},
    sort,
    ...page
  }) => {
    const where = { ...page, ...(sort === undefined ? {} : { sort }) };
    const { info, total, rows } = await analyses.rows(name, checkQuery(asked), where);
    type Rows = Output<"app.collectionQuery">["rows"];
    return { total, columns: [...info.columns], rows: rows as unknown as Rows };
  };
  const heat: Handler<"app.collectionHeat"> = async ({
    name,
    query: asked = {},
    over,
    estimate,
  }) => {
    const found = await analyses.heat(name, checkQuery(asked), over, estimate);
    const { counts, rows, counted, total, lift } = found;
    return {
      rows,
      counted,
      total,
      counts: Array.from(counts),
      lift: lift === undefined ? null : Array.from(lift, rounded),
    };
  };
  return {
    "app.collections": list,
    "app.collectionRemove": remove,
    "app.collectionRoles": roles,
    "app.collectionQuery": query,
    "app.collectionHeat": heat,
    ...labelHandlers(analyses),
    "app.collectionExport": exporting(analyses, parquet),
    ...figureHandlers(analyses),
    ...analysisHandlers(analyses, onProgress),
    ...wordHandlers(analyses),
  };
}

function figureHandlers(analyses: CollectionAnalyses) {
  const points: Handler<"app.collectionPoints"> = async ({ name, query = {}, field, limit }) => {
    const found = await analyses.points(name, checkQuery(query), { field, limit });
    return {
      total: found.total,
      ids: [...found.ids],
      places: [...found.places],
      values: field === undefined ? null : [...found.values],
    };
  };
  const facet: Handler<"app.collectionFacet"> = async ({ name, query = {}, column, limit }) => {
    const { values, others, missing } = await analyses.facet(
      name,
      checkQuery(query),
      column,
      limit,
    );
    return { values: [...values], others, missing };
  };
  const histogram: Handler<"app.collectionHistogram"> = ({ name, query = {}, field, bins }) =>
    analyses.histogram(name, checkQuery(query), field, bins);
  const timeline: Handler<"app.collectionTimeline"> = ({ name, query = {}, column, unit }) =>
    analyses.timeline(name, checkQuery(query), {
      ...(column === undefined ? {} : { column }),
      ...(unit === undefined ? {} : { unit }),
    });
  return {
    "app.collectionFacet": facet,
    "app.collectionPoints": points,
    "app.collectionHistogram": histogram,
    "app.collectionTimeline": timeline,
  };
}

function analysisHandlers(analyses: CollectionAnalyses, onProgress?: OnProgress) {
  const topics: Handler<"app.collectionTopics"> = (
    { name, query = {}, level, limit, hidden },
    signal,
  ) => analyses.topics(name, checkQuery(query), { level, limit, withHidden: hidden }, signal);
  const notes: Handler<"app.collectionTopicNotes"> = async ({ name, notes: changes = [] }) => ({
    notes: await analyses.topicNotes(name, changes),
  });
  const difference: Handler<"app.collectionDifference"> = async (
    { name, a = {}, b, level, limit },
    signal,
  ) => {
    const other =
      b === undefined
        ? undefined
        : { name: b.name ?? name, query: checkQuery(b.query ?? {}, "b.query") };
    const parts = { a: { name, query: checkQuery(a, "a") }, b: other };
    const found = await analyses.difference(parts, { level }, signal);
    const { words } = found;
    return {
      rows: found.rows,
      words:
        words.length <= 2 * limit ? [...words] : [...words.slice(0, limit), ...words.slice(-limit)],
      regions: [...found.regions],
      lift: Array.from(found.lift, rounded),
    };
  };
  const groups: Handler<"app.collectionGroups"> = async (
    { name, query = {}, column, level, limit },
    signal,
  ) => {
    const wanted = { column, level, limit };
    const found = await analyses.groups(name, checkQuery(query), wanted, signal);
    return found as unknown as Output<"app.collectionGroups">;
  };
  const copies: Handler<"app.collectionNearCopies"> = ({ name, query = {}, limit }, signal) =>
    analyses.nearCopies(name, checkQuery(query), limit, signal, onProgress);
  return {
    "app.collectionTopics": topics,
    "app.collectionTopicNotes": notes,
    "app.collectionDifference": difference,
    "app.collectionGroups": groups,
    "app.collectionNearCopies": copies,
  };
}

/** The uses of a word, and what people decide about its senses. */
function wordHandlers(analyses: CollectionAnalyses) {
  const studies = new WordStudies(analyses);
  const word: Handler<"app.collectionWord"> = async (asked, signal) => {
    const { name, query = {}, word: of, limit, preview } = asked;
    const question = { word: of, limit, isPreview: preview };
    const study = await studies.study(name, checkQuery(query), question, signal);
    // The type of the reply differs only in what may be written to.
    return study as unknown as Output<"app.collectionWord">;
  };
  const senses: Handler<"app.collectionWordSenses"> = async ({ name, word: of, ...changes }) => {
    requirePrintable(changes.author);
    const note = await studies.change(name, of, changes);
    return note as unknown as Output<"app.collectionWordSenses">;
  };
  return { "app.collectionWord": word, "app.collectionWordSenses": senses };
}

/** To three decimals: all digits of 16,384 numbers take longer to write and read than the heat takes to count. */
const rounded = (lift: number): number => Math.round(1000 * lift) / 1000;

function exporting(
  analyses: CollectionAnalyses,
  parquet: WriteParquet,
): Handler<"app.collectionExport"> {
  return async ({ name, query = {}, format, positions, lines: decisive, raw }) => {
    const { collection, info, selection } = await analyses.ask(name, checkQuery(query));
    const rows = await collection.count(selection);
    if (rows > MOST_EXPORTED) throw tooLarge("The number of rows", rows, MOST_EXPORTED);
    const source = readSourceFields(await collection.note(SOURCE_FIELDS));
    const shape = exportShape(info, source, {
      format,
      hasCloseness: selection.like !== undefined,
      hasPositions: positions,
      lines: checkLines(decisive, info),
    });
    const found = collection.stream(selection);
    if (format === "parquet")
      return { mediaType: "application/vnd.apache.parquet", data: await parquet(found, shape) };
    const lines = format === "csv" ? [csvHeader(shape, raw)] : [];
    const lineOf: typeof csvRow = format === "csv" ? csvRow : jsonRow;
    for await (const batch of found) for (const row of batch) lines.push(lineOf(row, shape, raw));
    const mediaType = format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson";
    return { mediaType, data: lines.join("") };
  };
}

/** An author's name is the caller's choice, and terminals print it. @throws bad-input */
function requirePrintable(author: string | undefined): void {
  if (author !== undefined && hasControls(author))
    throw badInput("author", "“author” contains control characters; send a name without them.");
}

/** Labels, scores, and what shows how good they are. */
function labelHandlers(analyses: CollectionAnalyses) {
  const labels = new LabelAnalyses(analyses);
  const label: Handler<"app.collectionLabel"> = async ({ name, filter, marks, author }) => {
    requirePrintable(author);
    return { rows: await analyses.store.open(name).label(filter, marks, author) };
  };
  const classify: Handler<"app.collectionClassify"> = async (
    { name, filter, positions, reader },
    signal,
  ) => ({
    rows: await analyses.classify(
      name,
      { name: filter, positions: checkPositions(positions), reader },
      signal,
    ),
  });
  const learn: Handler<"app.collectionLearn"> = async ({ name, ...asked }, signal) => {
    const { positions, ...counts } = await labels.learn(name, asked, signal);
    return { positions: toNumbers(positions), ...counts };
  };
  const nameScore: Handler<"app.collectionScoreName"> = async ({ name, score, to }) => ({
    scores: [...(await labels.nameScore(name, score, to ?? undefined))],
  });
  const queue: Handler<"app.collectionLabelQueue"> = async ({
    name,
    query = {},
    limit,
    seed,
    ...target
  }) => {
    const found = await labels.queue(name, checkQuery(query), target, { limit, seed });
    // The type of the reply differs only in what may be written to.
    return found as unknown as Output<"app.collectionLabelQueue">;
  };
  const audit: Handler<"app.collectionAudit"> = async ({
    name,
    query = {},
    rows,
    seed,
    limit,
    ...target
  }) => {
    const found = await labels.audit(name, checkQuery(query), target, { rows, seed, limit });
    return found as unknown as Output<"app.collectionAudit">;
  };
  const scores: Handler<"app.collectionScores"> = async ({ name, query = {}, bins, ...target }) => {
    const found = await labels.scores(name, checkQuery(query), target, bins);
    return found as unknown as Output<"app.collectionScores">;
  };
  return {
    "app.collectionLabel": label,
    "app.collectionLearn": learn,
    "app.collectionClassify": classify,
    "app.collectionScoreName": nameScore,
    "app.collectionLabelQueue": queue,
    "app.collectionAudit": audit,
    "app.collectionScores": scores,
  };
}
