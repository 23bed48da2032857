import { hueOf } from "../../../model/map/layers.ts";
import type { PointClass } from "../../../model/map/points.ts";

export interface ClassedValues {
  readonly classes: readonly PointClass[];
  /** Index in `classes` of each value. */
  readonly classOf: Uint8Array;
}

type PointValue = string | number | null;

/** Values with a hue of their own; the eighth is for what is left. */
const MOST_HUES = 7;
const STEPS = 6;

/** Without values all points are of one kind. */
const ALIKE: PointClass = { label: "rows", colour: "first" };
const NONE: PointClass = { label: "without a value", colour: "text-3" };

/** Numbers and days in six classes of equally many rows from one colour to another, texts by their most frequent values. */
export function classesOf(
  values: readonly PointValue[] | null,
  type: "text" | "number" | "date",
  count: number,
): ClassedValues {
  if (values === null) return { classes: [ALIKE], classOf: new Uint8Array(count) };
  return type === "text" ? byValue(values) : inOrder(values, type);
}

function byValue(values: readonly PointValue[]): ClassedValues {
  const counts = new Map<PointValue, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const named = [...counts]
    .sort(([a, rowsA], [b, rowsB]) => rowsB - rowsA || (String(a) < String(b) ? -1 : 1))
    .slice(0, MOST_HUES)
    .map(([value]) => value);
  const places = new Map(named.map((value, place) => [value, place]));
  const classes: PointClass[] = named.map((value, place) => ({
    label: String(value),
    colour: hueOf(place),
  }));
  const others = counts.size - named.length;
  if (others > 0) classes.push({ label: `${others} other values`, colour: hueOf(MOST_HUES) });
  if (values.includes(null)) classes.push(NONE);
  const left = named.length;
  return {
    classes,
    classOf: Uint8Array.from(values, (value) =>
      value === null ? classes.length - 1 : (places.get(value) ?? left),
    ),
  };
}

function inOrder(values: readonly PointValue[], type: "number" | "date"): ClassedValues {
  const known = values
    .filter((value) => value !== null)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const cuts = [
    ...new Set(
      Array.from({ length: STEPS }, (_, step) => known[Math.floor((step * known.length) / STEPS)]),
    ),
  ].filter((cut) => cut !== undefined);
  const name = (value: string | number) =>
    type === "date" ? String(value).slice(0, 4) : String(Math.round(Number(value) * 1000) / 1000);
  const classes: PointClass[] = cuts.map((cut, step) => {
    const next = cuts[step + 1] ?? known.at(-1)!;
    return {
      label: name(cut) === name(next) ? name(cut) : `${name(cut)} – ${name(next)}`,
      colour: "first",
      towards: { colour: "shared", share: cuts.length < 2 ? 0 : step / (cuts.length - 1) },
    };
  });
  if (known.length < values.length) classes.push(NONE);
  const stepOf = (value: string | number) => {
    let step = 0;
    while (step + 1 < cuts.length && cuts[step + 1]! <= value) step++;
    return step;
  };
  return {
    classes,
    classOf: Uint8Array.from(values, (value) =>
      value === null ? classes.length - 1 : stepOf(value),
    ),
  };
}
