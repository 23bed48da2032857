import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { evaluateQuery } from "../../../api/subject-queries.ts";
import { makeFingerprint } from "../../../model/fingerprint.ts";
import { type HistoryEntry, labelOfEntry } from "../../../model/query-history.ts";
import { useRetina } from "../../../state/retina.ts";

/** The entry evaluated in the retina in use, as a fingerprint for pinning and dragging. */
export function useEntryFingerprint(entry: HistoryEntry) {
  const { expression, sparsity } = entry;
  const retina = useRetina();
  const { data } = useQuery({
    ...evaluateQuery(retina?.name ?? "", expression, { sparsity }),
    enabled: retina !== null,
    placeholderData: keepPreviousData,
  });
  if (!retina || !data?.evaluated || data.positions.length === 0) return null;
  const label = labelOfEntry(entry, 60);
  return makeFingerprint({ label, source: expression, positions: data.positions, retina });
}
