import { heatQuery } from "../../api/collection-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { groundOf, type Look } from "../../model/collection/look.ts";
import { queryOf } from "../../model/collection/restrictions.ts";

/**
 * Asks for the heat of how a collection is about to be looked at, before the page is rendered for it: rendering takes about
 * as long as the answer. Only where the map shows heat, and none is on its way.
 */
export function askHeatAhead(name: string, before: Look, after: Look): void {
  if (before.restrictions === after.restrictions && before.heat === after.heat) return;
  const { queryKey } = heatQuery(name, queryOf(before.restrictions), groundOf(before));
  const shown = queryClient.getQueryCache().find({ queryKey });
  const isShown = shown?.isActive() === true && shown.state.data !== undefined;
  // A count of all rows behind an estimate is given up by then.
  const underWay = queryClient.isFetching({
    queryKey: queryKey.slice(0, 3),
    predicate: (query) => (query.queryKey as typeof queryKey)[3].estimate === true,
  });
  if (!isShown || underWay > 0) return;
  void queryClient.prefetchQuery(heatQuery(name, queryOf(after.restrictions), groundOf(after)));
}
