import type { Column, ColumnRoles } from "../../../../core/api/schema/collection-types.ts";

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

/** Columns that divide the rows by names. */
export const namedColumns = (info: Columns): readonly Column[] =>
  info.columns.filter((column) => isNamed(info, column));
