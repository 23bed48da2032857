import { useQueries, useQuery } from "@tanstack/react-query";
import { facetQuery, timelineQuery } from "../../api/collection-queries.ts";
import type { Restriction } from "../../model/collection/restrictions.ts";
import { formatCount } from "../../model/format.ts";
import { plainLanguageName } from "../../model/language-name.ts";
import { namedColumns, valueKind } from "./model/named-columns.ts";
import { rangeOfSteps, stepName } from "./model/time-steps.ts";
import type { OpenCollection } from "./use-collection.ts";

const MOST_COLUMNS = 3;

const MOST_VALUES = 25;

interface ValuePickProps {
  readonly label: string;
  readonly open: OpenCollection;
  readonly onPick: (restriction: Restriction) => void;
}

/** The values of the columns that divide the collection, as one list. */
export function ValuePick({ label, open: { info }, onPick }: ValuePickProps) {
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
export function TimePick({ label, open: { info }, onPick }: TimePickProps) {
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
