import type { Column } from "../../../components/table/virtual-table.tsx";
import { OverlapBar } from "../../../components/terms/overlap-bar.tsx";
import { formatCount, formatShare } from "../../../model/format.ts";
import type { ColourName } from "../../../model/map/layers.ts";
import "./similar.css";

/** A ranked term. */
export interface SimilarRow {
  readonly term: string;
  /** Cells shared with the query. */
  readonly score: number;
  readonly shareOfQuery: number;
  readonly shareOfTerm: number;
  readonly df: number;
  readonly pos_types: readonly string[];
  readonly contextId: number | null;
}

/** Colour and letter of a sense. */
type SenseOf = (contextId: number) => { colour: ColourName; letter: string };

/** The columns of a list of similar terms; `chance` is the share of the query that random terms stay below. */
export function similarColumns(senseOf: SenseOf, chance: number | undefined): Column<SimilarRow>[] {
  return [
    {
      id: "rank",
      title: "#",
      hint: "Rank",
      track: "24px",
      align: "end",
      cell: (_row, index) => <span className="muted">{index + 1}</span>,
    },
    {
      id: "term",
      title: "Term",
      track: "minmax(96px, 1fr)",
      canSort: true,
      cell: (row) => (
        <span className="similar-term" dir="auto">
          {row.contextId !== null && <SenseDot {...senseOf(row.contextId)} />}
          <span className="similar-term-text" title={row.term}>
            {row.term}
          </span>
        </span>
      ),
    },
    {
      id: "score",
      title: "Cells",
      hint: "Cells shared with the query",
      track: "44px",
      align: "end",
      canSort: true,
      cell: (row) => formatCount(row.score),
    },
    {
      id: "share",
      title: "Share",
      hint: `Share of the query's cells, as a number and a bar${chance === undefined ? "" : `; the line marks ${formatShare(chance)}: 99.9% of random terms are below it`}`,
      track: "52px",
      align: "end",
      cell: ({ shareOfQuery }) => (
        <span className="similar-share">
          {formatShare(shareOfQuery)}
          <OverlapBar share={shareOfQuery} {...(chance === undefined ? {} : { mark: chance })} />
        </span>
      ),
    },
  ];
}

function SenseDot({ colour, letter }: { readonly colour: ColourName; readonly letter: string }) {
  return (
    <span className="letter" style={{ background: `var(--${colour})` }}>
      {letter}
    </span>
  );
}
