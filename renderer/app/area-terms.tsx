import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Dialog } from "react-aria-components";
import type { Output } from "../../core/api/client-types.ts";
import { regionTermsQuery } from "../api/subject-queries.ts";
import { Button } from "../components/controls/button.tsx";
import { Choice } from "../components/controls/choice.tsx";
import { Failure, Loading } from "../components/controls/states.tsx";
import { download } from "../components/files/download.ts";
import { formatCount, formatShare } from "../model/format.ts";
import { formatTable, MEDIA_TYPES } from "../model/tables/table-format.ts";
import { openWith } from "../state/open-with.ts";
import { useRetina } from "../state/retina.ts";
import { useTermHover } from "../state/use-term-hover.ts";

/** Raw overlap favours frequent, wide terms; density does not: the choice is the person's. */
const ORDERS = { lift: "Density", overlap: "Shared cells" } as const;
type Order = keyof typeof ORDERS;
type AreaRow = Output<"app.regionTerms">["rows"][number];

interface AreaTermsProps {
  readonly chosen: readonly number[];
  /** What the area is round; "" for nothing in particular. */
  readonly name: string;
}

/** The terms of the chosen part of the map, ranked, to go on with or to save. */
export function AreaTerms({ chosen, name }: AreaTermsProps) {
  const retina = useRetina();
  const [by, setBy] = useState<Order>("lift");
  const terms = useQuery({
    ...regionTermsQuery(retina?.name ?? "", chosen, by),
    enabled: retina !== null,
    placeholderData: keepPreviousData,
  });
  const rows = terms.data?.rows ?? [];
  return (
    <Dialog className="area-terms" aria-label="Terms of the selected cells">
      <Choice label="Ranked by" options={ORDERS} value={by} onChange={setBy} />
      {terms.isFetching && <Loading label="Ranking the terms" />}
      {terms.isError && <Failure error={terms.error} doing="Ranking the terms" />}
      <TermList rows={rows} by={by} />
      <Button
        size="small"
        tone="quiet"
        isDisabled={rows.length === 0}
        onPress={() =>
          saveTerms(rows, { retina: retina?.name ?? "", cells: chosen.length, by, name })
        }
      >
        <Download size={13} aria-hidden="true" /> Save these terms as CSV
      </Button>
    </Dialog>
  );
}

function TermList({ rows, by }: { readonly rows: readonly AreaRow[]; readonly by: Order }) {
  const hover = useTermHover();
  return (
    <ol className="area-list scroll">
      {rows.map(({ term, score, shareOfTerm, lift }) => (
        <li key={term}>
          <button
            className="row gap-3 apart pick"
            type="button"
            onPointerEnter={() => hover(term)}
            onPointerLeave={() => hover(null)}
            onFocus={() => hover(term)}
            onBlur={() => hover(null)}
            onClick={() => openWith("explore", [{ term }])}
          >
            <span dir="auto">{term}</span>
            <span className="muted figures">
              {by === "lift"
                ? `${lift.toFixed(lift < 10 ? 1 : 0)} × chance`
                : `${formatCount(score)} cells, ${formatShare(shareOfTerm)}`}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

interface About {
  readonly retina: string;
  readonly cells: number;
  readonly by: Order;
  readonly name: string;
}

function saveTerms(rows: readonly AreaRow[], { name, ...about }: About): void {
  const table = {
    columns: ["term", "shared cells", "share of term", "times chance", "documents"],
    rows: rows.map(({ term, score, shareOfTerm, lift, df }) => [
      term,
      score,
      shareOfTerm,
      lift,
      df,
    ]),
  };
  const text = formatTable(table, "csv", { ...about, exported: new Date().toISOString() });
  download(`terms around ${name || "the selected cells"}.csv`, text, MEDIA_TYPES.csv);
}
