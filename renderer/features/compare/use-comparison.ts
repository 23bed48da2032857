import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ExpressionJson } from "../../../core/api/json-value.ts";
import { draftOf } from "../../../core/expression/draft.ts";
import { parseJson } from "../../../core/expression/parse-json.ts";
import { printJson } from "../../../core/expression/print-json.ts";
import { engineQuery } from "../../api/query-client.ts";
import { evaluateQuery } from "../../api/subject-queries.ts";
import type { Side } from "../../model/compare/comparison.ts";
import { prepare, type Resolve } from "../../model/prepare-expression.ts";
import { comparison } from "../../state/compare/comparison.ts";
import { useRetina } from "../../state/retina.ts";
import { useReferences } from "../../state/use-references.ts";

const TERMS_SHOWN = 40;

/** Everything about a pair in one retina. */
export const compareQuery = (retina: string, left: ExpressionJson, right: ExpressionJson) =>
  queryOptions(
    engineQuery(retina, "app.compare", { retina_name: retina, left, right, limit: TERMS_SHOWN }),
  );

/** What goes to the engine for a side; a sentence where it cannot go. */
export type Sent = { readonly json: ExpressionJson } | { readonly problem: string } | null;

/** Puts the meanings of references in; refuses cells of another map. */
export function sentOf(side: Side, checksum: string, resolve: Resolve): Sent {
  if (side.source === null) return null;
  if (side.madeWith !== "" && checksum !== "" && side.madeWith !== checksum)
    return {
      problem:
        "These cells belong to another retina and mean something else on this map. Switch to that retina, or enter words.",
    };
  const tree = draftOf(parseJson(side.source, "application"));
  const { sent, unresolved } = prepare(tree, new Map(), resolve);
  const [problem] = unresolved.values();
  if (problem !== undefined) return { problem };
  return sent ? { json: printJson(sent) as unknown as ExpressionJson } : null;
}

/** Both sides as sent, the comparison, and the positions of a side that stands alone. */
export function useComparison() {
  const retina = useRetina();
  const now = comparison.use();
  const resolve = useReferences();
  const checksum = retina?.checksum ?? "";
  const left = useMemo(() => sentOf(now.left, checksum, resolve), [now.left, checksum, resolve]);
  const right = useMemo(() => sentOf(now.right, checksum, resolve), [now.right, checksum, resolve]);
  const leftJson = left && "json" in left ? left.json : null;
  const rightJson = right && "json" in right ? right.json : null;
  const isWhole = leftJson !== null && rightJson !== null;
  const result = useQuery({
    ...compareQuery(
      retina?.name ?? "",
      leftJson ?? { positions: [0] },
      rightJson ?? { positions: [0] },
    ),
    enabled: retina !== null && isWhole,
    placeholderData: keepPreviousData,
  });
  const only = isWhole ? null : (leftJson ?? rightJson);
  const alone = useQuery({
    ...evaluateQuery(retina?.name ?? "", only ?? { positions: [0] }),
    enabled: retina !== null && only !== null,
  });
  return {
    retina,
    now,
    left,
    right,
    isWhole,
    result,
    data: isWhole && !result.isError ? result.data : undefined,
    isStale: result.isPlaceholderData,
    alone: only === null ? undefined : alone,
    aloneSide: leftJson !== null ? ("left" as const) : ("right" as const),
  };
}
