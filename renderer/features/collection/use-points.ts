import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Field } from "../../../core/api/schema/collection-types.ts";
import { pointsQuery, rowsQuery } from "../../api/collection-queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { formatCount } from "../../model/format.ts";
import { type MapPoints, spreadPoints } from "../../model/map/points.ts";
import type { MapContent } from "../../model/map-content.ts";
import { isGrade } from "./model/named-columns.ts";
import { classesOf } from "./model/point-classes.ts";
import { showRow } from "./row-desk.ts";
import type { OpenCollection } from "./use-collection.ts";

/** What points can be coloured by: columns of one value, and scores. */
export const colourFields = ({ info }: OpenCollection): readonly Field[] => [
  ...info.columns.filter(({ type }) => type !== "list").map(({ name }) => ({ column: name })),
  ...info.scores.map((score) => ({ score })),
];

export const fieldName = (field: Field): string =>
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
export function usePoints(open: OpenCollection) {
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
      emptyText: shown === 0 ? "No row passes" : "",
      isStale,
      points,
    };
  }, [isShown, points, total, isStale]);
}
