import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { rowsQuery } from "../../api/collection-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { queryOf, withoutSlot } from "../../model/collection/restrictions.ts";
import { labelOf } from "../../model/fingerprint.ts";
import { readLook, readOpenCollection, restrict } from "../../state/collection/collection-look.ts";

/** Share of the rows that a search shows at first: enough for a picture of where they lie. */
const SHARE = 0.05;
const LEAST_ROWS = 20;
const DEEPEST = 10_000;

let turn = 0;

/**
 * Restricts to the rows that are closest to something: the twentieth part of them, by a limit that the person can move.
 * Nearly every text shares some cell with every other, so that a search without a limit would leave out nothing. Only the
 * latest question counts: an answer to an earlier one that comes later, or a failure, changes nothing.
 *
 * @param find what is searched for, or how to find out
 * @throws ApiError where what is searched for has no cells
 */
export async function searchLike(
  collection: Searched,
  find: ExpressionJson | (() => Promise<ExpressionJson>),
  label?: string,
): Promise<void> {
  const own = ++turn;
  const isLatest = () => own === turn && readOpenCollection() === collection.name;
  try {
    const expression = typeof find === "function" ? await find() : find;
    const least = isLatest() ? await limitOf(collection, expression) : 0;
    if (!isLatest()) return;
    restrict({
      kind: "like",
      expression,
      label: label ?? labelOf(expression, 40),
      ...(least > 0 ? { least } : {}),
    });
  } catch (cause) {
    if (isLatest()) throw cause;
  }
}

interface Searched {
  readonly name: string;
  readonly rows: number;
}

/** The closeness that the twentieth part of the rows has at least. */
async function limitOf(collection: Searched, expression: ExpressionJson): Promise<number> {
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
  return score === null ? 0 : Math.floor(100 * score) / 100;
}
