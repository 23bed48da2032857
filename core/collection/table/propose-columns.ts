import { AUTO } from "../../analysis/languages.ts";
import type {
  Column,
  ColumnKind,
  ColumnRoles,
  ColumnType,
} from "../../api/schema/collection-types.ts";
import {
  DATE_FORMATS,
  type DateFormat,
  LIST_FORMATS,
  type ListFormat,
} from "../../api/schema/column-formats.ts";
import { badInput, unknownColumn } from "../../errors.ts";
import { languageCode } from "../../text/language-names.ts";
import { datesIn, type FoundDates, MOSTLY } from "./read-date.ts";
import { chosenListFormat, listFormatOf } from "./read-list.ts";
import {
  type Notation,
  notationsOf,
  plainText,
  readValue,
  unitOf,
  type Written,
  withoutUnit,
} from "./read-value.ts";

/** One record of a file: a map, since a field may have any name. */
export type SourceRecord = ReadonlyMap<string, unknown>;

/** How the fields of a file become a collection. */
export interface ColumnPlan {
  readonly text: string;
  /** Absent: rows are numbered. */
  readonly id?: string;
  /** All other fields that are kept, in order. */
  readonly columns: readonly Column[];
  readonly roles: ColumnRoles;
  /** Code of the language that all texts are in; absent where a column says it or each text is looked at. */
  readonly language?: string;
  /** Columns of numbers that are not written as programs do. */
  readonly numbers?: readonly WrittenNumbers[];
  /** Columns of dates whose letters do not show how they are written. */
  readonly dates?: readonly { readonly column: string; readonly format: DateFormat }[];
  /** What stands between the parts of lists. */
  readonly lists?: readonly { readonly column: string; readonly format: ListFormat }[];
  /** Columns of dates of which nothing shows whether day or month comes first; texts until a user says. */
  readonly ambiguous?: readonly string[];
  /** Fields that a person wants left out. */
  readonly leftOut?: readonly string[];
}

interface WrittenNumbers {
  readonly column: string;
  readonly notation: Notation;
  /** What stands before or after every number, such as “min”. */
  readonly unit?: string;
}

/** What a person may choose instead of what is proposed. */
export interface ColumnChoices {
  readonly text?: string;
  readonly id?: string;
  readonly title?: string;
  readonly date?: string;
  readonly category?: string;
  readonly truth?: string;
  /** The code of a language, the column that says it, or `AUTO`: each text is looked at. */
  readonly language?: string;
  readonly kinds?: readonly {
    readonly column: string;
    readonly kind: ColumnKind;
    /** Of dates or lists: one of `DATE_FORMATS` or `LIST_FORMATS`. */
    readonly format?: string;
  }[];
  /** How the dates of all columns are written. */
  readonly dateFormat?: DateFormat;
}

/** How each column is written, by its name. */
export function writtenIn({ numbers, dates, lists }: ColumnPlan): ReadonlyMap<string, Written> {
  const written = new Map<string, Written>();
  for (const { column, notation, unit } of numbers ?? []) written.set(column, { notation, unit });
  for (const { column, format } of dates ?? []) written.set(column, { date: format });
  for (const { column, format } of lists ?? []) written.set(column, { list: format });
  return written;
}

const TEXT_NAMES =
  /^(text|body|content|message|comment|review|abstract|paragraph|description|answer)$/i;
const ID_NAMES = /^(?:.+[-_ .])?(?:_?id|key|uuid|guid|no|nr|number)\.?$/i;
const TITLE_NAMES = /^(title|headline|subject|heading|name)$/i;
const LANGUAGE_NAMES = /^(language|lang|locale)$/i;
const DATE_NAMES =
  /^(?:date|day|time|timestamp|created|published|updated|posted|epoch|datum|fecha)|[-_ .](?:date|datum|day|at)$/i;
const LONGEST_CATEGORY = 60;
/** So few whole numbers, each in several rows, are grades, stars or codes rather than amounts. */
const MOST_GRADES = 12;
const ROWS_OF_A_GRADE = 5;

/**
 * Proposes what each field of a file is, from its first records.
 *
 * @throws unknown-column for a choice that names no field, bad-input where there is no field with texts
 */
export function proposeColumns(
  records: readonly SourceRecord[],
  chosen: ColumnChoices = {},
): ColumnPlan {
  const names = [...new Set(records.flatMap((record) => [...record.keys()]))];
  const { kinds = [], language: wished, dateFormat, ...byRole } = chosen;
  const language = wished === undefined ? undefined : codeIn(wished);
  const saysLanguage = language === undefined ? wished : undefined;
  for (const [role, name] of [
    ...Object.entries({ ...byRole, language: saysLanguage }),
    ...kinds.map(({ column }) => ["kinds", column] as const),
  ])
    if (name !== undefined && !names.includes(name)) throw unknownColumn(role, name, names);
  const kindOf = new Map(kinds.map(({ column, kind }) => [column, kind]));
  const formatOf = new Map(kinds.map(({ column, format }) => [column, format]));
  const raws = names.map((name) =>
    records.map((record) => record.get(name)).filter((raw) => readValue(raw, "text") !== null),
  );
  const units = raws.map(unitOf);
  const notations = notationsOf(
    raws.map((own, i) => own.map((raw) => withoutUnit(raw, units[i]) ?? raw)),
  );
  const isDate = (name: string) => name === chosen.date || kindOf.get(name) === "date";
  const fields = names.map((name, i) => {
    const date = oneOf(DATE_FORMATS, formatOf.get(name)) ?? dateFormat;
    const list = oneOf(LIST_FORMATS, formatOf.get(name));
    return describeField(name, raws[i]!, {
      notation: notations[i],
      isDate: isDate(name),
      date,
      list,
    });
  });
  for (const field of fields) if (isDate(field.name)) requireDates(field);
  const text = chosen.text ?? chooseText(fields);
  const id = chosen.id ?? chooseId(fields, records.length, text);
  const isOwn = ({ name }: Field) => name !== text && name !== id;
  const columns = fields
    .filter((field) => isOwn(field) && kindOf.get(field.name) !== "none")
    .map(({ name, type }) => ({
      name,
      type: isDate(name) ? ("date" as const) : typeOfKind(kindOf.get(name), type),
    }));
  const leftOut = fields
    .filter((field) => isOwn(field) && kindOf.get(field.name) === "none")
    .map(({ name }) => name);
  const others = fields.filter(({ name }) => columns.some((column) => column.name === name));
  const title = chosen.title ?? others.find(({ name }) => TITLE_NAMES.test(name))?.name;
  const ofDates = columns.filter(({ type }) => type === "date").map(({ name }) => name);
  const date = chosen.date ?? ofDates.find((name) => DATE_NAMES.test(name)) ?? ofDates[0];
  const category = chosen.category ?? chooseCategory(others, records.length, title);
  const grades = others
    .filter((field) => {
      const kind = kindOf.get(field.name);
      return kind === "category" || (kind === undefined && field.isGrade);
    })
    .map(({ name }) => name)
    .filter((name) => columns.some((column) => column.name === name && column.type === "number"));
  const isKept = (name: string | undefined) => name !== undefined && !leftOut.includes(name);
  const ofLanguage = saysLanguage ?? (language === undefined ? chooseLanguage(others) : undefined);
  const roles = { title, date, category, truth: chosen.truth, language: ofLanguage };
  const known = Object.entries(roles).filter(([, name]) => isKept(name));
  const numbers = columns.flatMap(({ name, type }) => {
    const place = names.indexOf(name);
    const [notation, unit] = [notations[place], units[place]];
    if (type !== "number" || notation === undefined) return [];
    if (notation === "plain" && unit === undefined) return [];
    return [{ column: name, notation, ...(unit !== undefined && { unit }) }];
  });
  const dates = columns.flatMap(({ name, type }) => {
    const format = fields.find((field) => field.name === name)?.dates?.format;
    return type === "date" && format !== undefined ? [{ column: name, format }] : [];
  });
  const lists = columns.flatMap(({ name, type }) => {
    const format = fields.find((field) => field.name === name)?.list;
    return type === "list" && format !== undefined ? [{ column: name, format }] : [];
  });
  const ambiguous = columns
    .filter(
      ({ name, type }) =>
        type === "text" && fields.find((each) => each.name === name)?.dates?.isAmbiguous,
    )
    .map(({ name }) => name);
  return {
    text,
    ...(id === undefined ? {} : { id }),
    columns,
    roles: {
      ...Object.fromEntries(known),
      ...(grades.length === 0 ? {} : { categories: grades }),
    },
    ...(language === undefined || language === AUTO ? {} : { language }),
    ...(numbers.length === 0 ? {} : { numbers }),
    ...(dates.length === 0 ? {} : { dates }),
    ...(lists.length === 0 ? {} : { lists }),
    ...(ambiguous.length === 0 ? {} : { ambiguous }),
    ...(leftOut.length === 0 ? {} : { leftOut }),
  };
}

interface Field {
  readonly name: string;
  readonly type: ColumnType;
  /** Values that are not blank. */
  readonly filled: number;
  readonly different: number;
  /** Characters, on average. */
  readonly length: number;
  /** Whether it holds few different whole numbers. */
  readonly isGrade: boolean;
  /** Whether its values are languages. */
  readonly isLanguage: boolean;
  /** What of it reads as dates; absent where nothing does. */
  readonly dates?: FoundDates;
  /** What stands between the parts of its lists, if it may hold some. */
  readonly list?: ListFormat | undefined;
}

const oneOf = <T extends string>(known: readonly T[], given: string | undefined): T | undefined =>
  known.find((each) => each === given);

/** @throws bad-input for a column that a user calls dates and that cannot be read as such */
function requireDates({ name, dates, filled }: Field): void {
  const use = `Choose its date format: ${DATE_FORMATS.join(", ")}.`;
  if (dates?.isAmbiguous)
    throw badInput(
      "dateFormat",
      `In “${name}” day or month may come first, and no value shows which. ${use}`,
      { column: name },
    );
  if (filled > 0 && !(dates !== undefined && dates.share > 0))
    throw badInput("date", `No value of “${name}” reads as a date. ${use}`, { column: name });
}

/** A category of numbers stays one of numbers, and is shown and counted as names. */
function typeOfKind(kind: ColumnKind | undefined, proposed: ColumnType): ColumnType {
  if (kind === undefined || kind === "none") return proposed;
  if (kind === "category") return proposed === "number" ? proposed : "text";
  return kind;
}

interface FieldChoice {
  readonly notation: Notation | undefined;
  /** Whether a user calls it dates. */
  readonly isDate: boolean;
  readonly date: DateFormat | undefined;
  readonly list: ListFormat | undefined;
}

function describeField(name: string, raws: readonly unknown[], chosen: FieldChoice): Field {
  const texts = raws.map(plainText);
  const length = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  const dates = datesOf(name, texts, chosen);
  const list = chosen.list ?? (TEXT_NAMES.test(name) ? undefined : listFormatOf(texts));
  const type = typeOf(raws, { ...chosen, dates, list });
  const parts =
    type === "list" ? raws.flatMap((raw) => readValue(raw, "list", { list }) ?? []) : texts;
  const different = new Set(parts).size;
  const isGrade =
    type === "number" &&
    different > 1 &&
    different <= Math.min(MOST_GRADES, texts.length / ROWS_OF_A_GRADE) &&
    texts.every((each) => /^-?\d+$/.test(each.trim()));
  const isLanguage =
    LANGUAGE_NAMES.test(name) &&
    texts.filter((each) => languageCode(each) !== undefined).length >= MOSTLY * texts.length;
  const ofParts = type === "list" ? length / Math.max(1, parts.length / texts.length) : length;
  return {
    name,
    type,
    filled: texts.length,
    different,
    length: ofParts,
    isGrade,
    isLanguage,
    ...(dates && { dates }),
    list: list ?? chosenListFormat(texts),
  };
}

/** Numbers are dates only where a user or the name of the column says so: a year or 20210925 may be anything. */
function datesOf(
  name: string,
  texts: readonly string[],
  { isDate, date }: FieldChoice,
): FoundDates | undefined {
  const trimmed = texts.map((text) => text.trim());
  const found = datesIn(trimmed, date);
  const isNumber = found.format !== undefined && found.format !== "dmy" && found.format !== "mdy";
  // A number such as 45000 in a column called “time” is rather a duration.
  const isNamed = DATE_NAMES.test(name) && !(found.format === "excel" && /^time/i.test(name));
  const mayBe = !isNumber || isDate || (isNamed && found.format !== "year");
  return found.share > 0 && mayBe ? found : undefined;
}

function typeOf(
  raws: readonly unknown[],
  { notation, dates, list }: FieldChoice & { readonly dates: FoundDates | undefined },
): ColumnType {
  if (raws.length === 0) return "text";
  if (raws.every(Array.isArray)) return "list";
  if (dates !== undefined && dates.share >= MOSTLY) return dates.isAmbiguous ? "text" : "date";
  if (notation !== undefined) return "number";
  return list === undefined ? "text" : "list";
}

function chooseText(fields: readonly Field[]): string {
  const texts = fields.filter(({ type, filled }) => type === "text" && filled > 0);
  const named = texts.filter(({ name }) => TEXT_NAMES.test(name));
  const [chosen] = (named.length > 0 ? named : texts).toSorted((a, b) => b.length - a.length);
  if (chosen === undefined)
    throw badInput("text", "No column holds texts; name the one that does.", {
      columns: fields.map(({ name }) => name),
    });
  return chosen.name;
}

function chooseId(fields: readonly Field[], records: number, text: string): string | undefined {
  return fields.find(
    ({ name, filled, different }) =>
      name !== text && ID_NAMES.test(name) && filled === records && different === records,
  )?.name;
}

const chooseLanguage = (fields: readonly Field[]): string | undefined =>
  fields.find(({ type, filled, isLanguage }) => isLanguage && type === "text" && filled > 0)?.name;

/** A code such as “de”, or `AUTO`; undefined for the name of a column. */
const codeIn = (wished: string): string | undefined =>
  wished === AUTO || (wished.length === 2 && languageCode(wished) === wished) ? wished : undefined;

function chooseCategory(
  fields: readonly Field[],
  records: number,
  title: string | undefined,
): string | undefined {
  return fields
    .filter(
      ({ name, type, length, different, filled }) =>
        name !== title &&
        (type === "text" || type === "list") &&
        length <= LONGEST_CATEGORY &&
        different > 1 &&
        different <= Math.max(2, filled / 5) &&
        filled >= records / 10,
    )
    .sort((a, b) => b.filled - a.filled || a.different - b.different)[0]?.name;
}
