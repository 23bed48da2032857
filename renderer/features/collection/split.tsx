import { useQueries, useQuery } from "@tanstack/react-query";
import { max, scaleLinear } from "d3";
import { facetQuery, histogramQuery } from "../../api/collection-queries.ts";
import {
  chosenValues,
  queryOf,
  withoutSlot,
  withRestriction,
} from "../../model/collection/restrictions.ts";
import { formatCount } from "../../model/format.ts";
import { plainLanguageName } from "../../model/language-name.ts";
import { hueOf } from "../../model/map/layers.ts";
import { changeLook } from "../../state/collection/collection-look.ts";
import { namedColumns, valueKind } from "./model/named-columns.ts";
import type { OpenCollection } from "./use-collection.ts";

const MOST_PARTS = 6;

/** All the values that a facet may list. */
const MANY = 200;

/** A value of the column by which bars are split. */
interface Part {
  readonly value: string;
  readonly name: string;
  readonly colour: string;
}

/** The column by which the bars of the others are split, and its most frequent values in the whole collection. */
function useParts({ info, look }: OpenCollection) {
  const by = namedColumns(info).find(({ name }) => name === look.split)?.name;
  const { data } = useQuery({
    ...facetQuery(info.name, {}, by ?? "", MOST_PARTS),
    enabled: by !== undefined,
  });
  const nameOf = by === info.roles.language ? plainLanguageName : (value: string) => value;
  const parts: readonly Part[] = (by === undefined ? [] : (data?.values ?? [])).map(
    ({ value }, place) => ({ value, name: nameOf(value), colour: `var(--${hueOf(place)})` }),
  );
  return { by, parts };
}

/** Restrictions of the rows of each part; those of the facet's own column, called `slot`, count for nothing. */
function usePartQueries(open: OpenCollection, column: string, slot: string) {
  const { info, look } = open;
  const { by, parts } = useParts(open);
  if (by === undefined || by === column) return [];
  const chosen = chosenValues(look.restrictions, by);
  const rest = withoutSlot(look.restrictions, slot);
  return parts
    .filter(({ value }) => chosen.length === 0 || chosen.includes(value))
    .map((part) => ({
      part,
      query: queryOf(
        withRestriction(rest, {
          kind: "values",
          column: by,
          values: [part.value],
          ...valueKind(info, by),
        }),
      ),
    }));
}

export interface Segment extends Part {
  readonly rows: number;
}

/** The rows of a value of a column, by the parts they are of. */
export function useSegments(open: OpenCollection, column: string): (value: string) => Segment[] {
  const asked = usePartQueries(open, column, `values ${column}`);
  const answers = useQueries({
    queries: asked.map(({ query }) => facetQuery(open.info.name, query, column, MANY)),
  });
  return (wanted) =>
    asked.map(({ part }, place) => ({
      ...part,
      rows: answers[place]?.data?.values.find(({ value }) => value === wanted)?.rows ?? 0,
    }));
}

interface SplitNumbersProps {
  readonly open: OpenCollection;
  readonly column: string;
  /** Ends of the axis of all rows. */
  readonly ends: readonly [number, number];
}

/** Under the numbers of all rows those of each part, on the same axis. */
export function SplitNumbers({ open, column, ends }: SplitNumbersProps) {
  const asked = usePartQueries(open, column, `range ${column}`);
  const answers = useQueries({
    queries: asked.map(({ query }) => histogramQuery(open.info.name, query, { column })),
  });
  if (asked.length === 0) return null;
  const x = scaleLinear(ends, [0, 100]);
  return (
    <ul className="split-numbers stack gap-0" aria-label={`${column} by ${open.look.split}`}>
      {asked.map(({ part }, place) => {
        const { edges = [], counts = [] } = answers[place]?.data ?? {};
        const y = scaleLinear([0, max(counts) || 1], [20, 0]);
        const bars = counts.map(
          (count, bin) => `M${x(edges[bin]!)} 20V${y(count)}H${x(edges[bin + 1]!)}V20z`,
        );
        return (
          <li key={part.value} className="row gap-1 fine">
            <svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
              <path d={bars.join("")} fill={part.colour} />
            </svg>
            <span className="clip grow muted" dir="auto">
              {part.name}
            </span>
            <span className="figures muted">
              {formatCount(counts.reduce((sum, count) => sum + count, 0))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** By which column the bars of the others are split, and what their colours mean. */
export function SplitChoice({ open }: { readonly open: OpenCollection }) {
  const { by, parts } = useParts(open);
  const columns = namedColumns(open.info).filter(({ name }) => name !== open.info.roles.title);
  if (columns.length === 0 || open.info.columns.length < 2) return null;
  return (
    <>
      <label className="row fine muted">
        Split bars by
        <select
          className="grow"
          value={by ?? ""}
          onChange={({ currentTarget: { value } }) =>
            changeLook(value === "" ? "Bars without a split" : `Split bars by ${value}`, {
              split: value,
            })
          }
        >
          <option value="">nothing</option>
          {columns.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {parts.length > 0 && (
        <ul className="row gap-1-3 wrap fine" aria-label="Colours of the bars">
          {parts.map(({ value, name, colour }) => (
            <li key={value} className="row gap-1">
              <span className="point-sign" style={{ background: colour }} />
              <span dir="auto">{name}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
