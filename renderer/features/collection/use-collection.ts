import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CollectionQuery } from "../../../core/api/collection-types.ts";
import {
  type CollectionImport,
  type CollectionInfo,
  collectionsQuery,
  heatQuery,
  importsQuery,
} from "../../api/collection-queries.ts";
import { groundOf, type Look } from "../../model/collection/look.ts";
import { queryOf } from "../../model/collection/restrictions.ts";
import { useLook, useOpenCollection } from "../../state/collection/collection-look.ts";
import { useRetina } from "../../state/retina.ts";

/** The open collection with everything that its parts ask by. */
export interface OpenCollection {
  readonly info: CollectionInfo;
  readonly look: Look;
  /** What the chips ask for. */
  readonly query: CollectionQuery;
  /** The map shows another retina than the collection was read with. */
  readonly isForeign: boolean;
}

/** Null while there is none, or none of the name any more. */
export function useCollection(): OpenCollection | null {
  const name = useOpenCollection();
  const look = useLook();
  const retina = useRetina();
  const { data } = useQuery(collectionsQuery());
  const info = data?.collections.find((each) => each.name === name) ?? null;
  const query = useMemo(() => queryOf(look.restrictions), [look.restrictions]);
  return useMemo(
    () =>
      info && {
        info,
        look,
        query,
        isForeign: retina !== null && retina.checksum !== info.retina.checksum,
      },
    [info, look, query, retina],
  );
}

/** The import of the open collection in this run of the program, or null. */
export function useOwnImport(): CollectionImport | null {
  const name = useOpenCollection();
  const { data } = useQuery(importsQuery());
  return data?.imports.find((each) => each.name === name) ?? null;
}

/** How many rows set each cell, under all chips. */
export function useHeat({ info, look, query, isForeign }: OpenCollection) {
  const asked = groundOf(look);
  const first = useQuery({
    ...heatQuery(info.name, query, asked),
    enabled: !isForeign,
    placeholderData: keepPreviousData,
  });
  // Where the chips leave out no row there is no rest to compare with.
  const hasNoRest = asked === "rest" && first.data?.rows === first.data?.total;
  const other = useQuery({
    ...heatQuery(info.name, {}, "ordinary"),
    enabled: !isForeign && hasNoRest,
  });
  return hasNoRest && other.data ? other : first;
}
