import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { engineQuery } from "../../api/query-client.ts";
import { Button } from "../../components/controls/button.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { formatCount, formatShare, plural } from "../../model/format.ts";
import { useTermHover } from "../../state/hover.ts";
import { openWith } from "../../state/open-with.ts";
import { useCompareDesk } from "./comparison-store.ts";
import {
  type BridgeShares,
  bridgeLabels,
  bridgePoints,
  bridgeScales,
  PLOT,
} from "./model/bridge-layout.ts";
import type { PairNames } from "./model/comparison.ts";
import { type Member, NOTHING_ASKED, usePair } from "./use-comparison.ts";
import "./bridges.css";

interface SidesProps {
  readonly left: Member;
  readonly right: Member;
}

/** Terms that lie near both sides, folded away until they are asked for. */
export function Bridges({ left, right }: SidesProps) {
  const { isOpen, result } = useBridges();
  const fold = useRef<HTMLDetailsElement>(null);
  const isSought = useCompareDesk(({ seeksBridges }) => seeksBridges);
  const isThere = result.data !== undefined;
  useEffect(() => {
    if (!isSought || !isThere) return;
    fold.current?.scrollIntoView({ block: "start" });
    useCompareDesk.setState({ seeksBridges: false });
  }, [isSought, isThere]);
  return (
    <details
      ref={fold}
      className="bridges"
      open={isOpen}
      onToggle={({ currentTarget }) =>
        useCompareDesk.setState({ showsBridges: currentTarget.open })
      }
    >
      <summary>Bridges: terms near both</summary>
      {isOpen && (
        <>
          {result.isFetching && <Loading label="Finding bridges" />}
          {result.isError && (
            <Failure
              error={result.error}
              doing="Finding bridges"
              onRetry={() => void result.refetch()}
            />
          )}
          {result.data && <Found found={result.data} left={left} right={right} />}
        </>
      )}
    </details>
  );
}

type Answer = Output<"app.bridges">;

interface FoundProps extends SidesProps {
  readonly found: Answer;
}

function Found({ found, ...sides }: FoundProps) {
  const hover = useTermHover();
  const [lit, setLit] = useState<string | null>(null);
  if (found.rows.length === 0)
    return <Empty>No term shares a cell with both, so nothing leads from one to the other.</Empty>;
  const light = (term: string | null) => {
    setLit(term);
    hover(term);
  };
  const [left, right] = [sides.left.item.source, sides.right.item.source];
  const names = { left: sides.left.name, right: sides.right.name };
  const rows = sharesOf(found);
  return (
    <>
      <BridgePlot rows={rows} chance={chanceOf(found)} names={names} lit={lit} onLit={light} />
      <p className="muted figures">
        {formatCount(rows.length)} of {plural(found.total, "term")} that share a cell with both, the
        best for the weaker side first. Few random terms are beyond the dotted lines.
      </p>
      {left && right && (
        <Button size="small" onPress={() => openWith("explore", [{ and: [left, right] }])}>
          Build {names.left} and {names.right}
        </Button>
      )}
      <BridgeList rows={rows} names={names} lit={lit} onLit={light} />
    </>
  );
}

const sharesOf = ({ rows, left, right }: Answer): BridgeShares[] =>
  rows.map((row) => ({ term: row.term, left: row.left / left, right: row.right / right }));

/** Shares of the sides that chance gives; null where it is not known. */
const chanceOf = ({ chance, left, right }: Answer) =>
  chance.left === null || chance.right === null
    ? null
    : { left: chance.left / left, right: chance.right / right };

interface BridgeListProps {
  readonly rows: readonly BridgeShares[];
  readonly names: PairNames;
  readonly lit: string | null;
  readonly onLit: (term: string | null) => void;
}

const SHOWN = 15;

/** The same terms to read, and to walk to. */
function BridgeList({ rows, names, lit, onLit }: BridgeListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  return (
    <>
      <table className="bridge-list table across">
        <thead>
          <tr>
            <th scope="col">Term</th>
            <th scope="col" dir="auto">
              of {names.left}
            </th>
            <th scope="col" dir="auto">
              of {names.right}
            </th>
          </tr>
        </thead>
        <tbody className="figures">
          {shown.map(({ term, left, right }) => (
            <tr key={term} data-lit={term === lit || undefined}>
              <th scope="row">
                <button
                  className="pick"
                  type="button"
                  dir="auto"
                  title={`Walk to ${term}`}
                  onPointerEnter={() => onLit(term)}
                  onPointerLeave={() => onLit(null)}
                  onFocus={() => onLit(term)}
                  onBlur={() => onLit(null)}
                  onClick={() => openWith("explore", [{ term }])}
                >
                  {term}
                </button>
              </th>
              <td>{formatShare(left)}</td>
              <td>{formatShare(right)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && !isWhole && (
        <Button size="small" tone="quiet" onPress={() => setWhole(true)}>
          Show the other {rows.length - SHOWN}
        </Button>
      )}
    </>
  );
}

interface BridgePlotProps {
  readonly rows: readonly BridgeShares[];
  /** Shares of the sides that random terms hardly reach. */
  readonly chance: { readonly left: number; readonly right: number } | null;
  readonly names: PairNames;
  readonly lit: string | null;
  readonly onLit: (term: string | null) => void;
}

const TICKS = 4;

const NEAR = 9;

/** Each term by what it shares with the one and with the other; the list beside it says the same in words. */
function BridgePlot({ rows, chance, names, lit, onLit }: BridgePlotProps) {
  const scales = useMemo(() => bridgeScales(rows), [rows]);
  const points = useMemo(() => bridgePoints(rows, scales), [rows, scales]);
  const labels = useMemo(() => bridgeLabels(points), [points]);
  const { x, y } = scales;
  const [base, side] = [PLOT.height - PLOT.bottom, PLOT.width - PLOT.right];
  const most = x.domain()[1] ?? 1;
  const hot = points.find(({ term }) => term === lit);
  return (
    <svg
      className="bridge-plot"
      viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
      role="img"
      aria-label={`${rows.length} terms by the share of ${names.left} and of ${names.right} that they cover; the table below has the figures`}
    >
      <g className="bridge-axes">
        <path d={`M${PLOT.left} ${PLOT.top}V${base}H${side}`} />
        <path className="bridge-even" d={`M${x(0)} ${y(0)}L${x(most)} ${y(most)}`} />
        {chance && <ChanceLines x={x(chance.left)} y={y(chance.right)} base={base} side={side} />}
        {x.ticks(TICKS).map((tick) => (
          <text key={tick} x={x(tick)} y={base + 14} textAnchor="middle">
            {percent(tick)}
          </text>
        ))}
        {y
          .ticks(TICKS)
          .slice(1)
          .map((tick) => (
            <text key={tick} x={PLOT.left - 4} y={y(tick) + 4} textAnchor="end">
              {percent(tick)}
            </text>
          ))}
        <text x={side} y={PLOT.height - 4} textAnchor="end">
          of {shortened(names.left)} →
        </text>
        <text x={PLOT.left + 4} y={PLOT.top}>
          ↑ of {shortened(names.right)}
        </text>
      </g>
      {points.map(({ term, x: cx, y: cy }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the table has the same terms as buttons
        <g
          key={term}
          className="bridge-point"
          data-lit={term === lit || undefined}
          onPointerEnter={() => onLit(term)}
          onPointerLeave={() => onLit(null)}
          onClick={() => openWith("explore", [{ term }])}
        >
          <circle className="bridge-near" cx={cx} cy={cy} r={NEAR} />
          <circle cx={cx} cy={cy} r={3} />
        </g>
      ))}
      <g className="bridge-names">
        {labels
          .filter(({ term }) => term !== lit)
          .map((label) => (
            <text
              key={label.term}
              x={label.x}
              y={label.y + 11}
              data-dim={lit !== null || undefined}
            >
              {label.term}
            </text>
          ))}
        {hot && (
          <text
            className="bridge-lit"
            x={hot.x + (hot.x > PLOT.width / 2 ? -7 : 7)}
            y={hot.y + 4}
            textAnchor={hot.x > PLOT.width / 2 ? "end" : "start"}
          >
            {hot.term}
          </text>
        )}
      </g>
    </svg>
  );
}

interface ChanceLinesProps {
  readonly x: number;
  readonly y: number;
  readonly base: number;
  readonly side: number;
}

/** Left of and below these a random term may lie as well. */
function ChanceLines({ x, y, base, side }: ChanceLinesProps) {
  return (
    <g className="bridge-chance">
      {x < side && <path d={`M${x} ${PLOT.top}V${base}`} />}
      {y > PLOT.top && <path d={`M${PLOT.left} ${y}H${side}`} />}
    </g>
  );
}

const percent = (share: number): string => `${Math.round(100 * share)}%`;

const LONGEST = 22;

const shortened = (name: string): string =>
  name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;

/** So many can be told apart in the drawing, and read in the list. */
const MOST_BRIDGES = 60;

const bridgesQuery = (retina: string, left: ExpressionJson, right: ExpressionJson) =>
  queryOptions(
    engineQuery(retina, "app.bridges", { retina_name: retina, left, right, limit: MOST_BRIDGES }),
  );

/** The terms that overlap both; asked for while somebody looks at them. */
function useBridges() {
  const { retina, left, right } = usePair();
  const isOpen = useCompareDesk(({ showsBridges }) => showsBridges);
  const result = useQuery({
    ...bridgesQuery(retina?.name ?? "", left?.json ?? NOTHING_ASKED, right?.json ?? NOTHING_ASKED),
    enabled: isOpen && retina !== null && left !== undefined && right !== undefined,
    placeholderData: keepPreviousData,
  });
  return { isOpen, result };
}
