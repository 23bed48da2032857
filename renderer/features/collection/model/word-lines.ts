import type { Output } from "../../../../core/api/client-types.ts";
import { tokensOf } from "../../../../core/collection/port/words.ts";
import type { ExportTable } from "../../../model/export-source.ts";
import { hueOf, letterOf } from "../../../model/map/layers.ts";
import type { SortState } from "../../../model/tables/table-layout.ts";
import { stepName } from "./time-steps.ts";

export type WordStudy = Output<"app.collectionWord">;
export type WordLine = WordStudy["read"][number];
export type WordSpan = WordStudy["spans"][number];
export type WordSense = WordStudy["senses"][number];

/** Below this share of its sense a line lies between senses. */
export const UNCERTAIN = 0.6;

export const lineId = ({ id, start }: Pick<WordLine, "id" | "start">): string => `${start} ${id}`;

/** A sense by the name that a person gave, else by its label. */
export const senseTitle = ({ name, label }: Pick<WordSense, "name" | "label">): string =>
  name ?? (label === "" ? "unnamed" : label);

/** Letter and colour of a sense by its key. */
export const looksOf = (key: string) => {
  const seat = key.charCodeAt(0) - 65;
  return { letter: letterOf(seat) || key, colour: hueOf(seat) };
};

/** The first capital letter that no sense has. */
export const nextKey = (senses: readonly Pick<WordSense, "key">[]): string => {
  const taken = new Set(senses.map(({ key }) => key));
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((key) => !taken.has(key)) ?? "Z";
};

/** What is listed: lines of one sense, of one part of the time, or with one companion. */
export interface LineFilter {
  readonly sense: string | null;
  readonly span: Pick<WordSpan, "from" | "until"> | null;
  readonly companion: string | null;
}

export const ALL_LINES: LineFilter = { sense: null, span: null, companion: null };

/** Words on either side that a companion is looked for in. */
const WINDOW = 5;

export function linesShown(
  lines: readonly WordLine[],
  { sense, span, companion }: LineFilter,
  sort: SortState | null,
): readonly WordLine[] {
  const shown = lines.filter(
    (line) =>
      (sense === null || line.sense === sense) &&
      (span === null || isWithin(line, span)) &&
      (companion === null || isNear(line, companion)),
  );
  if (sort === null) return shown;
  const key = KEYS[sort.column] ?? KEYS.sure!;
  const turn = sort.direction === "ascending" ? 1 : -1;
  const keyed = shown.map((line, place) => ({ line, place, own: key(line) }));
  return keyed
    .sort((a, b) => turn * compareKeys(a.own, b.own) || a.place - b.place)
    .map(({ line }) => line);
}

const isWithin = ({ date }: WordLine, { from, until }: Pick<WordSpan, "from" | "until">): boolean =>
  date !== null && date >= from && (until === null || date < until);

/** A part of the time by its first and its last period. */
export function spanName(
  { from, until }: Pick<WordSpan, "from" | "until">,
  { periods, unit }: Pick<WordStudy, "periods" | "unit">,
): string {
  const last = periods.findLast(({ value }) => until === null || value < until)?.value ?? from;
  const [first, end] = [from, last].map((start) => (unit === null ? start : stepName(start, unit)));
  return first === end ? first! : `${first} to ${end}`;
}

const isNear = ({ before, after }: WordLine, companion: string): boolean =>
  tokensOf(before).slice(-WINDOW).includes(companion) ||
  tokensOf(after).slice(0, WINDOW).includes(companion);

/** What columns are sorted by: the left context from the word outwards. */
const KEYS: Readonly<Record<string, (line: WordLine) => string | number>> = {
  sense: ({ sense }) => sense ?? "",
  before: ({ before }) => tokensOf(before).reverse().join(" "),
  word: ({ word }) => tokensOf(word).join(" "),
  after: ({ after }) => tokensOf(after).join(" "),
  date: ({ date }) => date ?? "",
  category: ({ category }) => category ?? "",
  sure: ({ sure }) => sure,
};

const compareKeys = (a: string | number, b: string | number): number =>
  a === b ? 0 : a < b ? -1 : 1;

/** The lines as a file has them. */
export function linesTable(lines: readonly WordLine[], senses: readonly WordSense[]): ExportTable {
  const titles = new Map(senses.map((sense) => [sense.key, senseTitle(sense)]));
  return {
    columns: [
      ...["row", "place", "before", "word", "after", "sense", "name of sense"],
      ...["certainty", "assigned by hand", "date", "category"],
    ],
    forPrograms: 0,
    rows: lines.map(({ id, start, before, word, after, sense, sure, given, date, category }) => [
      ...[id, start, before, word, after, sense ?? "", titles.get(sense ?? "") ?? ""],
      ...[Number(sure.toFixed(3)), given ? "yes" : "", date ?? "", category ?? ""],
    ]),
  };
}
