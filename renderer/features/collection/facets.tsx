import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, useMemo, useState } from "react";
import { type CollectionInfo, facetQuery, histogramQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Distribution } from "../../components/controls/distribution.tsx";
import { Failure } from "../../components/controls/states.tsx";
import {
  chosenValues,
  queryOf,
  toggledValue,
  withoutSlot,
} from "../../model/collection/restrictions.ts";
import { formatCount, formatNumber, plural } from "../../model/format.ts";
import { plainLanguageName } from "../../model/language-name.ts";
import { changeLook, restrict, unrestrict } from "../../state/collection/collection-look.ts";
import { callNumbers } from "./column-roles.ts";
import { isGrade, valueKind } from "./model/named-columns.ts";
import { openOrSay } from "./open-or-say.ts";
import { type Segment, SplitChoice, SplitNumbers, useSegments } from "./split.tsx";
import type { OpenCollection } from "./use-collection.ts";
import "./collection.css";

/** Columns that show what they hold from the beginning. */
const OPEN_AT_FIRST = 2;

const FEW = 6;

const MANY = 200;

/** More columns than this are not listed; the table has them. */
const MOST_COLUMNS = 40;

/** What the columns hold under the other chips; each value is a chip that can be switched. */
export const Facets = memo(function Facets({ open }: { readonly open: OpenCollection }) {
  const { columns, roles } = open.info;
  const isKey = (name: string) => [roles.parent, roles.part].includes(name);
  // Titles are often all different, and say the least.
  const weight = (name: string) => (name === roles.category ? 0 : name === roles.title ? 2 : 1);
  const listed = columns
    .filter(({ name, type }) => type !== "date" && !isKey(name))
    .toSorted((a, b) => weight(a.name) - weight(b.name))
    .slice(0, MOST_COLUMNS);
  return (
    <div className="collection-facets stack gap-1">
      <SplitChoice open={open} />
      {listed.map(({ name, type }, index) => (
        <FacetBox key={name} name={name} isOpenAtFirst={index < OPEN_AT_FIRST}>
          {type === "number" && !isGrade(open.info, name) ? (
            <NumberFacet open={open} column={name} />
          ) : (
            <ValueFacet open={open} column={name} />
          )}
          {type === "number" && <KindOfNumbers info={open.info} column={name} />}
        </FacetBox>
      ))}
    </div>
  );
});

interface FacetBoxProps {
  readonly name: string;
  readonly isOpenAtFirst: boolean;
  readonly children: React.ReactNode;
}

/** Its figures are asked for only while it is open. */
function FacetBox({ name, isOpenAtFirst, children }: FacetBoxProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      className="facet"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="fine strong" dir="auto">
        {name}
      </summary>
      {isOpen && children}
    </details>
  );
}

interface FacetProps {
  readonly open: OpenCollection;
  readonly column: string;
}

/** Whether the numbers of a column are amounts or names, which nobody but a person knows for certain. */
function KindOfNumbers({
  info,
  column,
}: {
  readonly info: CollectionInfo;
  readonly column: string;
}) {
  const isNow = isGrade(info, column);
  return (
    <p className="row gap-1 wrap">
      <Button
        size="small"
        tone="quiet"
        onPress={() => openOrSay(callNumbers(info, column, !isNow))}
      >
        {isNow ? "Show as amounts" : "Show as categories"}
      </Button>
    </p>
  );
}

function ValueFacet({ open, column }: FacetProps) {
  const { info, look } = open;
  const [isLong, setLong] = useState(false);
  const chosen = chosenValues(look.restrictions, column);
  const segmentsOf = useSegments(open, column);
  const query = useMemo(
    () => queryOf(withoutSlot(look.restrictions, `values ${column}`)),
    [look.restrictions, column],
  );
  const { data, error, refetch } = useQuery({
    ...facetQuery(info.name, query, column, isLong ? MANY : FEW),
    placeholderData: keepPreviousData,
  });
  if (error)
    return <Failure error={error} doing={`Counting ${column}`} onRetry={() => void refetch()} />;
  if (!data) return null;
  const isEachOwn = data.others > 0 && data.values.every(({ rows }) => rows === 1);
  if (isEachOwn && !isLong && chosen.length === 0)
    return (
      <p className="muted row gap-1 wrap">
        Nearly every row has a different value.
        <Button size="small" tone="quiet" onPress={() => setLong(true)}>
          List {formatCount(Math.min(MANY, data.values.length + data.others))} of them
        </Button>
      </p>
    );
  const absent = chosen.filter((value) => !data.values.some((each) => each.value === value));
  const values = [...data.values, ...absent.map((value) => ({ value, rows: 0 }))];
  const nameOf = column === info.roles.language ? plainLanguageName : (value: string) => value;
  return (
    <>
      <ValueBars
        label={column}
        values={values}
        chosen={chosen}
        nameOf={nameOf}
        segmentsOf={segmentsOf}
        onToggle={(value) =>
          changeLook(
            `${chosen.includes(value) ? "Without" : "Show"} ${column} ${nameOf(value)}`,
            (look) => ({
              restrictions: toggledValue(look.restrictions, column, value, valueKind(info, column)),
            }),
          )
        }
      />
      <p className="muted figures row gap-1 wrap">
        {(data.others > 0 || isLong) && (
          <Button size="small" tone="quiet" onPress={() => setLong(!isLong)}>
            {isLong ? "Fewer" : `${plural(data.others, "row")} of other values`}
          </Button>
        )}
        {data.missing > 0 && (
          <Button size="small" tone="quiet" onPress={() => restrict({ kind: "missing", column })}>
            {formatCount(data.missing)} without
          </Button>
        )}
      </p>
    </>
  );
}

function NumberFacet({ open, column }: FacetProps) {
  const { info, look } = open;
  const slot = `range ${column}`;
  const query = useMemo(
    () => queryOf(withoutSlot(look.restrictions, slot)),
    [look.restrictions, slot],
  );
  const { data, error, refetch } = useQuery({
    ...histogramQuery(info.name, query, { column }),
    placeholderData: keepPreviousData,
  });
  if (error)
    return <Failure error={error} doing={`Counting ${column}`} onRetry={() => void refetch()} />;
  if (!data || data.counts.length === 0) return null;
  const own = look.restrictions.find((each) => each.kind === "range" && each.column === column);
  const range = own?.kind === "range" ? own.range : {};
  const { edges, counts } = data;
  const low = range.from === undefined ? 0 : placeOf(edges, Number(range.from));
  const end = range.below ?? range.to;
  const high = end === undefined ? counts.length : placeOf(edges, Number(end));
  return (
    <>
      <Distribution
        label={column}
        counts={counts}
        cut={[low, high] as const}
        ends={[formatNumber(edges[0]!), formatNumber(edges.at(-1)!)]}
        said={([from, to]) => `${formatNumber(edges[from]!)} – ${formatNumber(edges[to]!)}`}
        textOf={(bin) => `${formatCount(counts[bin] ?? 0)}, from ${formatNumber(edges[bin]!)}`}
        isRooted
        onChange={([from, to]) => {
          if (from === 0 && to === counts.length) unrestrict(slot);
          else
            restrict({
              kind: "range",
              column,
              range: {
                from: edges[from]!,
                ...(to === counts.length ? { to: edges[to]! } : { below: edges[to]! }),
              },
            });
        }}
      />
      <SplitNumbers open={open} column={column} ends={[edges[0]!, edges.at(-1)!]} />
    </>
  );
}

const placeOf = (edges: readonly number[], value: number): number => {
  const place = edges.findIndex((edge) => edge >= value);
  return place < 0 ? edges.length - 1 : place;
};

interface ValueBarsProps {
  /** The column. */
  readonly label: string;
  readonly values: readonly { readonly value: string; readonly rows: number }[];
  readonly chosen: readonly string[];
  /** How a value is shown: the column may have codes. */
  readonly nameOf: (value: string) => string;
  /** Parts of the rows of a value; none where bars are whole. */
  readonly segmentsOf: (value: string) => readonly Segment[];
  readonly onToggle: (value: string) => void;
}

const segmentText = ({ name, rows }: Segment): string => `${name} ${formatCount(rows)}`;

/** The values of a column with how many rows have each; several can be switched on. */
function ValueBars({ label, values, chosen, nameOf, segmentsOf, onToggle }: ValueBarsProps) {
  const most = Math.max(1, ...values.map(({ rows }) => rows));
  return (
    <ul className="stack gap-0" aria-label={label}>
      {values.map(({ value, rows }) => (
        <li key={value}>
          <button
            type="button"
            className="value-bar row pick"
            aria-pressed={chosen.includes(value)}
            title={[value, ...segmentsOf(value).map(segmentText)].join(" · ")}
            onClick={() => onToggle(value)}
          >
            <span
              className="value-bar-fill"
              style={{ width: `${(100 * rows) / most}%` }}
              aria-hidden="true"
            >
              {segmentsOf(value).map((part) => (
                <span
                  key={part.value}
                  className="value-bar-part"
                  style={{
                    background: part.colour,
                    width: `${(100 * part.rows) / Math.max(1, rows)}%`,
                  }}
                />
              ))}
            </span>
            <span className="value-bar-name clip grow" dir="auto">
              {nameOf(value)}
            </span>
            <span className="figures muted">{formatCount(rows)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
