import { useQuery } from "@tanstack/react-query";
import { timelineQuery } from "../../api/collection-queries.ts";
import type { Restriction } from "../../model/collection/restrictions.ts";
import { formatCount } from "../../model/format.ts";
import { rangeOfSteps, stepName } from "./model/time-steps.ts";
import type { OpenCollection } from "./use-collection.ts";

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
      <option value="">A {unit}…</option>
      {steps.slice(0, MOST_STEPS).map(({ start, rows }, place) => (
        <option key={start} value={place}>
          {stepName(start, unit)} ({formatCount(rows)})
        </option>
      ))}
    </select>
  );
}
