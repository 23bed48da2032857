import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { rowsQuery } from "../../api/collection-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { queryOf, withoutSlot } from "../../model/collection/restrictions.ts";
import { readLook, restrict } from "./collection-look.ts";

/** Share of the rows that a search shows at first: enough for a picture of where they lie. */
const SHARE = 0.05;
const LEAST_ROWS = 20;
const DEEPEST = 10_000;

/**
 * Restricts to the rows that are closest to something: the twentieth part of them, by a limit that the person can move.
 * Nearly every text shares some cell with every other, so that a search without a limit would leave out nothing.
 *
 * @throws ApiError where what is searched for has no cells
 */
export async function searchLike(
  collection: { readonly name: string; readonly rows: number },
  expression: ExpressionJson,
  label: string,
): Promise<void> {
  const others = queryOf(withoutSlot(readLook().restrictions, "like"));
  const rank = Math.max(LEAST_ROWS, Math.round(SHARE * collection.rows));
  const { rows } = await queryClient.fetchQuery(
    rowsQuery(collection.name, {
      query: { ...others, like: expression },
      sort: null,
      offset: Math.min(rank, DEEPEST) - 1,
      limit: 1,
    }),
  );
  const score = rows[0]?.score ?? null;
  const least = score === null ? 0 : Math.floor(100 * score) / 100;
  restrict({ kind: "like", expression, label, ...(least > 0 ? { least } : {}) });
}
