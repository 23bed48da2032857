import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { differenceQuery } from "../../api/collection-queries.ts";
import type { Difference, Look } from "../../model/collection/look.ts";
import { queryOf } from "../../model/collection/restrictions.ts";
import type { OpenCollection } from "./use-collection.ts";

const BOTH_USUAL: Difference = { a: null, b: null };

export const differenceOf = ({ difference }: Look): Difference => difference ?? BOTH_USUAL;

/** Regions as wide as a subject. */
const LEVEL = 1;

/** The two parts of the lens compared; asked only while there is something to compare, and only by this lens. */
export function useDifference({ info, look, isForeign }: OpenCollection) {
  const { a, b } = differenceOf(look);
  const first = a ?? look.restrictions;
  const queries = useMemo(
    () => ({ a: queryOf(first), b: b === null ? null : queryOf(b) }),
    [first, b],
  );
  return useQuery({
    ...differenceQuery(info.name, queries.a, queries.b, LEVEL),
    enabled: !isForeign && look.lens === "differences" && first.length > 0,
    placeholderData: keepPreviousData,
  });
}
