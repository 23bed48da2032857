import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { engineQuery } from "../../api/query-client.ts";
import { useCompareDesk } from "../../state/compare/compare-desk.ts";
import { chooseScope, comparison } from "../../state/compare/comparison.ts";
import { openWith } from "../../state/open-with.ts";
import { useComparison } from "./use-comparison.ts";

/** So many can be told apart in the drawing, and read in the list. */
const MOST_BRIDGES = 60;

const bridgesQuery = (retina: string, left: ExpressionJson, right: ExpressionJson) =>
  queryOptions(
    engineQuery(retina, "app.bridges", { retina_name: retina, left, right, limit: MOST_BRIDGES }),
  );

/** The terms that overlap both sides; asked for while somebody looks at them. */
export function useBridges() {
  const { retina, left, right } = useComparison();
  const isOpen = useCompareDesk(({ showsBridges }) => showsBridges);
  const [leftJson, rightJson] = [left, right].map((side) =>
    side && "json" in side ? side.json : null,
  );
  const isAsked = isOpen && retina !== null && Boolean(leftJson) && Boolean(rightJson);
  const nothing: ExpressionJson = { positions: [0] };
  const result = useQuery({
    ...bridgesQuery(retina?.name ?? "", leftJson ?? nothing, rightJson ?? nothing),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return { isOpen, result };
}

/** Opens them wherever the person is; two sides are needed first. */
export function showBridges(): void {
  openWith("compare");
  if (comparison.read().scope === "many") chooseScope("pair");
  useCompareDesk.setState({ showsBridges: true, seeksBridges: true });
}
