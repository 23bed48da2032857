import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Field } from "../../../core/api/schema/collection-types.ts";
import { pointsQuery, rowsQuery } from "../../api/collection-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../../components/controls/button.tsx";
import { Answer, Loading } from "../../components/controls/states.tsx";
import { formatCount, plural } from "../../model/format.ts";
import { type MapPoints, type PointClass, pointsIn, spreadPoints } from "../../model/map/points.ts";
import type { MapContent } from "../../model/map-content.ts";
import { brush, clearBrush } from "../../state/brush.ts";
import { changeLook, showRowsOf } from "../../state/collection/collection-look.ts";
import { asOneStep } from "../../state/workspace.ts";
import { isGrade } from "./model/named-columns.ts";
import { classesOf } from "./model/point-classes.ts";
import { soughtWords } from "./model/text-parts.ts";
import { RowCard } from "./row-card.tsx";
import { showRow, useRowDesk } from "./row-desk.ts";
import type { OpenCollection } from "./use-collection.ts";
import "./lenses.css";

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
      <Answer query={result} doing="Placing the rows on the map" />
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
    "Each dot is one row, placed at the densest part of its fingerprint. Overlapping dots are spread out.";
  const part =
    ids.length < total && total > 20_000
      ? ` ${formatCount(ids.length)} of ${formatCount(total)} rows are drawn, randomly sampled.`
      : ids.length < total
        ? ` ${plural(total - ids.length, "row")} without a known word ${total - ids.length === 1 ? "has" : "have"} no place.`
        : "";
  return `${where}${part} Hover over a dot to read its row. Choose several with the lasso or the rectangle.`;
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
        <p className="muted">At most {formatCount(MOST_CHOSEN)} can be shown; choose fewer.</p>
      )}
    </div>
  );
}

/** What points can be coloured by: columns of one value, and scores. */
const colourFields = ({ info }: OpenCollection): readonly Field[] => [
  ...info.columns.filter(({ type }) => type !== "list").map(({ name }) => ({ column: name })),
  ...info.scores.map((score) => ({ score })),
];

const fieldName = (field: Field): string =>
  "column" in field ? field.column : `score ${field.score}`;

/** The chosen field, if there still is one of the name; without a choice the categories. */
function colourOf(open: OpenCollection): Field | null {
  const { colour } = open.look;
  const { category } = open.info.roles;
  const wanted = colour === undefined && category !== undefined ? { column: category } : colour;
  const known = colourFields(open);
  return known.find((each) => wanted && fieldName(each) === fieldName(wanted)) ?? null;
}

/** The rows that pass as points, a random part of them where there are too many. */
function usePoints(open: OpenCollection) {
  const { info, look, query, isForeign } = open;
  const field = colourOf(open);
  const result = useQuery({
    ...pointsQuery(info.name, query, field),
    enabled: look.lens === "points" && !isForeign,
    placeholderData: keepPreviousData,
  });
  const { data } = result;
  const type =
    field !== null && "column" in field
      ? info.columns.find(({ name }) => name === field.column)?.type
      : "number";
  const isNames = field !== null && "column" in field && isGrade(info, field.column);
  const kind = !isNames && (type === "date" || type === "number") ? type : "text";
  const points = useMemo((): MapPoints | null => {
    if (!data) return null;
    // Texts without a known word have no place.
    const shown = data.places.flatMap((place, i) => (place < 0 ? [] : [i]));
    const values = data.values === null ? null : shown.map((i) => data.values![i]!);
    const ids = shown.map((i) => data.ids[i]!);
    const rowOf = async (index: number) => {
      const asked = { query: { ids: [ids[index]!] }, sort: null, offset: 0, limit: 1 };
      const { rows } = await queryClient.fetchQuery(rowsQuery(info.name, asked));
      return rows[0];
    };
    return {
      ...spreadPoints(shown.map((i) => data.places[i]!)),
      ...classesOf(isNames ? namesOf(values) : values, kind, shown.length),
      ids,
      textOf: async (index) => (await rowOf(index))?.text ?? "",
      onOpen: (index) => void rowOf(index).then((row) => row && showRow(row)),
    };
  }, [data, kind, isNames, info.name]);
  return { points, field, total: data?.total ?? 0, result };
}

/** Numbers that stand for names. */
const namesOf = (values: readonly (string | number | null)[] | null) =>
  values?.map((value) => (value === null ? null : String(value))) ?? null;

/** Null in every other lens. */
export function usePointsOnMap(open: OpenCollection): MapContent | null {
  const { points, total, result } = usePoints(open);
  const isShown = open.look.lens === "points" && !open.isForeign;
  const isStale = result.isPlaceholderData;
  return useMemo(() => {
    if (!isShown || points === null) return null;
    const shown = points.ids.length;
    const of = shown < total ? ` of ${formatCount(total)}` : "";
    return {
      title: `${formatCount(shown)}${of} rows as points`,
      layers: [],
      fingerprint: null,
      emptyText: shown === 0 ? "No rows match" : "",
      isStale,
      points,
    };
  }, [isShown, points, total, isStale]);
}
