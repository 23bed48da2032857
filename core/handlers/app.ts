import { chanceOf } from "../analysis/chance.ts";
import type { Engine, Model } from "../analysis/engine.ts";
import { explainByEncoder } from "../analysis/explain-by-encoder.ts";
import { explainMatch } from "../analysis/explain-match.ts";
import { filterReport } from "../analysis/filter-report.ts";
import { foreignTo, readerOf, readersOf } from "../analysis/languages.ts";
import { meaningOf } from "../analysis/meaning.ts";
import { rankByLift, rankByOverlap } from "../analysis/rank-area.ts";
import {
  lookupsOf,
  positionsOf,
  type Speakers,
  somePositionsOf,
  speakersOf,
  speaking,
} from "../analysis/read-expression.ts";
import { inOrder, passing } from "../analysis/result-rows.ts";
import { fingerprintOrNone, scoreTexts } from "../analysis/score-texts.ts";
import { sharedRegions } from "../analysis/shared-regions.ts";
import type { Handler, Input, Output } from "../api/client-types.ts";
import type { ExpressionJson } from "../api/schema/json-value.ts";
import { namesFor } from "../atlas/name-regions.ts";
import { badInput, emptyFingerprint } from "../errors.ts";
import type { Expression } from "../expression/ast.ts";
import { type Trace, trace } from "../expression/evaluate.ts";
import { parseJson } from "../expression/parse-json.ts";
import { leaves, type Placed, pathKey, pathName, walk } from "../expression/walk.ts";
import { compare } from "../fingerprint/metrics.ts";
import { and, sub } from "../fingerprint/operations.ts";
import { NO_POSITIONS, normalise, toNumbers } from "../fingerprint/positions.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import { CELLS, type Positions } from "../kernel/grid.ts";
import { keepShared } from "../kernel/overlap.ts";
import type { Context, Match, Retina } from "../retina/types.ts";
import { meantTerms } from "../text/stand-in.ts";
import type { Slice } from "../text/types.ts";
import { languageJson } from "./retina-api.ts";

type View = Output<"app.compare">;

/** The comparison view: beside the metrics, where the overlap lies and what chance would give. */
export function appCompareHandlers(engine: Engine) {
  const view: Handler<"app.compare"> = async ({ retina_name, left, right, limit }) => {
    const model = await engine.model(retina_name);
    const sides = {
      left: await positionsOf(model, left),
      right: await positionsOf(model, right),
    };
    return viewOf(model.retina, sides, limit);
  };
  const explain: Handler<"app.explainMatch"> = async ({ retina_name, reader, ...match }) => {
    const model = await engine.model(retina_name);
    return reader === undefined
      ? explainMatch(model, match)
      : explainByEncoder(engine, { name: reader }, model, match);
  };

  return { "app.compare": view, "app.explainMatch": explain };
}

interface Sides {
  readonly left: Positions;
  readonly right: Positions;
}

function viewOf(retina: Retina, { left, right }: Sides, limit: number): View {
  const both = and([left, right]);
  const isEmpty = left.length === 0 || right.length === 0;
  return {
    left: { positions: toNumbers(left), size: left.length },
    right: { positions: toNumbers(right), size: right.length },
    relation: relationOf(left.length, right.length, both.length),
    metrics: isEmpty ? null : compare(left, right),
    terms: {
      left: telling(retina, sub([left, right]), limit),
      both: telling(retina, both, limit),
      right: telling(retina, sub([right, left]), limit),
    },
    regions: sharedRegions(retina, both).map((region) => ({
      ...region,
      positions: toNumbers(region.positions),
    })),
    chance: chanceOf(retina).between(left.length, right.length),
  };
}

function relationOf(left: number, right: number, both: number): View["relation"] {
  if (left === 0 || right === 0) return "empty";
  if (both === 0) return "disjoint";
  if (both === left && both === right) return "identical";
  if (both === left) return "left-in-right";
  return both === right ? "right-in-left" : "partial";
}

function telling(retina: Retina, part: Positions, limit: number): View["terms"]["left"] {
  return retina.similar(part, { offset: 0, limit }).map(({ term, score }) => ({
    term: retina.term(term),
    score,
    df: retina.documentFrequency(term),
  }));
}

type Completion = Output<"app.complete">[number];

/** Shorter beginnings have too many near spellings to mean anything. */
const SHORTEST_MISSPELLING = 3;
/** With so many completions the beginning was hardly misspelt. */
const ENOUGH_COMPLETIONS = 3;
const TERM_SUGGESTIONS = 5;

/** Autocomplete and the look-up page; both well under a millisecond but for misspelt words. */
export function appTermHandlers(engine: Engine) {
  const complete: Handler<"app.complete"> = async ({ retina_name, prefix, limit }) =>
    completionsOf((await engine.model(retina_name)).retina, prefix.trimStart(), limit);

  const term: Handler<"app.term"> = async ({ retina_name, term: typed }) => {
    const { retina } = await engine.model(retina_name);
    const id = retina.idOf(typed.trim());
    return id === -1 ? unknownTermView(retina, typed) : termView(retina, id, typed);
  };

  return { "app.complete": complete, "app.term": term };
}

function completionsOf(retina: Retina, prefix: string, limit: number): Completion[] {
  const lower = prefix.toLowerCase();
  const exact = retina.idOf(prefix.trim());
  const rows = retina.startingWith(prefix, limit).map((id): Completion => {
    const starts = retina.term(id).toLowerCase().startsWith(lower);
    return completion(retina, id, id === exact ? "exact" : starts ? "prefix" : "word");
  });
  const seen = new Set(rows.map((row) => row.term));
  const isMisspelt = exact === -1 && rows.length < Math.min(limit, ENOUGH_COMPLETIONS);
  if (isMisspelt && lower.length >= SHORTEST_MISSPELLING)
    for (const spelling of meantTerms(retina, prefix, limit - rows.length))
      if (!seen.has(spelling)) rows.push(completion(retina, retina.idOf(spelling), "spelling"));
  return rows;
}

const completion = (retina: Retina, id: number, kind: Completion["kind"]): Completion => ({
  term: retina.term(id),
  df: retina.documentFrequency(id),
  pos_types: [...retina.posTypes(id)],
  kind,
});

function termView(retina: Retina, id: number, typed: string): Output<"app.term"> {
  return {
    known: true,
    term: retina.term(id),
    typed,
    df: retina.documentFrequency(id),
    frequency: retina.frequency(id),
    rank: id + 1,
    pos_types: [...retina.posTypes(id)],
    positions: toNumbers(retina.positions(id)),
    suggestions: [],
    parts: [],
  };
}

function unknownTermView(retina: Retina, typed: string): Output<"app.term"> {
  return {
    known: false,
    term: typed,
    typed,
    df: 0,
    frequency: 0,
    rank: null,
    pos_types: [],
    positions: [],
    suggestions: meantTerms(retina, typed, TERM_SUGGESTIONS),
    parts: knownParts(retina, typed),
  };
}

/** Known terms that an unknown phrase or compound is made of, in order and once each. */
export function knownParts(retina: Retina, typed: string): string[] {
  const parts = typed
    .split(/[\s/_-]+/)
    .map((part) => retina.idOf(part))
    .filter((id) => id !== -1)
    .map((id) => retina.term(id));
  return [...new Set(parts)];
}

type EvaluateView = Output<"app.evaluate">;

const SUGGESTIONS = 3;
/** Failures that concern a leaf alone; any other stops the call. */
const OF_A_LEAF: ReadonlySet<string> = new Set(["unknown-term", "no-known-words", "empty-text"]);

/** Tolerant evaluation for the builder: what cannot be looked up is reported, not thrown. */
export function appEvaluateHandlers(engine: Engine) {
  const handler: Handler<"app.evaluate"> = async (input) =>
    evaluateSteps(await engine.model(input.retina_name), input.expression, input.sparsity);
  return { "app.evaluate": handler };
}

export async function evaluateSteps(
  model: Model,
  expression: ExpressionJson,
  sparsity: number,
): Promise<EvaluateView> {
  const root = parseJson(expression, "application");
  const speakers = await speakersOf(model, root);
  const traced = trace(root, lookupsOf(speakers));
  for (const error of traced.errors) if (!OF_A_LEAF.has(error.code)) throw error;
  const before = traced.result ?? NO_POSITIONS;
  const positions = sparsify(before, sparsity);
  const all = leaves(root);
  return {
    evaluated: traced.result !== undefined,
    positions: toNumbers(positions),
    before: before.length,
    dropped: toNumbers(sub([before, positions])),
    trace: rowsOf(root, traced),
    unknown: all.flatMap((leaf) => unknownTerm(speakers, root, leaf)),
    texts: all.flatMap((leaf) => textUse(speakers, root, leaf)),
  };
}

const rowsOf = (root: Expression, { positions }: Trace): EvaluateView["trace"] =>
  [...walk(root)].flatMap(({ path }) => {
    const found = positions.get(pathKey(path));
    return found === undefined ? [] : [{ path: pathName(root, path), positions: toNumbers(found) }];
  });

function unknownTerm(
  speakers: Speakers,
  root: Expression,
  { node, path }: Placed,
): EvaluateView["unknown"] {
  if (node.kind !== "term") return [];
  const { retina } = speaking(speakers, node.language);
  if (retina.idOf(node.term) !== -1) return [];
  return [
    {
      path: pathName(root, path),
      term: node.term,
      suggestions: meantTerms(retina, node.term, SUGGESTIONS),
      parts: knownParts(retina, node.term),
    },
  ];
}

function textUse(
  speakers: Speakers,
  root: Expression,
  { node, path }: Placed,
): EvaluateView["texts"] {
  if (node.kind !== "text") return [];
  const { text } = speaking(speakers, node.language);
  const words = text.words(node.text);
  const unknown = words.filter(({ use }) => use === "unknown").map(({ word }) => word);
  return [
    {
      path: pathName(root, path),
      words: words.length,
      used: words.filter(({ use }) => use === "used").length,
      unknownWords: [...new Set(unknown)],
    },
  ];
}

type ExploreView = Output<"app.explore">;
type Explore = Input<"app.explore">;

const NOTHING_NEAR: ExploreView = { count: 0, contexts: [], rows: [], total: 0, passed: 0 };

/** Terms that show what a sense is about. */
const SENSE_NAMES = 4;

/** The table of similar terms; looks at every term that shares a position, about 8 ms for a full retina. */
export function appExploreHandlers(engine: Engine) {
  const explore: Handler<"app.explore"> = async (input) => {
    const model = await engine.model(input.retina_name);
    if (input.steps && input.expression !== undefined) {
      const evaluation = await evaluateSteps(model, input.expression, input.sparsity);
      const query = Uint16Array.from(evaluation.positions);
      const near = query.length === 0 ? NOTHING_NEAR : exploreViewOf(model.retina, query, input);
      return { ...near, evaluation };
    }
    return exploreViewOf(model.retina, await queryOf(model, input), input);
  };
  return { "app.explore": explore };
}

async function queryOf(model: Model, { expression, positions }: Explore): Promise<Positions> {
  if (expression !== undefined) return somePositionsOf(model, expression);
  if (positions === undefined)
    throw badInput("expression", "Give an expression or positions to explore.");
  if (positions.length === 0) throw emptyFingerprint("The list of positions");
  return normalise(Uint16Array.from(positions));
}

function exploreViewOf(retina: Retina, query: Positions, input: Explore): ExploreView {
  const contexts = retina.contexts(query);
  const { context_id = -1, limit, offset } = input;
  const ranked = retina.ranked(query, {
    offset: 0,
    limit: retina.termCount,
    ...(context_id === -1 ? {} : { contextId: context_id }),
  });
  const passed = passing(retina, ranked, {
    pos_type: input.pos_type,
    least: input.least * query.length,
  });
  const places = inOrder(retina, ranked, { ...input, places: passed });
  return {
    count: query.length,
    contexts: sensesOf(retina, contexts),
    rows: Array.from(places.subarray(offset, offset + limit), (place) => {
      const match = { term: ranked.terms[place]!, score: ranked.scores[place]! };
      return rowOf(retina, query, { match, contexts });
    }),
    total: ranked.terms.length,
    passed: passed.length,
  };
}

/** Each sense is named by its label and the terms that fill it best. */
function sensesOf(retina: Retina, contexts: readonly Context[]): ExploreView["contexts"] {
  return contexts.map(({ id, label, positions }) => {
    const name = retina.term(label);
    const others = namesFor(retina, positions, new Set([name])).slice(0, SENSE_NAMES - 1);
    return { id, label: name, names: [name, ...others], positions: Array.from(positions) };
  });
}

function rowOf(
  retina: Retina,
  query: Positions,
  { match: { term, score }, contexts }: { match: Match; contexts: readonly Context[] },
): ExploreView["rows"][number] {
  const positions = retina.positions(term);
  return {
    term: retina.term(term),
    score,
    shareOfQuery: score / query.length,
    shareOfTerm: score / positions.length,
    size: positions.length,
    df: retina.documentFrequency(term),
    pos_types: [...retina.posTypes(term)],
    contextId: senseOf(positions, contexts),
  };
}

/** The sense that holds the largest part of what the term shares with the query; the first of equals. */
function senseOf(positions: Positions, contexts: readonly Context[]): number | null {
  let best: number | null = null;
  let most = 0;
  for (const context of contexts) {
    const shared = keepShared(positions, context.positions).length;
    if (shared > most) {
      most = shared;
      best = context.id;
    }
  }
  return best;
}

/** Category filters with what is needed to trust them. */
export function appFilterHandlers(engine: Engine) {
  const report: Handler<"app.filterReport"> = async (
    { retina_name, language, reader, reader_checksum, name: _name, ...given },
    signal,
  ) => {
    const asked = { retina_name, language, reader, reader_checksum };
    const setting = { asked, signal };
    const { examples, predicted, ...rest } = await filterReport(engine, setting, given);
    return {
      ...rest,
      predicted: predicted && { ...predicted, lines: [...predicted.lines] },
      examples: examples.map((example) => ({
        ...example,
        language: languageJson(example.language),
      })),
    };
  };

  const score: Handler<"app.filterScore"> = async ({ filters, texts, ...asked }, signal) => {
    const readers = await readersOf(engine, asked, texts);
    const own = await engine.model(asked.retina_name);
    return [...scoreTexts(readers, { filters, texts, own }, signal)];
  };

  return { "app.filterReport": report, "app.filterScore": score };
}

/** What the map shows; regions may have to be computed first, which takes a second or two. */
export function appMapHandlers(engine: Engine) {
  const cell: Handler<"app.cell"> = async ({ retina_name, position, radius, limit }) => {
    const model = await engine.model(retina_name);
    const { retina } = model;
    const { regions, regionOf } = await engine.atlas(model);
    return {
      position,
      row: position >> 7,
      column: position & 127,
      anchor: retina.term(retina.anchor(position)),
      load: retina.cellLoad()[position]!,
      regions: regionOf
        .map((level) => regions[level[position]!]!.label)
        .filter((label) => label !== ""),
      terms: retina.cellTerms(position, radius, limit).map(({ term, score }) => ({
        term: retina.term(term),
        score,
        df: retina.documentFrequency(term),
      })),
    };
  };

  const atlas: Handler<"app.atlas"> = async ({ retina_name }) => {
    const model = await engine.model(retina_name);
    const { retina } = model;
    const { regions, regionOf, kinship } = await engine.atlas(model);
    return {
      anchors: Array.from({ length: CELLS }, (_, position) => retina.term(retina.anchor(position))),
      load: Array.from(retina.cellLoad()),
      kinship: Array.from(kinship, (share) => Math.round(share * 1000) / 1000),
      regions: regions.map((region) => ({ ...region, runnersUp: [...region.runnersUp] })),
      regionOf: regionOf.map((level) => Array.from(level)),
      checksum: retina.checksum,
    };
  };

  const regionTerms: Handler<"app.regionTerms"> = async ({ retina_name, positions, limit, by }) => {
    const { retina } = await engine.model(retina_name);
    const area = normalise(Uint16Array.from(positions));
    if (area.length === 0) return { cells: 0, label: null, rows: [] };
    const rank = by === "lift" ? rankByLift : rankByOverlap;
    const [label = null] = namesFor(retina, area, new Set());
    return { cells: area.length, label, rows: rank(retina, area, limit) };
  };

  return { "app.cell": cell, "app.atlas": atlas, "app.regionTerms": regionTerms };
}

type Bench = Output<"app.textBench">;

/** Keywords that head a slice. */
const HEADING_WORDS = 3;

/** The text bench. A text without a known word is no failure here. */
export function appTextHandlers(engine: Engine) {
  const words: Handler<"app.words"> = async ({ retina_name, text }) =>
    (await engine.model(retina_name)).text.words(text);

  const bench: Handler<"app.textBench"> = async ({ text, ...asked }) => {
    const model = await readerOf(engine, asked, text);
    const { name, card } = model.retina;
    const readBy = { retina: name, language: card.language };
    const foreign = (await foreignTo(engine, model, text)) ?? null;
    const fingerprint = fingerprintOrNone(model, text);
    const language = languageJson(await engine.language(text));
    const all = model.text.words(text);
    if (fingerprint === undefined)
      return { positions: [], words: all, keywords: [], slices: [], language, readBy, foreign };
    return {
      positions: toNumbers(fingerprint),
      words: all,
      keywords: await keywordsOf(model, text, fingerprint),
      slices: await Promise.all(
        model.text.slices(text).map((slice) => sliceView(engine, model, slice)),
      ),
      language,
      readBy,
      foreign,
    };
  };

  return { "app.words": words, "app.textBench": bench };
}

async function keywordsOf(
  model: Model,
  text: string,
  fingerprint: Uint16Array,
): Promise<Bench["keywords"]> {
  const inText = new Set(fingerprint);
  const rows = model.text.keywords(text).map(async (term) => {
    const id = model.retina.idOf(term);
    const positions =
      id === -1 ? (fingerprintOrNone(model, term) ?? NO_POSITIONS) : model.retina.positions(id);
    const score = positions.filter((position) => inText.has(position)).length;
    const meaning = await meaningOf(model, term);
    return {
      term,
      score,
      positions: toNumbers(positions),
      ...(meaning.length > 0 && { meaning }),
    };
  });
  return Promise.all(rows);
}

async function sliceView(
  engine: Engine,
  model: Model,
  slice: Slice,
): Promise<Bench["slices"][number]> {
  return {
    text: slice.text,
    start: slice.start,
    end: slice.end,
    heading: model.text.keywords(slice.text, HEADING_WORDS).join(", "),
    positions: toNumbers(slice.positions),
    language: languageJson(await engine.language(slice.text)),
  };
}
