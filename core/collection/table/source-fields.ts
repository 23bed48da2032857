import type { ColumnPlan, SourceRecord } from "./propose-columns.ts";

/** Key of the note in which a collection keeps how the fields of its file were called and written. */
export const SOURCE_FIELDS = "fields";

/** What an export needs to write a collection as its file was. */
export interface SourceFields {
  /** Name of the column that the texts come from. */
  readonly text: string;
  /** Name of the column that the ids come from; absent where rows are numbered. */
  readonly id?: string;
  /** Columns of texts whose values are `true` and `false` of JSON or Parquet. */
  readonly booleans: readonly string[];
  /** Columns of lists in which a missing value is an empty list. */
  readonly emptyLists: readonly string[];
}

/** The fields of a file, from its first records. */
export function sourceFields(
  { text, id, columns }: ColumnPlan,
  records: readonly SourceRecord[],
): SourceFields {
  const valuesOf = (name: string) =>
    records.map((record) => record.get(name)).filter((raw) => raw !== undefined);
  const isBoolean = (name: string) => {
    const known = valuesOf(name).filter((raw) => raw !== null);
    return known.length > 0 && known.every((raw) => typeof raw === "boolean");
  };
  const isEmptyList = (raw: unknown) => Array.isArray(raw) && raw.length === 0;
  const hasEmptyLists = (name: string) => {
    const values = valuesOf(name);
    return values.some(isEmptyList) && !values.includes(null);
  };
  const named = (type: string, isSo: (name: string) => boolean) =>
    columns.filter((column) => column.type === type && isSo(column.name)).map(({ name }) => name);
  return {
    text,
    ...(id === undefined ? {} : { id }),
    booleans: named("text", isBoolean),
    emptyLists: named("list", hasEmptyLists),
  };
}

export const readSourceFields = (note: string | undefined): SourceFields | undefined =>
  note === undefined ? undefined : (JSON.parse(note) as SourceFields);
