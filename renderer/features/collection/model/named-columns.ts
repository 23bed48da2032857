import type { Column, ColumnRoles, Value } from "../../../../core/api/schema/collection-types.ts";
import { CELLS } from "../../../../core/kernel/grid.ts";
import type { Restriction, ValueKind } from "../../../model/collection/restrictions.ts";
import { labelOf } from "../../../model/fingerprint.ts";

interface Columns {
  readonly columns: readonly Column[];
  readonly roles: ColumnRoles;
}

/** Whether the values of a column are names: texts, lists, and numbers that a person calls so. */
export const isNamed = ({ roles }: Pick<Columns, "roles">, { name, type }: Column): boolean =>
  type === "text" || type === "list" || (type === "number" && isGrade({ roles }, name));

/** Whether it is one of the columns of numbers whose values are names. */
export const isGrade = ({ roles }: Pick<Columns, "roles">, name: string): boolean =>
  roles.categories?.includes(name) ?? false;

/** What the values of a column stand for, as a restriction to some of them keeps it. */
export const valueKind = ({ roles }: Pick<Columns, "roles">, name: string): ValueKind => ({
  ...(isGrade({ roles }, name) && { areNumbers: true }),
  ...(roles.language === name && { areLanguages: true }),
});

/** Columns that divide the rows by names. */
export const namedColumns = (info: Columns): readonly Column[] =>
  info.columns.filter((column) => isNamed(info, column));

/** An id that an import has made of the number of a row and its text says nothing to a person. */
const isMadeId = (id: string): boolean => /^\d{8}-[0-9a-f]{8}$/.test(id);

/** What a row is called: by its title, else by the id that its file gives it, else by how its text begins. */
export function rowTitle(
  { columns, roles }: Columns,
  {
    id,
    values,
    text,
  }: { readonly id: string; readonly values: readonly Value[]; readonly text: string },
): string {
  const title = values[columns.findIndex(({ name }) => name === roles.title)];
  if (typeof title === "string" && title.trim() !== "") return title;
  return isMadeId(id) ? labelOf({ text }) : id;
}

/** A text is about a part of the map that has this many times as many of its cells as its size would give it. */
const LEAST_LIFT = 3;

/** Where that would ask for more than a text can have there. */
const MOST_SHARE = 0.5;

/** Rows that are about a part of the map: by the same measure as topics are counted. */
export const inRegion = (
  positions: readonly number[],
  label: string,
): Extract<Restriction, { readonly kind: "region" }> => ({
  kind: "region",
  positions,
  share: Math.min(MOST_SHARE, (LEAST_LIFT * positions.length) / CELLS),
  label,
});
