import type { Model } from "../../analysis/engine.ts";
import type { CollectionQuery, TimeUnit } from "../../api/schema/collection-types.ts";
import type { Cancellation } from "../../cancellation.ts";
import { or } from "../../fingerprint/operations.ts";
import { NO_POSITIONS } from "../../fingerprint/positions.ts";
import type { Positions } from "../../kernel/grid.ts";
import type { Collection, FoundRow, Selection } from "../port/store.ts";
import { TaskQueue } from "../port/task-queue.ts";
import { startOfUnit, unitFor } from "../port/time-units.ts";
import { keyOf } from "../port/values.ts";
import { parseForms, tokensOf, type WordForm } from "../port/words.ts";
import type { Asked, CollectionAnalyses } from "./analyses.ts";
import { type Interval, wilson } from "./statistics.ts";
import { Turns } from "./turns.ts";
import { type Companion, type CompanyOptions, companyOf, windowsOf } from "./word-company.ts";
import { wordWeights } from "./word-counts.ts";
import { type Line, LineSample, linesOf } from "./word-lines.ts";
import {
  changeWordNote,
  type GivenLine,
  NO_NOTE,
  type NotedSense,
  placeKey,
  readWordNote,
  type SenseChanges,
  sensesOf,
  type WordNote,
} from "./word-notes.ts";
import { findSenses, type LineReading } from "./word-senses.ts";
import { type Change, cellsOfSpans, changeOf, type Span, spansOf } from "./word-spans.ts";

/** A line with its sense. */
export interface StudiedLine extends Omit<Line, "around"> {
  /** Key of the sense; null where the word has none. */
  readonly sense: string | null;
  /** How sure that is, 0..1: 1 for a line that a person assigned. */
  readonly sure: number;
  readonly given: boolean;
  /** Of the columns with these roles; null where there is none. */
  readonly date: string | null;
  readonly category: string | null;
}

export interface StudiedSense extends NotedSense, Interval {
  readonly lines: number;
  /** Of the lines that were read, with its interval of 95%. */
  readonly share: number;
  readonly given: number;
  readonly company: readonly Companion[];
}

/** Lines of a period or a value of the category. */
export interface Frequency {
  readonly value: string;
  readonly rows: number;
  readonly lines: number;
  /** Of a million words of all rows there; null where there are none. Estimated from a sample of the rows. */
  readonly perMillion: number | null;
  /** Of the lines that were read, in the order of the senses. */
  readonly senses: readonly number[];
}

/** What stands around the word in a part of the time. */
export interface StudiedSpan extends Pick<Span, "from" | "until"> {
  readonly lines: number;
  /** Words near it more often than in the other parts. */
  readonly company: readonly Companion[];
  /** Cells that its lines have more often than those of the other parts. */
  readonly positions: readonly number[];
  /** From the part before; null for the first part and where the lines share no cell. */
  readonly change: Change | null;
}

export interface WordStudy {
  readonly forms: readonly string[];
  readonly rows: number;
  readonly lines: number;
  readonly perMillion: number | null;
  /** All, or a fixed random part of them. */
  readonly read: readonly StudiedLine[];
  readonly senses: readonly StudiedSense[];
  readonly unit: TimeUnit | null;
  readonly periods: readonly Frequency[];
  /** Up to four parts of the time, of about equally many lines. */
  readonly spans: readonly StudiedSpan[];
  readonly categories: readonly Frequency[];
}

/** Companions that are listed of each sense. */
const COMPANY = 12;
/** Companions that name a sense: they say what it is on these lines, where its context says what it is in general. */
const LABEL_WORDS = 2;
/** Rows that stand for all where words are counted. */
const GROUND_ROWS = 1000;
/** Values of the category that are listed. */
const CATEGORIES = 50;
/** Rows by which the language of a word is found that the collection's retina does not have. */
const LANGUAGE_ROWS = 20;
/** Ids that a store takes at once. */
const PAGE = 1000;

/** Every use of a word in a collection: lines, senses, company, frequency. */
export class WordStudies {
  readonly #analyses: CollectionAnalyses;
  /** Two changes at a time would lose one. */
  readonly #notes = new TaskQueue();

  constructor(analyses: CollectionAnalyses) {
    this.#analyses = analyses;
  }

  /**
   * @param limit lines that are read, at most; more are sampled
   * @param isPreview the first lines alone, without senses; the counts are of these
   * @throws bad-input for no word, unknown-collection
   */
  async study(
    name: string,
    query: CollectionQuery,
    { word, limit, isPreview }: WordQuestion,
    signal: Cancellation,
  ): Promise<WordStudy> {
    const forms = parseForms(word);
    const asked = await this.#analyses.ask(name, query);
    const selection = within(asked.selection, forms);
    const turns = new Turns(signal);
    const found = await gatherLines(
      asked.collection,
      { selection, forms, limit, isPreview },
      turns,
    );
    if (isPreview) return preview(asked, forms, found);
    const note = await this.#noteOf(asked, forms);
    const given = new Map(note.given.map((line) => [placeKey(line), line]));
    const lines = withGiven(
      found.sample.lines(),
      await givenLines(asked.collection, forms, note.given),
    );
    const sensed = await this.#senses(asked.model, { lines, note, given }, turns);
    const ground = await groundOf(asked);
    const near = {
      windows: windowsOf(ground.texts),
      weight: wordWeights(asked.model.retina, await this.#analyses.commonWords(asked)),
      limit: COMPANY,
    };
    const company = companyOf(lines, sensed.numbers, { count: note.senses.length, ...near });
    const rows = await rowsOf(asked.collection, lines);
    const read = lines.map((line, i) =>
      studied(line, { i, sensed, note, given, row: rows.get(line.id), asked }),
    );
    const counted = { asked, selection, found, read, note, ground };
    const time = await periodsOf(counted);
    return {
      ...countsOf(forms, found),
      perMillion: perMillion(found.sample.total, asked.info.rows, ground),
      read,
      senses: note.senses.map((sense, number) => studiedSense(sense, { number, read, company })),
      ...time,
      spans: time.unit === null ? [] : studiedSpans(read, time.unit, { lines, near, ...sensed }),
      categories: await categoriesOf(counted),
    };
  }

  /** The senses after these changes. @throws bad-input as `changeWordNote` does */
  change(name: string, word: string, changes: SenseChanges): Promise<WordNote> {
    return this.#notes.run(async () => {
      const forms = parseForms(word);
      const asked = await this.#analyses.ask(name, {});
      const kept = await this.#noteOf(asked, forms);
      if (changes.senses === undefined && changes.given === undefined) return kept;
      const note = changeWordNote(kept, changes);
      await asked.collection.setNote(noteKey(forms), JSON.stringify(note));
      return note;
    });
  }

  /** What is stored, or else the senses that the contexts of the word give. */
  async #noteOf(asked: Asked, forms: readonly WordForm[]): Promise<WordNote> {
    const kept = await asked.collection.note(noteKey(forms));
    if (kept !== undefined) return readWordNote(kept);
    const { retina } = await this.#modelOf(asked, forms);
    const positions = idsOf(forms, retina).map((id) => retina.positions(id));
    if (positions.length === 0) return { ...NO_NOTE, senses: sensesOf([]) };
    const contexts = retina.contexts(or([positions[0]!, ...positions.slice(1)]));
    return {
      ...NO_NOTE,
      senses: sensesOf(
        contexts.map(({ label, positions: own }) => ({
          label: retina.term(label),
          positions: own,
        })),
      ),
    };
  }

  /** The collection's own model where it has the word, else that of the language of the rows that have it. */
  async #modelOf(
    { collection, model, selection }: Asked,
    forms: readonly WordForm[],
  ): Promise<Model> {
    if (idsOf(forms, model.retina).length > 0) return model;
    const page = { offset: 0, limit: LANGUAGE_ROWS };
    const { sample: _, ...all } = selection;
    for (const { text } of await collection.rows(within(all, forms), page)) {
      const reader = await this.#analyses.readerOf(model, text);
      if (idsOf(forms, reader.retina).length > 0) return reader;
    }
    return model;
  }

  async #senses(
    model: Model,
    {
      lines,
      note,
      given,
    }: { lines: readonly Line[]; note: WordNote; given: ReadonlyMap<string, GivenLine> },
    turns: Turns,
  ): Promise<Sensed> {
    const { senses } = note;
    const readings: LineReading[] = [];
    for (const { around } of lines) {
      await turns.giveWay();
      const reader = await this.#analyses.readerOf(model, around);
      readings.push({ cells: cellsOf(reader, around), words: tokensOf(around) });
    }
    const cells = readings.map((reading) => reading.cells);
    if (senses.length < 2)
      return {
        cells,
        numbers: new Uint8Array(lines.length),
        sure: new Float32Array(lines.length).fill(1),
      };
    const decided = new Map<number, number>();
    lines.forEach((line, i) => {
      const own = given.get(placeKey(line));
      if (own !== undefined)
        decided.set(
          i,
          senses.findIndex(({ key }) => key === own.sense),
        );
    });
    const starts = senses.map(({ positions }) => Uint16Array.from(positions));
    const { senses: numbers, sure } = findSenses(readings, starts, decided);
    return { cells, numbers, sure };
  }
}

interface WordQuestion {
  readonly word: string;
  readonly limit: number;
  readonly isPreview: boolean;
}

interface Sensed {
  /** Of what surrounds each line. */
  readonly cells: readonly Positions[];
  /** By line, of the senses of the note. */
  readonly numbers: Uint8Array;
  readonly sure: Float32Array;
}

const noteKey = (forms: readonly WordForm[]): string =>
  `word ${forms
    .map(({ tokens, match }) => `${match} ${tokens.join(" ")}`)
    .sort()
    .join(", ")}`;

/** Rows with the word, among those of a selection. */
function within(selection: Selection, any: readonly WordForm[]): Selection {
  return { ...selection, words: { all: [], none: [], ...selection.words, any } };
}

const idsOf = (forms: readonly WordForm[], retina: Model["retina"]): number[] => [
  ...new Set(forms.map(({ tokens }) => retina.idOf(tokens.join(" "))).filter((id) => id !== -1)),
];

/** The cells of what surrounds a word; none where nothing is known in it. */
function cellsOf({ text }: Model, around: string): Positions {
  try {
    return text.fingerprint(around);
  } catch {
    return NO_POSITIONS;
  }
}

interface Found {
  readonly sample: LineSample;
  /** Lines of each row, in order of id. */
  readonly rows: ReadonlyMap<string, number>;
}

async function gatherLines(
  collection: Collection,
  {
    selection,
    forms,
    limit,
    isPreview,
  }: Pick<WordQuestion, "limit" | "isPreview"> & {
    readonly selection: Selection;
    readonly forms: readonly WordForm[];
  },
  turns: Turns,
): Promise<Found> {
  const sample = new LineSample(limit);
  const rows = new Map<string, number>();
  for await (const batch of collection.scan(selection, ["text"]))
    for (const { id, text } of batch) {
      await turns.giveWay();
      const lines = linesOf(id, text, forms);
      if (lines.length > 0) rows.set(id, lines.length);
      for (const line of lines) sample.add(line);
      if (isPreview && sample.total >= limit) return { sample, rows };
    }
  return { sample, rows };
}

const countsOf = (forms: readonly WordForm[], { rows, sample }: Found) => ({
  forms: forms.map(({ tokens, match }) => `${tokens.join(" ")}${match === "start" ? "*" : ""}`),
  rows: rows.size,
  lines: sample.total,
});

async function preview(asked: Asked, forms: readonly WordForm[], found: Found): Promise<WordStudy> {
  const lines = found.sample.lines();
  const rows = await rowsOf(asked.collection, lines);
  return {
    ...countsOf(forms, found),
    perMillion: null,
    read: lines.map(({ around: _, ...line }) => ({
      ...line,
      ...{ sense: null, sure: 0, given: false },
      ...columnsOf(asked, rows.get(line.id)),
    })),
    ...{ senses: [], unit: null, periods: [], spans: [], categories: [] },
  };
}

/** The lines that people assigned, wherever they are. */
async function givenLines(
  collection: Collection,
  forms: readonly WordForm[],
  given: readonly GivenLine[],
): Promise<Line[]> {
  const wanted = new Set(given.map(placeKey));
  const rows = await rowsOf(collection, given);
  return [...rows.values()]
    .flatMap(({ id, text }) => linesOf(id, text, forms))
    .filter((line) => wanted.has(placeKey(line)));
}

function withGiven(lines: readonly Line[], given: readonly Line[]): Line[] {
  const known = new Set(lines.map(placeKey));
  return [...lines, ...given.filter((line) => !known.has(placeKey(line)))];
}

async function rowsOf(
  collection: Collection,
  lines: readonly { readonly id: string }[],
): Promise<Map<string, FoundRow>> {
  const ids = [...new Set(lines.map(({ id }) => id))];
  const rows = new Map<string, FoundRow>();
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = { offset: 0, limit: PAGE };
    const part = await collection.rows({ ids: ids.slice(at, at + PAGE) }, page);
    for (const row of part) rows.set(row.id, row);
  }
  return rows;
}

interface Ground {
  /** Tokens of rows. */
  readonly texts: readonly (readonly string[])[];
  readonly wordsPerRow: number;
}

/** A sample of the rows, whether they have the word or not. */
async function groundOf({ collection, selection }: Asked): Promise<Ground> {
  const rows = await collection.rows(
    { sample: { rows: GROUND_ROWS, seed: 1 }, ...selection },
    { offset: 0, limit: GROUND_ROWS },
  );
  const texts = rows.map(({ text }) => tokensOf(text));
  const words = texts.reduce((sum, { length }) => sum + length, 0);
  return { texts, wordsPerRow: words / Math.max(1, rows.length) };
}

function perMillion(lines: number, rows: number, { wordsPerRow }: Ground): number | null {
  const words = rows * wordsPerRow;
  return words === 0 ? null : (1e6 * lines) / words;
}

interface Studied {
  readonly i: number;
  readonly sensed: Sensed;
  readonly note: WordNote;
  readonly given: ReadonlyMap<string, GivenLine>;
  readonly row: FoundRow | undefined;
  readonly asked: Asked;
}

function studied(line: Line, { i, sensed, note, given, row, asked }: Studied): StudiedLine {
  const { around: _, ...shown } = line;
  const isGiven = given.has(placeKey(line));
  return {
    ...shown,
    sense: note.senses[sensed.numbers[i]!]?.key ?? null,
    sure: isGiven ? 1 : sensed.sure[i]!,
    given: isGiven,
    ...columnsOf(asked, row),
  };
}

const columnsOf = (asked: Asked, row: FoundRow | undefined) => ({
  date: textOf(row, asked, asked.info.roles.date),
  category: textOf(row, asked, asked.info.roles.category),
});

function textOf(row: FoundRow | undefined, { info }: Asked, column: string | undefined) {
  const value = row?.values[info.columns.findIndex(({ name }) => name === column)] ?? null;
  return value === null || typeof value === "object" ? null : String(value);
}

function studiedSense(
  sense: NotedSense,
  {
    number,
    read,
    company,
  }: {
    readonly number: number;
    readonly read: readonly StudiedLine[];
    readonly company: readonly (readonly Companion[])[];
  },
): StudiedSense {
  const own = read.filter((line) => line.sense === sense.key);
  const near = company[number]!.slice(0, LABEL_WORDS).map(({ word }) => word);
  return {
    ...sense,
    label: near.length === 0 ? sense.label : near.join(", "),
    lines: own.length,
    share: own.length / Math.max(1, read.length),
    ...wilson(own.length, read.length),
    given: own.filter(({ given }) => given).length,
    company: company[number]!,
  };
}

interface Counted {
  readonly asked: Asked;
  readonly selection: Selection;
  readonly found: Found;
  readonly read: readonly StudiedLine[];
  readonly note: WordNote;
  readonly ground: Ground;
}

async function periodsOf({
  asked,
  selection,
  ...counted
}: Counted): Promise<Pick<WordStudy, "unit" | "periods">> {
  const { collection, info } = asked;
  const column = info.roles.date;
  if (column === undefined) return { unit: null, periods: [] };
  const { least, greatest } = await collection.span(selection, { column });
  if (least === null) return { unit: null, periods: [] };
  const unit = unitFor(String(least), String(greatest));
  const { steps } = await collection.timeline(asked.selection, { column, unit });
  const periodOf = (day: string | null) => periodIn(unit, day);
  const days = await collection.points(selection, { column });
  const values = days.values.map((day) => periodOf(day === null ? null : String(day)));
  const groups = steps.map(({ start, rows }) => ({ value: start, rows }));
  return {
    unit,
    periods: frequencies(
      groups,
      { ids: days.ids, values },
      { ...counted, of: ({ date }) => periodOf(date) },
    ),
  };
}

const periodIn = (unit: TimeUnit, day: string | null): string | null =>
  day === null ? null : startOfUnit(day.slice(0, 10), unit);

function studiedSpans(
  read: readonly StudiedLine[],
  unit: TimeUnit,
  {
    lines,
    cells,
    near,
  }: Pick<Sensed, "cells"> & {
    readonly lines: readonly Line[];
    readonly near: Omit<CompanyOptions, "count">;
  },
): StudiedSpan[] {
  const spans = spansOf(read.map(({ date }) => periodIn(unit, date)));
  const dated = spans.flatMap((span) => span.lines.map((line) => lines[line]!));
  const numbers = spans.flatMap((span, number) => span.lines.map(() => number));
  const company = companyOf(dated, numbers, { count: spans.length, ...near });
  const positions = cellsOfSpans(spans, cells);
  const cellsIn = (span: Span) => span.lines.map((line) => cells[line]!);
  return spans.map((span, i) => ({
    ...{ from: span.from, until: span.until, lines: span.lines.length },
    company: company[i]!,
    positions: Array.from(positions[i]!),
    change: i === 0 ? null : changeOf(cellsIn(spans[i - 1]!), cellsIn(span)),
  }));
}

async function categoriesOf({ asked, selection, ...counted }: Counted): Promise<Frequency[]> {
  const { collection, info } = asked;
  const column = info.columns.find(({ name }) => name === info.roles.category);
  if (column?.type !== "text") return [];
  const facet = { column: column.name, limit: CATEGORIES };
  const { values: groups } = await collection.facet(asked.selection, facet);
  const found = await collection.points(selection, { column: column.name });
  const values = found.values.map((value) => (value === null ? null : String(value)));
  return frequencies(
    groups,
    { ids: found.ids, values },
    { ...counted, of: ({ category }) => (category === null ? null : keyOf(category)) },
  );
}

/** @param places ids of rows with the word, and the group of each */
function frequencies(
  groups: readonly { readonly value: string; readonly rows: number }[],
  places: { readonly ids: readonly string[]; readonly values: readonly (string | null)[] },
  {
    found,
    read,
    note,
    ground,
    of,
  }: Pick<Counted, "found" | "read" | "note" | "ground"> & {
    readonly of: (line: StudiedLine) => string | null;
  },
): Frequency[] {
  const lines = new Map<string | null, number>();
  places.ids.forEach((id, i) => {
    const value = places.values[i]!;
    lines.set(value, (lines.get(value) ?? 0) + (found.rows.get(id) ?? 0));
  });
  const senses = new Map<string | null, number[]>();
  for (const line of read) {
    const value = of(line);
    const own = senses.get(value) ?? note.senses.map(() => 0);
    const number = note.senses.findIndex(({ key }) => key === line.sense);
    if (number !== -1) own[number]!++;
    senses.set(value, own);
  }
  return groups.map(({ value, rows }) => ({
    value,
    rows,
    lines: lines.get(value) ?? 0,
    perMillion: perMillion(lines.get(value) ?? 0, rows, ground),
    senses: senses.get(value) ?? note.senses.map(() => 0),
  }));
}
