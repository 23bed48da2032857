import { call } from "../../api/client.ts";
import { type CollectionInfo, refreshCollection } from "../../api/collection-queries.ts";
import { changeLook } from "../../state/collection/collection-look.ts";

/** Says of a column of numbers that its values are names, or amounts. @throws ApiError */
export async function callNumbers(
  { name, roles }: CollectionInfo,
  column: string,
  areNames: boolean,
): Promise<void> {
  const others = (roles.categories ?? []).filter((each) => each !== column);
  await call("app.collectionRoles", { name, categories: areNames ? [...others, column] : others });
  // A chip of the other kind would ask for what is shown no more.
  changeLook(`Show ${column} as ${areNames ? "categories" : "amounts"}`, ({ restrictions }) => ({
    restrictions: restrictions.filter(
      (each) => !((each.kind === "values" || each.kind === "range") && each.column === column),
    ),
  }));
  await refreshCollection(name);
}

/** Says which column is true, or that none is. @throws ApiError */
export async function callTrue(name: string, column: string | null): Promise<void> {
  await call("app.collectionRoles", { name, truth: column });
  await refreshCollection(name);
}
