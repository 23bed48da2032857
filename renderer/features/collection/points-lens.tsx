import { useMemo } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { formatCount, plural } from "../../model/format.ts";
import { type MapPoints, type PointClass, pointsIn } from "../../model/map/points.ts";
import { brush, clearBrush } from "../../state/brush.ts";
import { changeLook, showRowsOf } from "../../state/collection/collection-look.ts";
import { asOneStep } from "../../state/workspace.ts";
import { soughtWords } from "./model/text-parts.ts";
import { RowCard } from "./row-card.tsx";
import { useRowDesk } from "./row-desk.ts";
import type { OpenCollection } from "./use-collection.ts";
import { colourFields, fieldName, usePoints } from "./use-points.ts";
import "./points.css";

/** A chip of rows holds no more. */
const MOST_CHOSEN = 10_000;

/** Beside the map with its points: what their colours mean, and what is chosen of them. */
export function PointsLens({ open }: { readonly open: OpenCollection }) {
  const { points, field, total, result } = usePoints(open);
  const sought = useMemo(() => soughtWords(open.look.restrictions), [open.look.restrictions]);
  const { card } = useRowDesk();
  const fields = colourFields(open);
  return (
    <div
      className="lens-list points-lens column gap-3 grow scroll"
      data-stale={result.isPlaceholderData || undefined}
    >
      {result.error && (
        <Failure
          error={result.error}
          doing="Placing the rows on the map"
          onRetry={() => void result.refetch()}
        />
      )}
      <label className="points-colour row">
        Colour by
        <select
          className="grow"
          value={field === null ? "" : fieldName(field)}
          onChange={({ currentTarget: { value } }) => {
            const colour = fields.find((each) => fieldName(each) === value) ?? null;
            changeLook(colour === null ? "Points of one colour" : `Colour points by ${value}`, {
              colour,
            });
          }}
        >
          <option value="">nothing</option>
          {fields.map((each) => (
            <option key={fieldName(each)}>{fieldName(each)}</option>
          ))}
        </select>
      </label>
      {points && <PointLegend points={points} />}
      {points && <p className="muted">{sentence(points, total)}</p>}
      {points && <ChosenPoints points={points} />}
      {result.isFetching && <Loading label="Placing the rows on the map" />}
      {card && <RowCard key={card.id} open={open} row={card} sought={sought} />}
    </div>
  );
}

function sentence({ ids }: MapPoints, total: number): string {
  const where =
    "Each row lies where its cells are densest; what shares a place is spread round it.";
  const part =
    ids.length < total && total > 20_000
      ? ` ${formatCount(ids.length)} of ${formatCount(total)} rows are drawn, taken at random.`
      : ids.length < total
        ? ` ${plural(total - ids.length, "row")} without a known word ${total - ids.length === 1 ? "has" : "have"} no place.`
        : "";
  return `${where}${part} Point at one to read it; choose many with a lasso or a rectangle.`;
}

function PointLegend({ points: { classes, classOf } }: { readonly points: MapPoints }) {
  const counts = useMemo(() => {
    const found = classes.map(() => 0);
    for (const kind of classOf) found[kind]!++;
    return found;
  }, [classes, classOf]);
  if (classes.length < 2) return null;
  return (
    <ul className="point-legend" aria-label="Colours of the points">
      {classes.map((each, i) => (
        <li className="row" key={each.label}>
          <span className="point-sign" style={{ background: backgroundOf(each) }} />
          <span className="clip grow" dir="auto">
            {each.label}
          </span>
          <span className="figures muted">{formatCount(counts[i]!)}</span>
        </li>
      ))}
    </ul>
  );
}

const backgroundOf = ({ colour, towards }: PointClass): string =>
  towards === undefined
    ? `var(--${colour})`
    : `color-mix(in srgb, var(--${towards.colour}) ${Math.round(100 * towards.share)}%, var(--${colour}))`;

/** What lies among the cells that are chosen on the map. */
function ChosenPoints({ points }: { readonly points: MapPoints }) {
  const cells = brush.use();
  const chosen = useMemo(() => pointsIn(points, new Set(cells)), [points, cells]);
  if (cells.length === 0) return null;
  const isTooMany = chosen.length > MOST_CHOSEN;
  return (
    <div className="row gap-2-3 wrap" role="status">
      <p className="figures">{plural(chosen.length, "row")} chosen</p>
      {chosen.length > 0 && !isTooMany && (
        <Button
          size="small"
          tone="primary"
          onPress={() =>
            asOneStep(() => {
              clearBrush();
              showRowsOf({
                kind: "rows",
                ids: chosen.map((i) => points.ids[i]!),
                label: `${plural(chosen.length, "point")} chosen on the map`,
              });
            })
          }
        >
          Show only {chosen.length === 1 ? "this row" : "these rows"}
        </Button>
      )}
      {isTooMany && (
        <p className="muted">
          At most {formatCount(MOST_CHOSEN)} can be shown alone; choose fewer.
        </p>
      )}
    </div>
  );
}
