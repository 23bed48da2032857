import { cp, mkdir, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { NewRow } from "../../core/collection/port/store.ts";
import { ApiError } from "../../core/errors.ts";
import { CELLS } from "../../core/kernel/grid.ts";
import { HeaderFile } from "../../core/node/collections/embedded/collection-folders.ts";
import { createTables } from "../../core/node/collections/embedded/collection-tables.ts";
import { OpenCollection } from "../../core/node/collections/embedded/open-collection.ts";
import { Duck } from "../../core/node/files/duck.ts";
import { HEAD } from "../core/collection/port/arbitrary-selection.ts";
import { type SeededRandom, seededRandom } from "../support/seeded-random.ts";

/** What came of flips in one file. */
export interface FlipCounts {
  /** Every answer was as before. */
  unchanged: number;
  /** Some questions were refused in the sentence, and all other answers were as before. */
  said: number;
  /** Sentences of questions that were answered wrongly, or refused in other words. */
  readonly wrong: string[];
}

export interface FlipOptions {
  readonly flips: number;
  readonly seed: number;
  readonly rows: number;
  /** Whether the process that wrote the collection was killed: a log of changes is beside the tables then. */
  readonly isKilled?: boolean;
  readonly cellsOfRow?: number;
}

const [PARTY, , NUMBER, LIST, DATE] = HEAD.columns.map(({ name }) => name) as [
  string,
  string,
  string,
  string,
  string,
];
const PAGE = { offset: 0, limit: 40 };

/**
 * Makes a collection, and for each flip copies it, changes one bit of one of its files and asks everything that can be
 * asked. Files take turns: the first bit of each is in its head, the next ones are in one part of it after the other. Which bits
 * there is chosen by the seed.
 */
export async function flipBits(options: FlipOptions): Promise<Map<string, FlipCounts>> {
  const random = seededRandom(options.seed);
  const home = await mkdtemp(path.join(tmpdir(), "semascope-flips-"));
  const whole = path.join(home, "whole");
  const copy = path.join(home, "copy");
  try {
    await makeCollection(whole, options, random);
    await cp(whole, copy, { recursive: true });
    const expected = await answersOf(copy);
    const counts = new Map<string, FlipCounts>();
    const files = await filesWithBytes(whole);
    const turns = Math.ceil(options.flips / files.length);
    for (let flip = 0; flip < options.flips; flip++) {
      const file = files[flip % files.length]!;
      const own = counts.get(file) ?? { unchanged: 0, said: 0, wrong: [] };
      counts.set(file, own);
      await rm(copy, { recursive: true, force: true, maxRetries: 10 });
      await cp(whole, copy, { recursive: true });
      const turn = Math.floor(flip / files.length);
      const place = await flipOneBit(path.join(copy, file), { turn, turns, random });
      judge(own, `${file}, ${place}`, expected, await answersOf(copy));
    }
    return counts;
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  }
}

function judge(
  counts: FlipCounts,
  place: string,
  expected: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): void {
  const odd = [...expected].flatMap(([question, answer]) => {
    const own = found.get(question);
    return own === answer || own === SAID ? [] : [`${place}: ${question}: ${own?.slice(0, 300)}`];
  });
  const isSaid = [...expected].some(
    ([question, answer]) => answer !== SAID && found.get(question) === SAID,
  );
  if (odd.length > 0) counts.wrong.push(odd.join("\n"));
  else if (isSaid) counts.said++;
  else counts.unchanged++;
}

async function filesWithBytes(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map((name) => stat(path.join(folder, name))));
  return names.filter((_, i) => sizes[i]!.size > 0).sort();
}

interface Turn {
  readonly turn: number;
  /** Of each file. */
  readonly turns: number;
  readonly random: SeededRandom;
}

/** As much as the first of the headers of the tables takes. */
const HEAD_BYTES = 4096;

/** A place in the head of a file at the first turn, after that in another part of it each time. */
export function placeOfTurn(size: number, { turn, turns, random }: Turn): number {
  if (turn === 0) return random.below(Math.min(size, HEAD_BYTES));
  const from = Math.floor((size * (turn - 1)) / (turns - 1));
  const to = Math.floor((size * turn) / (turns - 1));
  return from + random.below(Math.max(1, to - from));
}

async function flipOneBit(file: string, turn: Turn): Promise<string> {
  const { random } = turn;
  const handle = await open(file, "r+");
  const at = placeOfTurn((await handle.stat()).size, turn);
  const bit = random.below(8);
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
  await handle.write(Uint8Array.of(buffer[0]! ^ (1 << bit)), 0, 1, at);
  await handle.close();
  return `bit ${bit} of byte ${at}`;
}

async function makeCollection(
  folder: string,
  { rows, cellsOfRow = 60, isKilled = false }: FlipOptions,
  random: SeededRandom,
): Promise<void> {
  const made = isKilled ? `${folder}-open` : folder;
  await mkdir(made, { recursive: true });
  const duck = await Duck.open(path.join(made, "rows.duckdb"));
  await createTables(duck, HEAD);
  duck.close();
  const collection = await OpenCollection.open(made);
  for (let from = 0; from < rows; from += 2000)
    await collection.put(
      Array.from({ length: Math.min(2000, rows - from) }, (_, i) =>
        rowOf(from + i, cellsOfRow, random),
      ),
    );
  await collection.prepare();
  const ids = (step: number) =>
    Array.from({ length: Math.floor(rows / step) }, (_, i) => idOf(i * step));
  await collection.label(
    "war",
    ids(5).map((id, i) => ({ id, belongs: i % 2 === 0 })),
  );
  await collection.score({ name: "trade", positions: QUERY });
  await collection.setNote("topics", JSON.stringify(ids(3)));
  for (let from = 0; from < rows; from += 2000)
    await collection.removeRows(ids(2).slice(from, from + 2000));
  if (isKilled) await cp(made, folder, { recursive: true });
  await collection.close();
  if (isKilled) await rm(made, { recursive: true, maxRetries: 10 });
}

export const idOf = (no: number) => `r${String(no).padStart(6, "0")}`;
const WORDS = ["free", "trade", "war", "tariff", "bank", "gold", "silver", "peace"];
export const QUERY = Uint16Array.from({ length: 400 }, (_, i) => 40 * i);
const ALL_CELLS = Uint16Array.from({ length: CELLS }, (_, cell) => cell);

export function rowOf(no: number, cellsOfRow: number, random: SeededRandom): NewRow {
  const words = Array.from({ length: 12 }, () => WORDS[random.below(WORDS.length)]!);
  return {
    id: idOf(no),
    text: words.join(" "),
    values: [
      ["whig", "Whig", "none", null][random.below(4)]!,
      words[0]!,
      random.below(9) === 0 ? null : random.below(1000) / 8,
      [words[1]!, words[2]!],
      `19${10 + random.below(90)}-0${1 + random.below(9)}-11`,
    ],
    cells: Uint16Array.from(random.distinct(no % 11 === 0 ? 0 : cellsOfRow, CELLS)),
  };
}

/** Every question by its name. */
const QUESTIONS: Readonly<Record<string, (collection: OpenCollection) => Promise<unknown>>> = {
  describe: (collection) => collection.describe(),
  "count all": (collection) => collection.count({}),
  "count like": (collection) => collection.count({ like: QUERY, least: 0.1 }),
  "count where": (collection) => collection.count({ where: { column: NUMBER, from: 20, to: 60 } }),
  "count words": (collection) => collection.count({ words: { all: [["gold"]], none: [["war"]] } }),
  "count labels": (collection) => collection.count({ labels: { label: "war", is: "belongs" } }),
  "rows first": (collection) => collection.rows({}, PAGE),
  "rows like": (collection) => collection.rows({ like: ALL_CELLS }, PAGE),
  "rows by number": (collection) =>
    collection.rows({}, { ...PAGE, sort: { field: { column: NUMBER }, descending: true } }),
  "rows by score": (collection) =>
    collection.rows({}, { ...PAGE, sort: { field: { score: "trade" }, descending: true } }),
  "rows of a sample": (collection) => collection.rows({ sample: { rows: 30, seed: 3 } }, PAGE),
  "heat all": (collection) => collection.heat({}),
  "heat some": (collection) => collection.heat({ where: { column: PARTY, equals: "whig" } }),
  "heat region": (collection) => collection.heat({ region: { positions: QUERY, share: 0.02 } }),
  /** Of so few rows that all are counted: of more, chance takes some. */
  estimate: (collection) =>
    collection.estimateHeat({ where: { column: NUMBER, from: 20, to: 28 } }),
  "facet text": (collection) => collection.facet({}, { column: PARTY, limit: 10 }),
  "facet list": (collection) => collection.facet({ like: QUERY }, { column: LIST, limit: 10 }),
  span: (collection) => collection.span({}, { column: NUMBER }),
  "span of score": (collection) => collection.span({}, { score: "trade" }),
  histogram: (collection) =>
    collection.histogram({}, { field: { column: NUMBER }, edges: [0, 30, 60, 90] }),
  timeline: (collection) => collection.timeline({}, { column: DATE, unit: "year" }),
  cells: (collection) => collection.cells(Array.from({ length: 60 }, (_, i) => idOf(9 * i))),
  points: (collection) => collection.points({}, { column: PARTY }),
  stream: (collection) => gathered(collection.stream({ like: QUERY })),
  texts: (collection) => gathered(collection.scan({}, ["text", "cells"])),
  note: (collection) => collection.note("topics"),
};

async function gathered<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

const SAID = "the sentence";

/** By question the answer as JSON, `SAID` where it is refused as damaged. */
export async function answersOf(folder: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const header = (await HeaderFile.read(folder)) ?? SAID;
  answers.set("header", typeof header === "string" ? header : JSON.stringify(header));
  const collection = await answerOf(async () => OpenCollection.open(folder));
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const answer =
      typeof collection === "string" ? collection : await answerOf(() => ask(collection));
    answers.set(name, typeof answer === "string" ? answer : toJson(answer));
  }
  const closed =
    typeof collection === "string" ? collection : await answerOf(() => collection.close());
  answers.set("close", closed ?? "closed");
  return answers;
}

async function answerOf<T>(ask: () => Promise<T>): Promise<T | string> {
  try {
    return await ask();
  } catch (cause) {
    const isSaid =
      cause instanceof ApiError &&
      cause.code === "conflict" &&
      cause.message.startsWith("The collection is damaged: ");
    return isSaid ? SAID : `${cause instanceof ApiError ? cause.code : "not said"}: ${cause}`;
  }
}

/** Lists of numbers by their bytes: as numbers they would take longer to write down than to find. */
const toJson = (answer: unknown) =>
  JSON.stringify(answer, (_, value) =>
    ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64")
      : value,
  ) ?? "none";
