import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { copiesQuery } from "../../api/collection-queries.ts";
import { Answer, Empty } from "../../components/controls/states.tsx";
import { formatCount, plural } from "../../model/format.ts";
import { showRowsOf } from "../../state/collection/collection-look.ts";
import { lineParts } from "./model/text-parts.ts";
import { MarkedParts } from "./rows-table.tsx";
import type { OpenCollection } from "./use-collection.ts";

/** Groups of rows that say nearly the same, the largest first. */
export function CopiesLens({ open }: { readonly open: OpenCollection }) {
  const query = useQuery({
    ...copiesQuery(open.info.name, open.query),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  return (
    <div className="lens-list column gap-3 grow scroll" data-stale={isPlaceholderData || undefined}>
      <Answer query={query} doing="Finding near-duplicates" waiting="Comparing the texts" />
      {data?.groups === 0 && (
        <Empty title="No near-duplicates">No two of these texts are nearly the same.</Empty>
      )}
      {data && data.groups > 0 && (
        <>
          <p className="muted figures">
            {plural(data.rows, "row")} in {plural(data.groups, "group")} are near-duplicates
            {data.groups > data.listed.length &&
              `; showing the ${formatCount(data.listed.length)} largest groups`}
            . Click a group to compare its rows.
          </p>
          <ol className="copies stack gap-0">
            {data.listed.map(({ ids, text }) => (
              <li key={ids[0]}>
                <button
                  className="row gap-3 pick"
                  type="button"
                  onClick={() =>
                    showRowsOf({ kind: "rows", ids, label: `${ids.length} near-duplicates` })
                  }
                >
                  <strong className="figures">{formatCount(ids.length)} ×</strong>
                  <span className="clip grow" dir="auto">
                    <MarkedParts parts={lineParts(text, [])} />
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
