import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { matchQuery } from "../../api/match-query.ts";
import { useComparison } from "./use-comparison.ts";

/** The text of a side that is one text; null for any other. */
export const textOf = (source: object | null): string | null =>
  source !== null && "text" in source && typeof source.text === "string" ? source.text : null;

/** Why the two match, in words; asked only where a side is a text. */
export function useMatch() {
  const { retina, now, left, right } = useComparison();
  const leftJson = left && "json" in left ? left.json : null;
  const rightJson = right && "json" in right ? right.json : null;
  const texts = { left: textOf(now.left.source), right: textOf(now.right.source) };
  const hasText = texts.left !== null || texts.right !== null;
  const nothing = { positions: [0] };
  const result = useQuery({
    ...matchQuery(retina?.name ?? "", leftJson ?? nothing, rightJson ?? nothing),
    enabled: retina !== null && leftJson !== null && rightJson !== null && hasText,
    placeholderData: keepPreviousData,
  });
  const isAsked = hasText && leftJson !== null && rightJson !== null;
  return {
    texts,
    leftJson,
    rightJson,
    retina,
    result,
    isAsked,
    match: isAsked && !result.isError && !result.isPlaceholderData ? result.data : undefined,
  };
}
