import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { CollectionQuery } from "../../../core/api/collection-types.ts";
import {
  type CollectionImport,
  type CollectionInfo,
  collectionsQuery,
  heatQuery,
  importsQuery,
} from "../../api/collection-queries.ts";
import { groundOf, type Look } from "../../model/collection/look.ts";
import { queryOf, type Restriction } from "../../model/collection/restrictions.ts";
import { useLook, useOpenCollection } from "../../state/collection/collection-look.ts";
import { useRetina } from "../../state/retina.ts";

/** The open collection with everything that its parts ask by. */
export interface OpenCollection {
  readonly info: CollectionInfo;
  readonly look: Look;
  /** What the chips ask for. */
  readonly query: CollectionQuery;
  /** The chips whose heat has come. Whatever is beside the map follows these, so that the map never waits for it. */
  readonly followed: readonly Restriction[];
  readonly followedQuery: CollectionQuery;
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
  const isForeign = info !== null && retina !== null && retina.checksum !== info.retina.checksum;
  const followed = useFollowed(name, look, query, isForeign);
  const followedQuery = useMemo(() => queryOf(followed), [followed]);
  return useMemo(
    () => info && { info, look, query, followed, followedQuery, isForeign },
    [info, look, query, followed, followedQuery, isForeign],
  );
}

/** Two steps that are closer together than this belong to one movement of the hand. */
const MOVING_MS = 400;
/** How long a hand that moves has to rest until the table follows. */
const REST_MS = 150;

/**
 * The last restrictions that the heat has come for, or failed for. The engine answers one question of a collection at a
 * time: while a hand goes on, the rows of every step would be read before the next heat.
 */
function useFollowed(
  name: string,
  look: Look,
  query: CollectionQuery,
  isForeign: boolean,
): readonly Restriction[] {
  const { restrictions } = look;
  const [kept, setKept] = useState({ name, restrictions });
  // Asked for by `useHeat`; here it is only waited for.
  const heat = useQuery({ ...heatQuery(name, query, groundOf(look)), enabled: false });
  const hasHeat = isForeign || kept.name !== name || heat.data !== undefined || heat.isError;
  const isThere = useRest(restrictions, hasHeat) && hasHeat;
  if (isThere && (kept.name !== name || kept.restrictions !== restrictions))
    setKept({ name, restrictions });
  return isThere ? restrictions : kept.restrictions;
}

/** Whether the hand rests: at once for a single step, a while after the last of several. */
function useRest(restrictions: readonly Restriction[], hasHeat: boolean): boolean {
  const last = useRef({ restrictions, at: Number.NEGATIVE_INFINITY, isMoving: false });
  const [rested, setRested] = useState(restrictions);
  if (last.current.restrictions !== restrictions) {
    const at = performance.now();
    last.current = { restrictions, at, isMoving: at - last.current.at < MOVING_MS };
  }
  const waits = last.current.isMoving && rested !== restrictions;
  useEffect(() => {
    if (!waits || !hasHeat) return;
    const timer = setTimeout(() => setRested(restrictions), REST_MS);
    return () => clearTimeout(timer);
  }, [waits, hasHeat, restrictions]);
  return !waits;
}

/** The import of the open collection in this run of the program, or null. */
export function useOwnImport(): CollectionImport | null {
  const name = useOpenCollection();
  const { data } = useQuery(importsQuery());
  return data?.imports.find((each) => each.name === name) ?? null;
}
