import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { MapPoints } from "../model/map/points.ts";

/** Letters of a text that a tip shows. */
const LONGEST = 420;

/** What the point under the pointer says. */
export function PointTip({
  points,
  point,
}: {
  readonly points: MapPoints;
  readonly point: number;
}) {
  const id = points.ids[point]!;
  const { data } = useQuery({
    queryKey: ["point", points.classes, id],
    queryFn: ({ signal }) => points.textOf(point, signal),
    placeholderData: keepPreviousData,
  });
  const kind = points.classes[points.classOf[point]!];
  return (
    <div>
      <p className="muted" dir="auto">
        {points.classes.length > 1 && kind ? `${kind.label} · ${id}` : id}
      </p>
      <p dir="auto">
        {data === undefined || data.length <= LONGEST
          ? (data ?? " ")
          : `${data.slice(0, LONGEST)}…`}
      </p>
    </div>
  );
}
