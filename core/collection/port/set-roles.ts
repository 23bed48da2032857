import type { ColumnRoles } from "../../api/schema/collection-types.ts";
import { badInput } from "../../errors.ts";
import { columnOf } from "./check-selection.ts";
import type { Collection } from "./store.ts";

/** What columns are for from now on; null takes a role away. */
export interface RoleChanges {
  readonly category?: string | null;
  readonly truth?: string | null;
  readonly categories?: readonly string[];
}

/** Changes what columns are for; their values stay as they are. @throws unknown-column, bad-input */
export async function setRoles(
  collection: Pick<Collection, "describe" | "extend">,
  { categories, ...single }: RoleChanges,
) {
  const info = await collection.describe();
  const roles: { -readonly [role in keyof ColumnRoles]: ColumnRoles[role] } = { ...info.roles };
  for (const role of ["category", "truth"] as const) {
    const column = single[role];
    if (column === undefined) continue;
    if (column === null) delete roles[role];
    else {
      if (columnOf(info, column, role).type === "date")
        throw badInput(role, `“${column}” holds dates; this needs names.`);
      roles[role] = column;
    }
  }
  if (categories !== undefined) {
    for (const column of categories)
      if (columnOf(info, column, "categories").type !== "number")
        throw badInput("categories", `“${column}” holds no numbers; its values are names already.`);
    roles.categories = [...new Set(categories)];
  }
  await collection.extend([], roles);
  const { categories: named = [], ...rest } = roles;
  return { ...rest, ...(named.length === 0 ? {} : { categories: [...named] }) };
}
