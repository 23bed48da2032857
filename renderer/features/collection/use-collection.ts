import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CollectionQuery } from "../../../core/api/schema/collection-types.ts";
import { type CollectionInfo, collectionsQuery, tasksQuery } from "../../api/collection-queries.ts";
import { isUnderWay, type Task } from "../../api/follow-task.ts";
import type { Look } from "../../model/collection/look.ts";
import { queryOf } from "../../model/collection/restrictions.ts";
import { useLiveLook, useLook, useOpenCollection } from "../../state/collection/collection-look.ts";
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

/** Null while there is none, or none of the name any more. A brush or a slider changes it when it ends. */
export function useCollection(): OpenCollection | null {
  const name = useOpenCollection();
  const look = useLook();
  const retina = useRetina();
  const { data } = useQuery(collectionsQuery());
  const info = data?.collections.find((each) => each.name === name) ?? null;
  const query = useMemo(() => queryOf(look.restrictions), [look.restrictions]);
  const isForeign = info !== null && retina !== null && retina.checksum !== info.retina.checksum;
  return useMemo(() => info && { info, look, query, isForeign }, [info, look, query, isForeign]);
}

/** The same collection with every move of the hand: for the map, and for what is under the hand itself. */
export function useLive(open: OpenCollection): OpenCollection {
  const look = useLiveLook();
  const query = useMemo(() => queryOf(look.restrictions), [look.restrictions]);
  return useMemo(() => (look === open.look ? open : { ...open, look, query }), [open, look, query]);
}

/** The latest import of the open collection, or null. */
export function useOwnImport(): Task | null {
  const name = useOpenCollection();
  const { data } = useQuery(tasksQuery());
  return data?.find(({ kind, title }) => kind === "import" && title === name) ?? null;
}

export function useIsImporting(): boolean {
  const own = useOwnImport();
  return own !== null && isUnderWay(own);
}
