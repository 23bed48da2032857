import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { matchQuery } from "../../api/match-query.ts";
import { NOTHING_ASKED, usePair } from "./use-comparison.ts";

/** The text of an item that is one text; null for any other. */
const textOf = (source: object | null | undefined): string | null =>
  source && "text" in source && typeof source.text === "string" ? source.text : null;

/** Why the two match, in words; asked only where one is a text. */
export function useMatch() {
  const { retina, left, right } = usePair();
  const texts = { left: textOf(left?.item.source), right: textOf(right?.item.source) };
  const isAsked =
    left !== undefined && right !== undefined && (texts.left !== null || texts.right !== null);
  const [leftJson, rightJson] = [left?.json ?? NOTHING_ASKED, right?.json ?? NOTHING_ASKED];
  const result = useQuery({
    ...matchQuery(retina?.name ?? "", leftJson, rightJson),
    enabled: retina !== null && isAsked,
    placeholderData: keepPreviousData,
  });
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
