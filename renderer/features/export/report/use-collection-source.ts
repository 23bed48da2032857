import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { collectionsQuery, rowsQuery } from "../../../api/collection-queries.ts";
import { queryOf } from "../../../model/collection/restrictions.ts";
import type { ExportSource } from "../../../model/export-source.ts";
import { useLook, useOpenCollection } from "../../../state/collection/collection-look.ts";
import { rowsExplained, tableOfRows } from "../model/report-of-rows.ts";

/** A sheet has room for no more. */
const ROWS = 40;

/** What a report says of the open collection: its rows in the order in view, and which of them are left; null until they are known. */
export function useCollectionSource(
  isWanted: boolean,
): Pick<ExportSource, "name" | "table" | "explanation"> | null {
  const name = useOpenCollection();
  const { restrictions, sort } = useLook();
  const infos = useQuery({ ...collectionsQuery(), enabled: isWanted });
  const info = infos.data?.collections.find((each) => each.name === name);
  const query = useMemo(() => queryOf(restrictions), [restrictions]);
  const { data } = useQuery({
    ...rowsQuery(name, { query, sort, offset: 0, limit: ROWS }),
    enabled: isWanted && info !== undefined,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (!isWanted || !info || !data) return null;
    const { roles, columns, rows: of } = info;
    return {
      name,
      table: () => {
        const first = [roles.title, roles.date, roles.category];
        return { ...tableOfRows(data.rows, columns, first), total: data.total };
      },
      explanation: () => rowsExplained({ name, of, total: data.total, restrictions }),
    };
  }, [isWanted, info, data, name, restrictions]);
}
