import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useMemo } from "react";
import { differenceQuery, facetQuery, timelineQuery } from "../../api/collection-queries.ts";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { Answer, Empty } from "../../components/controls/states.tsx";
import type { Difference, Look } from "../../model/collection/look.ts";
import {
  chipText,
  queryOf,
  type Restriction,
  withRestriction,
} from "../../model/collection/restrictions.ts";
import { formatCount, plural } from "../../model/format.ts";
import { plainLanguageName } from "../../model/language-name.ts";
import { changeLook } from "../../state/collection/collection-look.ts";
import { usePublish } from "../../state/publish.ts";
import { useAtlas } from "../../state/retina.ts";
import { Groups, GroupsPick } from "./groups-view.tsx";
import { type DifferenceAnswer, differenceTable, ratioText, shownOf } from "./model/difference.ts";
import { inRegion, namedColumns, valueKind } from "./model/named-columns.ts";
import { rangeOfSteps, stepName } from "./model/time-steps.ts";
import type { OpenCollection } from "./use-collection.ts";

/** How parts of the collection differ: in words, in regions, and on the map. */
export function DifferenceLens({ open }: { readonly open: OpenCollection }) {
  const { groups = "" } = open.look;
  return (
    <div className="lens-list column gap-3 grow scroll">
      <GroupsPick open={open} />
      {groups === "" ? <TwoParts open={open} /> : <Groups open={open} column={groups} />}
    </div>
  );
}

function TwoParts({ open }: { readonly open: OpenCollection }) {
  const query = useDifference(open);
  const { data, isPlaceholderData } = query;
  const sides = differenceOf(open.look);
  const isWhole = sides.a === null && open.look.restrictions.length === 0;
  return (
    <div className="dims column gap-3" data-stale={isPlaceholderData || undefined}>
      <div className="sides">
        <SideBox side="a" open={open} rows={isWhole ? null : (data?.rows.a ?? null)} />
        <SideBox side="b" open={open} rows={isWhole ? null : (data?.rows.b ?? null)} />
      </div>
      <Answer query={query} doing="Comparing" waiting="Comparing the two parts" />
      {isWhole ? (
        <Empty title="Choose what to compare">
          <p>
            Pick a value or a time for A. It is compared with the rest of the collection, or with
            your pick for B. You can also choose A by a search or by dragging over the time strip.
          </p>
        </Empty>
      ) : (
        data && <Found open={open} data={data} a={sides.a ?? open.look.restrictions} b={sides.b} />
      )}
    </div>
  );
}

interface SideBoxProps {
  readonly side: "a" | "b";
  readonly open: OpenCollection;
  readonly rows: number | null;
}

function SideBox({ side, open, rows }: SideBoxProps) {
  const { look } = open;
  const own = differenceOf(look)[side];
  const letter = side.toUpperCase();
  const usual = side === "a" ? "the rows shown" : "the rest";
  const set = (label: string, chosen: readonly Restriction[] | null) =>
    changeLook(label, (before) => ({ difference: { ...differenceOf(before), [side]: chosen } }));
  return (
    <section className="side-box" data-side={side} aria-label={`Part ${letter}`}>
      <h3>
        {letter}: {textOf(own, usual)}
        {rows !== null && <span className="muted figures"> · {plural(rows, "row")}</span>}
        {own !== null && (
          <IconButton
            icon={X}
            isSmall
            label={`Back to ${usual}`}
            onPress={() => set(`${letter}: ${usual}`, null)}
          />
        )}
      </h3>
      <div className="side-ways row gap-1 wrap">
        <ValuePick
          label={`A value for ${letter}`}
          open={open}
          onPick={(restriction) => set(`${letter}: ${chipText(restriction)}`, [restriction])}
        />
        <TimePick
          label={`A time for ${letter}`}
          open={open}
          onPick={(restriction) => set(`${letter}: ${chipText(restriction)}`, [restriction])}
        />
        {look.restrictions.length > 0 && (
          <Button
            size="small"
            tone="quiet"
            aria-label={`Use current selection as ${letter}`}
            onPress={() => set(`Use current selection as ${letter}`, look.restrictions)}
          >
            Use current selection
          </Button>
        )}
      </div>
    </section>
  );
}

interface FoundProps extends Difference {
  readonly open: OpenCollection;
  readonly data: DifferenceAnswer;
}

function Found({ open, data, a, b }: FoundProps) {
  const atlas = useAtlas();
  const found = useMemo(() => shownOf(data), [data]);
  useOffer(open, data, a, b);
  const { language } = open.info.roles;
  const areLanguages = [...(a ?? []), ...(b ?? [])].some(
    (each) => each.kind === "values" && each.column === language,
  );
  /** The rows behind a find: those of its side alone. */
  const show = (side: "a" | "b", find: Restriction) => {
    const part = side === "a" ? a : b;
    changeLook(`Show the rows behind ${chipText(find)}`, {
      restrictions: withRestriction(part ?? open.look.restrictions.slice(0, 0), find),
      lens: "rows",
    });
  };
  const centreOf = new Map(atlas?.regions.map((each) => [each.id, each]));
  const cellsOf = (region: number) =>
    centreOf.has(String(region)) ? (atlas?.cellsOf(String(region)) ?? []) : [];
  const wordsOf = (side: "a" | "b") => (
    <FoundTable
      key="words"
      title="Words"
      rows={found[side].words.map((each) => ({ ...each, name: each.word }))}
      total={data.rows}
      onOpen={({ name }) => show(side, { kind: "words", words: `"${name}"` })}
    />
  );
  const regionsOf = (side: "a" | "b") => (
    <FoundTable
      key="regions"
      title="Regions"
      rows={found[side].regions.map((each) => ({ ...each, name: each.place }))}
      total={data.rows}
      onOpen={({ name, region }) => {
        const cells = cellsOf(region);
        if (cells.length > 0) show(side, inRegion(cells, name));
      }}
    />
  );
  return (
    <>
      {areLanguages && (
        <p className="muted">
          Compare regions across languages: a word belongs to one language only.
        </p>
      )}
      <div className="found">
        {(["a", "b"] as const).map((side) => (
          <section
            className="stack at-top"
            key={side}
            data-side={side}
            aria-label={`More in ${side.toUpperCase()}`}
          >
            <h3>More in {side.toUpperCase()}</h3>
            {areLanguages ? [regionsOf(side), wordsOf(side)] : [wordsOf(side), regionsOf(side)]}
          </section>
        ))}
      </div>
    </>
  );
}

/** Files and reports have what is listed; rows are saved on their own. */
function useOffer(
  { info }: OpenCollection,
  data: DifferenceAnswer,
  a: Difference["a"],
  b: Difference["b"],
) {
  usePublish({
    exports: useMemo(() => {
      const { name } = info;
      return {
        name: `${name}, differences`,
        table: () => differenceTable(data),
        explanation: () => [
          {
            title: "Compared",
            lines: [
              `A: ${textOf(a, "all")}, ${plural(data.rows.a, "row")} of ${name}`,
              `B: ${textOf(b, "the rest")}, ${plural(data.rows.b, "row")}`,
            ],
          },
        ],
        settings: { collection: name },
      };
    }, [info, data, a, b]),
  });
}

/** Which rows a side has, in words. */
const textOf = (side: Difference["a"], usual: string): string =>
  side === null || side.length === 0 ? usual : side.map(chipText).join(" · ");

interface FoundRow {
  readonly name: string;
  readonly inA: number;
  readonly inB: number;
  readonly effect: number;
  readonly low: number;
  readonly high: number;
  readonly q: number;
}

interface FoundTableProps<Row extends FoundRow> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly total: DifferenceAnswer["rows"];
  readonly onOpen: (row: Row) => void;
}

function FoundTable<Row extends FoundRow>({ title, rows, total, onOpen }: FoundTableProps<Row>) {
  if (rows.length === 0) return <p className="muted">{title}: no significant difference.</p>;
  return (
    <table className="table figures across">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" title={`Of ${formatCount(total.a)} rows`}>
            A
          </th>
          <th scope="col" title={`Of ${formatCount(total.b)} rows`}>
            B
          </th>
          <th scope="col" title="with its 95% confidence interval">
            Odds ratio
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <button className="plain strong" type="button" dir="auto" onClick={() => onOpen(row)}>
                {row.name}
              </button>
            </th>
            <td>{formatCount(row.inA)}</td>
            <td>{formatCount(row.inB)}</td>
            <td>{ratioText(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const BOTH_USUAL: Difference = { a: null, b: null };

const differenceOf = ({ difference }: Look): Difference => difference ?? BOTH_USUAL;

/** "A: like “tariff”, from 0.21; B: the rest" */
export function differenceTitle(look: Look): string {
  const { a, b } = differenceOf(look);
  const words = (part: readonly Restriction[]) => part.map(chipText).join(" · ");
  return `A: ${words(a ?? look.restrictions)}; B: ${b === null ? "the rest" : words(b)}`;
}

/** Regions as wide as a subject. */
const LEVEL = 1;

/** The two parts of the lens compared; asked only while there is something to compare, and only by this lens. */
export function useDifference({ info, look, isForeign }: OpenCollection) {
  const { a, b } = differenceOf(look);
  const first = a ?? look.restrictions;
  const queries = useMemo(
    () => ({ a: queryOf(first), b: b === null ? null : queryOf(b) }),
    [first, b],
  );
  const isAsked = !isForeign && look.lens === "differences" && !look.groups && first.length > 0;
  return useQuery({
    ...differenceQuery(info.name, queries.a, queries.b, LEVEL),
    enabled: isAsked,
    // What is not asked has no answer on its way that an earlier one could stand for.
    ...(isAsked && { placeholderData: keepPreviousData }),
  });
}

const MOST_COLUMNS = 3;

const MOST_VALUES = 25;

interface ValuePickProps {
  readonly label: string;
  readonly open: OpenCollection;
  readonly onPick: (restriction: Restriction) => void;
}

/** The values of the columns that divide the collection, as one list. */
function ValuePick({ label, open: { info }, onPick }: ValuePickProps) {
  const { roles } = info;
  const weight = (name: string) => (name === roles.category ? 0 : name === roles.title ? 1 : 2);
  const listed = namedColumns(info)
    .toSorted((x, y) => weight(x.name) - weight(y.name))
    .slice(0, MOST_COLUMNS);
  const facets = useQueries({
    queries: listed.map(({ name }) => facetQuery(info.name, {}, name, MOST_VALUES)),
  });
  const options = listed.flatMap(({ name }, place) =>
    (facets[place]?.data?.values ?? [])
      // A value that one row has is no part to compare.
      .filter(({ rows }) => rows > 1)
      .map((each) => ({ column: name, ...each })),
  );
  if (options.length === 0) return null;
  return (
    <select
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => {
        const found = options[Number(currentTarget.value)];
        // The line that names the list is no value.
        if (found && currentTarget.value !== "")
          onPick({
            kind: "values",
            column: found.column,
            values: [found.value],
            ...valueKind(info, found.column),
          });
      }}
    >
      <option value="">Value…</option>
      {listed
        .filter(({ name }) => options.some(({ column }) => column === name))
        .map(({ name }) => (
          <optgroup key={name} label={name}>
            {options.map(
              (each, place) =>
                each.column === name && (
                  <option key={each.value} value={place}>
                    {name === roles.language ? plainLanguageName(each.value) : each.value} (
                    {formatCount(each.rows)})
                  </option>
                ),
            )}
          </optgroup>
        ))}
    </select>
  );
}

interface TimePickProps {
  readonly label: string;
  readonly open: OpenCollection;
  readonly onPick: (restriction: Restriction) => void;
}

/** More cannot be looked through in a list. */
const MOST_STEPS = 300;

/** The months of the dates, or years where there are many: parts that people compare. */
function TimePick({ label, open: { info }, onPick }: TimePickProps) {
  const column = info.roles.date ?? "";
  const isThere = info.roles.date !== undefined;
  const whole = useQuery({ ...timelineQuery(info.name, {}, column), enabled: isThere });
  const own = whole.data?.unit;
  const isFine = own === "day" || own === "week";
  const months = useQuery({ ...timelineQuery(info.name, {}, column, "month"), enabled: isFine });
  const isMonthly = isFine && (months.data?.steps.length ?? 0) > 1;
  const { steps = [], unit = "year" } = (isMonthly ? months.data : whole.data) ?? {};
  if (steps.length < 2 || (isFine && months.isPending)) return null;
  return (
    <select
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => {
        // The line that names the list is no month.
        if (currentTarget.value === "") return;
        const at = Number(currentTarget.value);
        const range = rangeOfSteps(steps, unit, at, at);
        onPick({ kind: "range", column, range, label: stepName(steps[at]!.start, unit) });
      }}
    >
      <option value="">{unit.charAt(0).toUpperCase() + unit.slice(1)}…</option>
      {steps.slice(0, MOST_STEPS).map(({ start, rows }, place) => (
        <option key={start} value={place}>
          {stepName(start, unit)} ({formatCount(rows)})
        </option>
      ))}
    </select>
  );
}
