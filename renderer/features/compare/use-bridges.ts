import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { engineQuery } from "../../api/query-client.ts";
import { useCompareDesk } from "./compare-desk.ts";
import { NOTHING_ASKED, usePair } from "./use-comparison.ts";

/** So many can be told apart in the drawing, and read in the list. */
const MOST_BRIDGES = 60;

const bridgesQuery = (retina: string, left: ExpressionJson, right: ExpressionJson) =>
  queryOptions(
    engineQuery(retina, "app.bridges", { retina_name: retina, left, right, limit: MOST_BRIDGES }),
  );

/** The terms that overlap both; asked for while somebody looks at them. */
export function useBridges() {
  const { retina, left, right } = usePair();
  const isOpen = useCompareDesk(({ showsBridges }) => showsBridges);
  const result = useQuery({
    ...bridgesQuery(retina?.name ?? "", left?.json ?? NOTHING_ASKED, right?.json ?? NOTHING_ASKED),
    enabled: isOpen && retina !== null && left !== undefined && right !== undefined,
    placeholderData: keepPreviousData,
  });
  return { isOpen, result };
}
