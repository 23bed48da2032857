import { useMemo } from "react";
import { openWith } from "../../state/open-with.ts";
import {
  type BridgeShares,
  bridgeLabels,
  bridgePoints,
  bridgeScales,
  PLOT,
} from "./model/bridge-layout.ts";
import type { PairNames } from "./model/comparison.ts";

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
export function BridgePlot({ rows, chance, names, lit, onLit }: BridgePlotProps) {
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
          onClick={() => openWith("similar", [{ term }])}
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
