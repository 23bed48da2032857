import type { TimeUnit } from "../../api/schema/collection-types.ts";
import { daysInMonth } from "./values.ts";

/** First day of the unit that holds a day: weeks begin on Monday, decades with the year that ends in 0. */
export function startOfUnit(day: string, unit: TimeUnit): string {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  if (unit === "day") return day;
  if (unit === "week") return dayAt(dayNumber(day) - ((dayNumber(day) + 2) % 7));
  if (unit === "month") return isoDay(year, month, 1);
  if (unit === "quarter") return isoDay(year, month - ((month - 1) % 3), 1);
  if (unit === "year") return isoDay(year, 1, 1);
  return isoDay(year - (year % 10), 1, 1);
}

/** Days since 0000-03-01, a Wednesday; so Mondays are where `(number + 2) % 7` is 0. */
export function dayNumber(day: string): number {
  const month = Number(day.slice(5, 7));
  const year = Number(day.slice(0, 4)) - (month <= 2 ? 1 : 0);
  const fromMarch = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  return marchOf(year) + fromMarch + Number(day.slice(8, 10)) - 1;
}

/** The day number of 1 March: counted from there, a leap day is the last of its year. */
const marchOf = (year: number) =>
  365 * year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);

/** The opposite of `dayNumber`. */
export function dayAt(number: number): string {
  let year = Math.floor(number / 366);
  while (marchOf(year + 1) <= number) year++;
  let rest = number - marchOf(year);
  for (let month = 3; ; month++) {
    const inYear = month > 12 ? year + 1 : year;
    const length = daysInMonth(inYear, ((month - 1) % 12) + 1);
    if (rest < length) return isoDay(inYear, ((month - 1) % 12) + 1, rest + 1);
    rest -= length;
  }
}

export function isoDay(year: number, month: number, day: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

const MOST_STEPS = 60;
const DAYS: readonly (readonly [TimeUnit, number])[] = [
  ["day", 1],
  ["week", 7],
  ["month", 30],
  ["quarter", 91],
  ["year", 365],
];

/** The finest unit that divides a span of days into at most sixty steps or so. */
export function unitFor(first: string, last: string): TimeUnit {
  const days = dayNumber(last) - dayNumber(first) + 1;
  return DAYS.find(([, length]) => days / length <= MOST_STEPS)?.[0] ?? "decade";
}
