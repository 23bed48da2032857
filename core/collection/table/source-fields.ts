import type { SourceFields } from "../port/source-fields.ts";
import type { ColumnPlan, SourceRecord } from "./propose-columns.ts";

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
