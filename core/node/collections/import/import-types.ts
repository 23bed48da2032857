import type { Cancellation } from "../../../cancellation.ts";
import type { Collection, CollectionStore, ReadWith } from "../../../collection/port/store.ts";
import type { ColumnChoices, ColumnPlan } from "../../../collection/table/propose-columns.ts";
import { badInput } from "../../../errors.ts";
import { nameOfLanguage } from "../../../text/language-names.ts";
import type { ReadingChoices } from "../../files/read-records.ts";
import type { ReadTable } from "../../files/read-table.ts";
import { countLanguages } from "./row-languages.ts";
import type { TextReading } from "./text-reading.ts";

export const SPLITS = ["none", "lines", "paragraphs", "pages", "slices"] as const;
/** One row for each text, or one for each part of it, which keeps whose part it is. */
export type Split = (typeof SPLITS)[number];

export interface ImportRequest {
  readonly name: string;
  readonly paths: readonly string[];
  readonly split: Split;
  /** Sheet of workbooks; the first that is not empty when left out. */
  readonly sheet?: string | undefined;
  /** Name of the reader by whose encoder texts are read; by their words when left out. */
  readonly reader?: string | undefined;
  readonly chosen: ColumnChoices;
  /** How the files are read. */
  readonly reading?: ReadingChoices | undefined;
  /** Whether an import goes on although more than a few rows do not fit. */
  readonly acceptMisfits?: boolean | undefined;
}

/** What callers write for signs that are hard to type. */
const SIGNS: Readonly<Record<string, string>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  "\\t": "\t",
  pipe: "|",
  none: "",
  double: '"',
  single: "'",
};
const signOf = (given: string | undefined) =>
  given === undefined ? given : (SIGNS[given] ?? given);

interface ImportFields extends ColumnChoices, ReadingChoices {
  readonly acceptMisfits?: boolean | undefined;
}

/** What callers choose, by what it is for; columns that nobody chose are left out. */
export function choicesIn({
  encoding,
  delimiter,
  quote,
  header,
  repair,
  acceptMisfits,
  ...columns
}: ImportFields): Pick<ImportRequest, "chosen" | "reading" | "acceptMisfits"> {
  const signs = { delimiter: signOf(delimiter), quote: signOf(quote) };
  for (const [field, sign] of Object.entries(signs))
    if (sign !== undefined && sign.length > 1)
      throw badInput(
        field,
        `“${sign}” is not one sign; write comma, semicolon, tab, pipe or a single sign.`,
      );
  const reading = given({ encoding, ...signs, header, repair });
  return {
    chosen: given(columns),
    ...(Object.keys(reading).length === 0 ? {} : { reading }),
    acceptMisfits,
  };
}

const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

/** What an import asks of a collection. */
export type ImportedCollection = Pick<
  Collection,
  "describe" | "extend" | "put" | "prepare" | "note" | "setNote"
>;

/** What an import asks of a store, which may be on another thread. */
export interface ImportStore extends Pick<CollectionStore, "create"> {
  open(name: string): ImportedCollection;
}

export interface ImportTools {
  readonly store: ImportStore;
  readonly retina: ReadWith;
  readonly reading: TextReading;
  /** Reads tables; here, with DuckDB, when left out. */
  readonly tables?: ReadTable;
  /** Where rows are kept that do not fit. */
  readonly misfitsFolder: string;
}

export interface ImportWatch {
  readonly signal: Cancellation;
  /** After each batch that is on disk. */
  onProgress(progress: ImportProgress): void;
  /** Before what reads a language is opened, which takes seconds where it has to be made first; undefined when all is open. */
  readonly onPreparing?: ((preparing: Preparing | undefined) => void) | undefined;
}

/** What reads one of the languages of the texts is being opened. */
export interface Preparing {
  /** Its English name. */
  readonly language: string;
  /** Counting from 1 among those that were met by now. */
  readonly number: number;
  readonly of: number;
}

export const preparingWords = ({ language, number, of }: Preparing): string =>
  `Preparing ${language} (${number} of ${of})`;

export interface ImportProgress {
  readonly rows: number;
  /** Share of the files' bytes, 0..1. */
  readonly done: number;
}

/** A row or value that is not as it should be. */
export interface FileWarning {
  readonly place: string;
  readonly reason: string;
}

export interface ImportReport {
  readonly name: string;
  readonly plan: ColumnPlan;
  readonly records: number;
  readonly added: number;
  readonly updated: number;
  readonly withoutText: number;
  readonly withoutKnownWord: number;
  /** Values that do not fit their column; kept as texts in a column “… (as given)”. */
  readonly unread: number;
  readonly skipped: number;
  /** Records that are not quite as they should be and were read as well as they could be. */
  readonly repaired: number;
  /** Cells with a word for a missing value, such as NaN. */
  readonly missing: number;
  /** Where the rows are that were passed over. */
  readonly misfitsFile?: string;
  /** The first hundred of all of these. */
  readonly oddities: readonly FileWarning[];
  /** English names, most rows first; "" where it is unclear. */
  readonly languages: readonly { readonly language: string; readonly rows: number }[];
  /** Records that an earlier, interrupted import had brought in already. */
  readonly resumedAt: number;
  /** A file became another while it was read: import it again. */
  readonly isChanged: boolean;
}

const MOST_LISTED = 100;

/** Kinds of what an import counts and lists. */
type FindingKind =
  | "withoutText"
  | "withoutKnownWord"
  | "unread"
  | "skipped"
  | "repaired"
  | "missing";

export interface Finding extends FileWarning {
  readonly kind: FindingKind;
}

/** What an import has counted, of what is on disk. */
export interface TallyJson {
  added: number;
  updated: number;
  withoutText: number;
  withoutKnownWord: number;
  unread: number;
  skipped: number;
  repaired: number;
  missing: number;
  oddities: FileWarning[];
  /** By code. */
  languages: [string, number][];
}

export const emptyTally = (): TallyJson => ({
  added: 0,
  updated: 0,
  withoutText: 0,
  withoutKnownWord: 0,
  unread: 0,
  skipped: 0,
  repaired: 0,
  missing: 0,
  oddities: [],
  languages: [],
});

export function addFindings(tally: TallyJson, findings: readonly Finding[]): void {
  for (const { kind, place, reason } of findings) {
    tally[kind]++;
    if (reason !== "" && tally.oddities.length < MOST_LISTED)
      tally.oddities.push({ place, reason });
  }
}

export function addLanguages(tally: TallyJson, codes: readonly string[]): void {
  const counts = new Map(tally.languages);
  for (const [code, rows] of countLanguages(codes))
    counts.set(code, (counts.get(code) ?? 0) + rows);
  tally.languages = [...counts];
}

/** With names in place of codes, most first. */
export const namedLanguages = (counts: readonly (readonly [code: string, rows: number])[]) =>
  counts
    .map(([code, rows]) => ({ language: nameOfLanguage(code), rows }))
    .sort((a, b) => b.rows - a.rows);

/** The counted part of a report. */
export function reportTally({
  languages,
  ...counted
}: TallyJson): Pick<ImportReport, Exclude<keyof TallyJson, "languages"> | "languages"> {
  return { ...counted, languages: namedLanguages(languages) };
}
