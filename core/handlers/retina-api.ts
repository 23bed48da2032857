import type { Engine, Model } from "../analysis/engine.ts";
import { joinFilters } from "../analysis/filter-examples.ts";
import { type Asked, mapNameOf, packOf, readerOf, readersOf } from "../analysis/languages.ts";
import {
  cellsOf,
  expressionOf,
  positionsOf,
  remembering,
  type Speakers,
  someCellsOf,
  speakersOf,
} from "../analysis/read-expression.ts";
import type { Handler, Input } from "../api/client-types.ts";
import type { NestedText } from "../api/endpoints/text.ts";
import type { ContextJson, Media, MetricJson, TermJson } from "../api/schema/replies.ts";
import type { Cancellation } from "../cancellation.ts";
import {
  ApiError,
  answerTooLarge,
  badInput,
  emptyFingerprint,
  emptyText,
  throwIfCancelled,
  tooLarge,
} from "../errors.ts";
import type { Expression } from "../expression/ast.ts";
import { parseJson } from "../expression/parse-json.ts";
import { compare } from "../fingerprint/metrics.ts";
import { NO_POSITIONS, toNumbers } from "../fingerprint/positions.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import type { Sheet } from "../image/layout.ts";
import {
  type PictureSettings,
  serviceComparison,
  servicePng,
  serviceSheet,
  serviceSvg,
} from "../image/service-image.ts";
import { type Positions, SIDE } from "../kernel/grid.ts";
import { languageRetinaDescription, languageRetinaName } from "../language/language-retina.ts";
import type { Context, Match, PosType, Retina, SearchOptions } from "../retina/types.ts";
import type { LanguageAnswer } from "../text/language.ts";

/** Most items of a bulk call. */
const MOST_TEXTS = 20_000;
/** The same for expressions and for pairs of them. */
const MOST_EXPRESSIONS = 10_000;
/** The same for pictures, which are expensive. */
const MOST_PICTURES = 100;

/** Most rows, and most positions, that one bulk call answers: about 200 MB of JSON. */
const MOST_ROWS = 1_000_000;
const MOST_POSITIONS = 30_000_000;

/** The parts of an answer's item that decide its size. */
interface Row {
  readonly positions?: ArrayLike<unknown>;
  readonly fingerprint?: { readonly positions: ArrayLike<unknown> };
}

/** Counts what a bulk call answers as it grows: no answer outgrows the memory. */
export class AnswerSize {
  #rows = 0;
  #positions = 0;

  /** @returns the rows as they are @throws too-large */
  count<T extends Row>(rows: T[]): T[] {
    this.#rows += rows.length;
    for (const { positions, fingerprint } of rows)
      this.#positions += (positions ?? fingerprint?.positions ?? []).length;
    if (this.#rows > MOST_ROWS) throw answerTooLarge("rows", MOST_ROWS);
    if (this.#positions > MOST_POSITIONS) throw answerTooLarge("positions", MOST_POSITIONS);
    return rows;
  }

  /** @returns the row as it is @throws too-large */
  countOne<T extends Row>(row: T): T {
    this.count([row]);
    return row;
  }
}

/** @throws too-large */
function checkCount(what: string, count: number, most: number): void {
  if (count > most) throw tooLarge(`The number of ${what}`, count, most);
}

/** @throws empty-text for one without a visible character */
function requireText(text: string, field = "text"): string {
  if (text.trim() === "") throw emptyText(field);
  return text;
}

interface Examples {
  readonly positive: readonly string[];
  readonly negative: readonly string[];
}

/** Filters as the contract has them. */
export function classifyHandlers(engine: Engine) {
  const createFilter: Handler<"classify.createFilter"> = async (input) => {
    const positive = input.positiveExamples.map(({ text }) => text);
    const negative = (input.negativeExamples ?? []).map(({ text }) => text);
    checkCount("examples", positive.length + negative.length, MOST_TEXTS);
    const name = input.filter_name;
    const readers = await readersOf(engine, input, [...positive, ...negative]);
    return {
      categoryName: name,
      positions: toNumbers(filterOf(name, { positive, negative }, readers)),
    };
  };
  return { "classify.createFilter": createFilter };
}

/** One filter of one for each language. @param readers of the positive examples, then of the negative ones */
function filterOf(name: string, { positive, negative }: Examples, readers: readonly Model[]) {
  const parts = [...new Set(readers.slice(0, positive.length))].map((reader) => {
    const own = (texts: readonly string[], from: number) =>
      texts.filter((_, i) => readers[from + i] === reader);
    return reader.text.createFilter(name, own(positive, 0), own(negative, positive.length));
  });
  return joinFilters(parts.map(({ positions }) => positions));
}

/** One result per item; a failure says which item caused it. */
export const each = <T, R>(items: readonly T[], answer: (item: T, index: number) => R): R[] =>
  items.map(numbered(answer));

/** The same for one item. */
export const numbered =
  <T, R>(answer: (item: T, index: number) => R) =>
  (item: T, index: number): R => {
    try {
      return answer(item, index);
    } catch (cause) {
      throw withIndex(cause, index);
    }
  };

/** One result per item, of which some may have to be waited for. Once one throws, the others are waited for by nobody. */
export function whole<T, R>(
  items: readonly T[],
  answer: (item: T, index: number) => R | Promise<R>,
): readonly R[] | Promise<R[]> {
  const begun: (R | Promise<R>)[] = [];
  try {
    for (const [index, item] of items.entries()) begun.push(answer(item, index));
  } catch (cause) {
    Promise.all(begun).catch(() => undefined);
    throw cause;
  }
  return begun.some((each) => each instanceof Promise) ? Promise.all(begun) : (begun as R[]);
}

function withIndex(cause: unknown, index: number): unknown {
  if (!(cause instanceof ApiError)) return cause;
  const { code, message, details } = cause;
  return new ApiError(
    { code, message: `Item ${index}: ${message}`, details: { ...details, index } },
    { cause },
  );
}

/** Metrics; an operand that leaves no position is an error. */
export function compareHandlers(engine: Engine) {
  const read = (asked: Asked, sides: readonly unknown[]) =>
    whole(sides, (side) => expressionOf(engine, asked, side));

  const pair: Handler<"compare.pair"> = async (input) => {
    const sides = await read(input, input.body);
    return comparePair(await speakersOf(await engine.model(input.retina_name), ...sides), sides);
  };

  const bulk: Handler<"compare.bulk"> = async (input, signal) => {
    checkCount("pairs", input.body.length, MOST_EXPRESSIONS);
    const model = await engine.model(input.retina_name);
    const pairs = await whole(
      input.body,
      numbered((sides) => read(input, sides)),
    );
    const speakers = remembering(await speakersOf(model, ...pairs.flat()));
    return each(pairs, (sides) => {
      throwIfCancelled(signal);
      return comparePair(speakers, sides);
    });
  };

  return { "compare.pair": pair, "compare.bulk": bulk };
}

function comparePair(model: Speakers, [left, right]: readonly Expression[]): MetricJson {
  return compare(sideOf(model, left!, "left"), sideOf(model, right!, "right"));
}

function sideOf(model: Speakers, root: Expression, side: "left" | "right"): Positions {
  const positions = cellsOf(model, root);
  if (positions.length === 0) throw emptyFingerprint(`The ${side} expression`, "compared");
  return positions;
}

/** A fingerprint as the contract writes it; the list is empty but present where positions were not asked for. */
const fingerprintJson = (positions: Positions, wanted = true) => ({
  positions: wanted ? toNumbers(positions) : [],
});

/** A row of the vocabulary or of a search. */
function termJson(retina: Retina, { term: id, score }: Match, wanted: boolean): TermJson {
  return {
    term: retina.term(id),
    df: retina.documentFrequency(id),
    score,
    pos_types: [...retina.posTypes(id)],
    fingerprint: wanted ? fingerprintJson(retina.positions(id)) : { positions: [] },
  };
}

/** A sense as the contract writes it. */
function contextJson(retina: Retina, context: Context, wanted: boolean): ContextJson {
  return {
    context_id: context.id,
    context_label: retina.term(context.label),
    fingerprint: fingerprintJson(context.positions, wanted),
  };
}

/** What is known of a text's language, as the contract writes it. */
export const languageJson = ({ language, isoTag, confidence, runnerUp }: LanguageAnswer) => ({
  language,
  iso_tag: isoTag,
  confidence,
  runnerUp,
});

/** `start_index` and `max_results` applied to a whole list. */
function page<T>(rows: readonly T[], paging: Paging): T[] {
  return rows.slice(paging.start_index, paging.start_index + paging.max_results);
}
/** The contract's names for a page. */
interface Paging {
  readonly start_index: number;
  readonly max_results: number;
}

/** Literal characters that have to come before the first wildcard. */
const FEWEST_LITERALS = 3;

/** Look-ups. An unknown term is an empty list here, other than in expressions. */
export function termHandlers(engine: Engine) {
  const list: Handler<"terms.list"> = async (input) => {
    const { retina } = await engine.model(input.retina_name);
    return termIds(retina, input).map((term) =>
      termJson(retina, { term, score: 0 }, input.get_fingerprint),
    );
  };

  const contexts: Handler<"terms.contexts"> = async (input) => {
    const { retina } = await engine.model(input.retina_name);
    const id = retina.idOf(input.term);
    if (id === -1) return [];
    return page(retina.contexts(retina.positions(id)), input).map((context) =>
      contextJson(retina, context, input.get_fingerprint),
    );
  };

  const similar: Handler<"terms.similar"> = async (input) => {
    const { retina } = await engine.model(input.retina_name);
    const id = retina.idOf(input.term);
    if (id === -1) return [];
    const query = retina.positions(id);
    const options = searchOptions(input);
    const { offset, contextId, posType } = options;
    const end = offset + options.limit;
    const rows = retina.similar(query, { ...options, offset: 0, limit: end });
    // The term itself comes first, also where another one holds all of its positions, or where the texts lack it and no search finds it.
    const own = rows.findIndex((row) => row.term === id);
    if (own >= 0) rows.unshift(...rows.splice(own, 1));
    else if (contextId === undefined && posType === undefined)
      rows.unshift({ term: id, score: query.length });
    return rows.slice(offset, end).map((match) => termJson(retina, match, input.get_fingerprint));
  };

  return { "terms.list": list, "terms.contexts": contexts, "terms.similar": similar };
}

function termIds(retina: Retina, input: Input<"terms.list">): number[] {
  const { term = "", start_index, max_results } = input;
  if (term === "") return range(start_index, Math.min(retina.termCount, start_index + max_results));
  const wildcard = term.search(/[*?]/);
  if (wildcard >= FEWEST_LITERALS) return retina.matchPattern(term, start_index, max_results);
  const id = retina.idOf(term);
  if (id !== -1) return page([id], input);
  if (wildcard === -1) return [];
  throw badInput("term", "At least three characters have to come before the first * or ?.");
}

const range = (start: number, end: number) =>
  Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i);

interface SearchInput extends Paging {
  readonly context_id?: number;
  readonly pos_type?: PosType;
}

/** The contract's names for a search; a context of -1 means all. */
function searchOptions(input: SearchInput): SearchOptions {
  const { start_index, max_results, context_id = -1, pos_type } = input;
  return {
    offset: start_index,
    limit: max_results,
    ...(context_id === -1 ? {} : { contextId: context_id }),
    ...(pos_type === undefined ? {} : { posType: pos_type }),
  };
}

/** Strict evaluation: the first operand that cannot be looked up fails the call. */
export function expressionHandlers(engine: Engine) {
  const one = async (input: Asked & { readonly body: unknown }) => {
    const root = await expressionOf(engine, input, input.body);
    return { root, speakers: await speakersOf(await engine.model(input.retina_name), root) };
  };

  /** One answer for each expression, counted until there are too many positions. */
  const many = async <R extends object>(
    input: Asked & { readonly body: readonly unknown[] },
    signal: Cancellation,
    answer: (speakers: Speakers, root: Expression, size: AnswerSize) => R,
  ) => {
    checkCount("expressions", input.body.length, MOST_EXPRESSIONS);
    const model = await engine.model(input.retina_name);
    const size = new AnswerSize();
    const roots = await whole(
      input.body,
      numbered((item) => expressionOf(engine, input, item)),
    );
    const speakers = remembering(await speakersOf(model, ...roots));
    return each(roots, (root) => {
      throwIfCancelled(signal);
      return answer(speakers, root, size);
    });
  };

  const evaluate: Handler<"expressions.evaluate"> = async (input) => {
    const { root, speakers } = await one(input);
    return fingerprintJson(cellsOf(speakers, root, input.sparsity));
  };

  const contexts: Handler<"expressions.contexts"> = async (input) => {
    const { root, speakers } = await one(input);
    return contextsOf(speakers.model, someCellsOf(speakers, root, input.sparsity), input);
  };

  const similar: Handler<"expressions.similar"> = async (input) => {
    const { root, speakers } = await one(input);
    return similarTo(speakers.model, someCellsOf(speakers, root, input.sparsity), input);
  };

  const evaluateBulk: Handler<"expressions.evaluateBulk"> = (input, signal) =>
    many(input, signal, (speakers, root, size) =>
      size.countOne(fingerprintJson(cellsOf(speakers, root, input.sparsity))),
    );

  const contextsBulk: Handler<"expressions.contextsBulk"> = (input, signal) =>
    many(input, signal, (speakers, root, size) =>
      size.count(contextsOf(speakers.model, someCellsOf(speakers, root, input.sparsity), input)),
    );

  const similarBulk: Handler<"expressions.similarBulk"> = (input, signal) =>
    many(input, signal, (speakers, root, size) =>
      size.count(similarTo(speakers.model, someCellsOf(speakers, root, input.sparsity), input)),
    );

  return {
    "expressions.evaluate": evaluate,
    "expressions.contexts": contexts,
    "expressions.similar": similar,
    "expressions.evaluateBulk": evaluateBulk,
    "expressions.contextsBulk": contextsBulk,
    "expressions.similarBulk": similarBulk,
  };
}

interface RowOptions extends Paging {
  readonly get_fingerprint: boolean;
}

function contextsOf({ retina }: Model, positions: Positions, options: RowOptions) {
  return page(retina.contexts(positions), options).map((context) =>
    contextJson(retina, context, options.get_fingerprint),
  );
}

type SimilarOptions = RowOptions & Parameters<typeof searchOptions>[0];

function similarTo({ retina }: Model, positions: Positions, options: SimilarOptions) {
  return retina
    .similar(positions, searchOptions(options))
    .map((match) => termJson(retina, match, options.get_fingerprint));
}

type Encoding = Input<"image.draw">["image_encoding"];

/** Pictures in the format of the recorded replies; an empty fingerprint is an empty field. */
export function imageHandlers(engine: Engine) {
  const draw: Handler<"image.draw"> = async (input) => {
    const model = await engine.model(input.retina_name);
    const sheet = serviceSheet(await positionsOf(model, input.body, input.sparsity));
    return encode(engine, sheet, { ...settingsOf(input), encoding: input.image_encoding });
  };

  const compare: Handler<"image.compare"> = async (input) => {
    const model = await engine.model(input.retina_name);
    const [left, right] = input.body;
    const sheet = serviceComparison(
      await positionsOf(model, left),
      await positionsOf(model, right),
    );
    return encode(engine, sheet, { ...settingsOf(input), encoding: input.image_encoding });
  };

  const bulk: Handler<"image.bulk"> = async (input, signal) => {
    checkCount("expressions", input.body.length, MOST_PICTURES);
    const model = await engine.model(input.retina_name);
    const roots = input.body.map(numbered((item) => parseJson(item)));
    const speakers = await speakersOf(model, ...roots);
    return each(roots, (root) => {
      throwIfCancelled(signal);
      const positions = cellsOf(speakers, root, input.sparsity);
      const png = servicePng(serviceSheet(positions), settingsOf(input), engine.deflate);
      return {
        image_data: engine.base64(png),
        fingerprint: fingerprintJson(positions, input.get_fingerprint),
      };
    });
  };

  return { "image.draw": draw, "image.compare": compare, "image.bulk": bulk };
}

const settingsOf = (input: Pick<Input<"image.draw">, "image_scalar" | "plot_shape">) => ({
  scalar: input.image_scalar,
  shape: input.plot_shape,
});

function encode(
  engine: Engine,
  sheet: Sheet,
  { encoding, ...settings }: PictureSettings & { readonly encoding: Encoding },
): Media {
  const [form, format] = encoding.split("/");
  if (format === "svg") {
    const svg = serviceSvg(sheet, settings);
    const data = form === "binary" ? svg : engine.base64(new TextEncoder().encode(svg));
    return { mediaType: "image/svg+xml", data };
  }
  const png = servicePng(sheet, settings, engine.deflate);
  return { mediaType: "image/png", data: form === "binary" ? png : engine.base64(png) };
}

const rowOf = (name: string, description: string, terms: number) => ({
  retinaName: name,
  description,
  numberOfTermsInRetina: terms,
  numberOfRows: SIDE,
  numberOfColumns: SIDE,
});

const retinaJson = ({ name, card, termCount }: Retina) => rowOf(name, card.description, termCount);

/** The list of open retinas, and of those that language packs make. */
export function retinaHandlers(engine: Engine) {
  const list: Handler<"retinas.list"> = async ({ retina_name, language }) => {
    if (language !== undefined) return ofLanguage(engine, retina_name, language);
    const names = retina_name === undefined ? engine.names : [retina_name];
    const models = await Promise.all(names.map((name) => engine.model(name)));
    return models.map(({ retina }) => retinaJson(retina));
  };
  return { "retinas.list": list };
}

const ALL = "all";

async function ofLanguage(engine: Engine, retina: string | undefined, language: string) {
  const packs = language === ALL ? engine.packs : [packOf(engine, language)];
  const names = retina === undefined ? engine.names : [retina];
  const named = await Promise.all(names.map((name) => engine.model(name)));
  const maps =
    retina === undefined
      ? named.flatMap(({ retina: { name, card } }) => (card.language === "English" ? [name] : []))
      : named.map((model) => mapNameOf(model.retina));
  return maps.flatMap((map) =>
    packs.map(({ language: code, words }) =>
      rowOf(languageRetinaName(map, code), languageRetinaDescription(map, code), words),
    ),
  );
}

/** Everything the contract does with running text; an empty text is an error. */
export function textHandlers(engine: Engine) {
  const reader = async (asked: Asked & { readonly text: string }) =>
    readerOf(engine, asked, requireText(asked.text));

  const fingerprint: Handler<"text.fingerprint"> = async (input) => {
    const { text } = await reader(input);
    return [fingerprintJson(text.fingerprint(input.text))];
  };

  const keywords: Handler<"text.keywords"> = async (input) => {
    const { text } = await reader(input);
    return text.keywords(input.text);
  };

  const tokenize: Handler<"text.tokenize"> = async (input) => {
    const { text } = await reader(input);
    return text.tokenize(input.text, tagsOf(input.POStags));
  };

  const slices: Handler<"text.slices"> = async (input) => {
    const { text } = await reader(input);
    return page(text.slices(input.text), input).map((slice) => ({
      text: slice.text,
      fingerprint: fingerprintJson(input.get_fingerprint ? slice.positions : NO_POSITIONS),
    }));
  };

  const bulk: Handler<"text.bulk"> = async ({ body, sparsity, ...asked }, signal) => {
    const texts = flatten(body);
    checkCount("texts", texts.length, MOST_TEXTS);
    const readers = await readersOf(engine, asked, texts);
    return each(texts, (text, i) => {
      throwIfCancelled(signal);
      return fingerprintJson(sparsify(readers[i]!.text.fingerprint(requireText(text)), sparsity));
    });
  };

  const language: Handler<"text.language"> = async ({ text }) => {
    const { language, isoTag, wikiUrl } = await engine.language(requireText(text));
    return { language, iso_tag: isoTag, wiki_url: wikiUrl };
  };

  return {
    "text.fingerprint": fingerprint,
    "text.keywords": keywords,
    "text.tokenize": tokenize,
    "text.slices": slices,
    "text.bulk": bulk,
    "text.language": language,
  };
}

/** Penn tags of a comma list; none given means all. */
function tagsOf(list: string | undefined): string[] | undefined {
  const tags = (list ?? "")
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return tags.length === 0 ? undefined : tags;
}

/** Texts in reading order, whatever the nesting; a loop, since a hostile nesting can be deep. */
function flatten(items: readonly NestedText[]): string[] {
  const texts: string[] = [];
  const waiting: unknown[] = [...items].reverse();
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (Array.isArray(item)) for (let i = item.length - 1; i >= 0; i--) waiting.push(item[i]);
    else texts.push(textOf(item, texts.length));
  }
  return texts;
}

function textOf(item: unknown, index: number): string {
  if (typeof item === "object" && item !== null && Object.hasOwn(item, "text")) {
    const { text } = item as { text: unknown };
    if (typeof text === "string") return text;
  }
  throw badInput(`body.${index}`, `Item ${index} must be an object with a string “text”.`);
}
