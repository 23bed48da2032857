import type { Column, Value } from "../../../../core/api/schema/collection-types.ts";
import { chipText, type Restriction } from "../../../model/collection/restrictions.ts";
import type { ExportTable, ReportSection } from "../../../model/export-source.ts";
import { formatCount, plural } from "../../../model/format.ts";

interface Row {
  readonly text: string;
  readonly values: readonly Value[];
  /** Similarity to the search, 0 to 1; null where nothing is. */
  readonly score: number | null;
}

/** Beside the text, so that the text keeps its room. */
const MOST_COLUMNS = 3;

/** Rows of a collection as a table to print: closeness where there is one, columns that say most, the text. */
export function tableOfRows(
  rows: readonly Row[],
  columns: readonly Column[],
  first: readonly (string | null | undefined)[],
): ExportTable {
  const rank = ({ name }: Column) => (first.includes(name) ? first.indexOf(name) : first.length);
  const shown = columns
    .map((column, index) => ({ ...column, index }))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MOST_COLUMNS);
  const isClose = rows.some(({ score }) => score !== null);
  return {
    columns: [...(isClose ? ["closeness"] : []), ...shown.map(({ name }) => name), "text"],
    rows: rows.map(({ text, values, score }) => [
      ...(isClose ? [score] : []),
      ...shown.map(({ index, type }) => printed(values[index] ?? null, type === "date")),
      text,
    ]),
  };
}

/** As in the file: a year is no count. The time of day would take the room of the text. */
function printed(value: Value, isDate: boolean): string | null {
  if (value === null) return null;
  if (Array.isArray(value)) return value.join(", ");
  return isDate ? String(value).slice(0, 10) : String(value);
}

interface Shown {
  readonly name: string;
  /** Rows of the collection. */
  readonly of: number;
  /** Rows that are left. */
  readonly total: number;
  readonly restrictions: readonly Restriction[];
}

/** Which rows of a collection a report is about, in words. */
export const rowsExplained = ({ name, of, total, restrictions }: Shown): ReportSection[] => [
  {
    title: "Collection",
    lead:
      total === of
        ? `${name}: all ${plural(of, "row")}`
        : `${name}: ${formatCount(total)} of ${plural(of, "row")}`,
    lines: restrictions.length === 0 ? [] : restrictions.map((each) => `Only ${chipText(each)}`),
  },
];
