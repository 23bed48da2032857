import { DATE_FORMATS, type DateFormat } from "../../api/schema/column-formats.ts";
import { isDate } from "../port/values.ts";

/** Share of a column that has to be dates. */
export const MOSTLY = 0.95;

const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`;
const ISO = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2})${TIME})?$`, "i");
const DOTTED = new RegExp(String.raw`^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})${TIME}$`, "i");
const TRIPLE = new RegExp(String.raw`^(\d{1,2})([-/])(\d{1,2})\2(\d{4})${TIME}$`, "i");
/** With two digits of the year: in figures only where a user or the whole column says so, since a version may be meant. */
const SHORT = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{2})${TIME}$`, "i");
const SHORT_SLASHES = /^\d{1,2}\/\d{1,2}\/\d{2}\b(?!\/)/;
const SHORT_DOTS = /^(\d{2})\.\d{2}\.(\d{2})\b(?!\.)/;
const MONTH_OF_YEAR = /^(\d{1,2})[/.](1[5-9]\d\d|20\d\d)$/;
const QUARTER = /^(?:(\d{4})[- /]?Q([1-4])|Q([1-4])[- /]?(\d{4}))$/i;
const SHORT_NAMED = /^(\d{1,2})[- ](\p{L}{3,})\.?[- ]'?(\d{2})$/u;
const COMPACT =
  /^(\d{4})(\d{2})(\d{2})T(\d{2}):?(\d{2}):?(\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?$/;
const CHINESE = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/;
/** Two digits from here on are of the last century. */
const LAST_CENTURY = 70;
/** “Fri Mar 01 04:30:00 +0000 2024”, as Twitter wrote it. */
const TWITTER = /^\p{L}{3} (\p{L}{3}) (\d{1,2}) (\d{1,2}):(\d{2}):(\d{2}) [+-]\d{4} (\d{4})$/u;
const DAY = String.raw`(?:\p{L}+\.?,? +)?`;
const MONTH = String.raw`(\p{L}+)\.?,?`;
const DAY_FIRST = new RegExp(
  String.raw`^${DAY}(?:(\d{1,2})(?:st|nd|rd|th|er|º)?\.?[ -]+(?:de |of )?)?${MONTH}[ -]+(?:de |of )?(\d{4})${TIME}$`,
  "iu",
);
const MONTH_FIRST = new RegExp(
  String.raw`^${DAY}${MONTH}[ -]+(\d{1,2})(?:st|nd|rd|th)?,?[ -]+(\d{4})${TIME}$`,
  "iu",
);
const DIGITS: Readonly<Record<string, RegExp>> = {
  ymd: /^(1[5-9]|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/,
  year: /^(1\d|20)\d\d$/,
  seconds: /^\d{9,10}(\.\d+)?$/,
  milliseconds: /^\d{12,13}$/,
  excel: /^[2-5]\d{4}(\.\d+)?$/,
};
/** Days from the one that spreadsheets count from to 1970-01-01. */
const EXCEL_EPOCH = 25_569;
const DAY_MS = 86_400_000;

const LONGEST = 60;

/** Numbers of the months by their names, in the languages whose dates people have in tables. */
const MONTHS = new Map(
  ["en", "de", "fr", "es", "it", "pt", "nl"].flatMap((language) =>
    (["long", "short"] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, i): [string, number] => {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
        return [monthKey(format.format(Date.UTC(2024, i, 15))), i + 1];
      }),
    ),
  ),
);
MONTHS.set("sept", 9);

function monthKey(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/** The day, and the time where there is one, as written: zones and parts of seconds are dropped. Epochs are in UTC. */
export function readDate(text: string, format?: DateFormat): string | undefined {
  if (text.length > LONGEST) return undefined;
  if (format !== undefined && DIGITS[format]?.test(text)) return fromDigits(text, format);
  const iso = ISO.exec(text);
  if (iso !== null) return moment(iso[1], iso[3], iso[4] ?? "1", iso.slice(5));
  const dotted = DOTTED.exec(text);
  if (dotted !== null) return moment(dotted[3], dotted[2], dotted[1], dotted.slice(4));
  const triple = TRIPLE.exec(text);
  if (triple !== null) {
    const [, one, , two, year, ...time] = triple;
    if (format === "dmy") return moment(year, two, one, time);
    return format === "mdy" ? moment(year, one, two, time) : undefined;
  }
  const short = format === "dmy" || format === "mdy" ? SHORT.exec(text) : null;
  if (short !== null) {
    const [, one, , two, year, ...time] = short;
    const [day, month] = format === "dmy" ? [one, two] : [two, one];
    return moment(fullYear(year!), month, day, time);
  }
  const month = MONTH_OF_YEAR.exec(text);
  if (month !== null) return moment(month[2], month[1], "1", []);
  return /\p{L}/u.test(text) ? readWords(text) : undefined;
}

const fullYear = (year: string): string => `${Number(year) >= LAST_CENTURY ? "19" : "20"}${year}`;

function readWords(text: string): string | undefined {
  const tweet = TWITTER.exec(text);
  if (tweet !== null) return named(tweet[6], tweet[1], tweet[2], tweet.slice(3, 6));
  const compact = COMPACT.exec(text) ?? CHINESE.exec(text);
  if (compact !== null) return moment(compact[1], compact[2], compact[3], compact.slice(4));
  const quarter = QUARTER.exec(text);
  if (quarter !== null) {
    const first = 3 * Number(quarter[2] ?? quarter[3]) - 2;
    return moment(quarter[1] ?? quarter[4], String(first), "1", []);
  }
  const short = SHORT_NAMED.exec(text);
  if (short !== null) return named(fullYear(short[3]!), short[2], short[1], []);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null)
    return named(dayFirst[3], dayFirst[2], dayFirst[1] ?? "1", dayFirst.slice(4));
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst === null) return undefined;
  return named(monthFirst[3], monthFirst[1], monthFirst[2], monthFirst.slice(4));
}

type Part = string | undefined;

function named(year: Part, month: Part, day: Part, time: readonly Part[]): string | undefined {
  const number = MONTHS.get(monthKey(month ?? ""));
  return number === undefined ? undefined : moment(year, String(number), day, time);
}

function moment(
  year: Part,
  month: Part,
  day: Part,
  [hour, minute, second = "00", half]: readonly Part[],
): string | undefined {
  const date = `${year}-${two(month)}-${two(day)}`;
  const whole =
    hour === undefined ? date : `${date}T${two(hourOf(hour, half))}:${minute}:${second}`;
  return isDate(whole) ? whole : undefined;
}

/** Of 24. A few programs write “23:30 PM”. */
function hourOf(hour: string, half: Part): string {
  if (half === undefined || Number(hour) > 12) return hour;
  return String((Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0));
}

const two = (part: Part) => (part ?? "").padStart(2, "0");

function fromDigits(text: string, format: DateFormat): string | undefined {
  if (format === "year") return `${text}-01-01`;
  if (format === "ymd") return moment(text.slice(0, 4), text.slice(4, 6), text.slice(6), []);
  if (format === "excel") {
    const seconds = Math.round((Number(text) - EXCEL_EPOCH) * (DAY_MS / 1000));
    const written = new Date(1000 * seconds).toISOString();
    return written.slice(0, text.includes(".") ? 19 : 10);
  }
  const milliseconds = Number(text) * (format === "seconds" ? 1000 : 1);
  return new Date(milliseconds).toISOString().slice(0, 19);
}

/** What the dates of a column are. */
export interface FoundDates {
  /** Absent where each is written in one way only. */
  readonly format?: DateFormat;
  /** Nothing in the column shows whether day or month comes first. */
  readonly isAmbiguous: boolean;
  /** Share of the values that are dates. */
  readonly share: number;
}

/** Decides from the whole column how its dates are written, unless a user says so. */
export function datesIn(texts: readonly string[], chosen?: DateFormat): FoundDates {
  const shareOf = (format?: DateFormat) =>
    texts.filter((text) => readDate(text, format) !== undefined).length / Math.max(1, texts.length);
  if (chosen !== undefined && shareOf(chosen) > shareOf())
    return { format: chosen, isAmbiguous: false, share: shareOf(chosen) };
  const short = texts.map((text) => SHORT_DOTS.exec(text));
  if (texts.length > 0 && short.every((parts) => parts !== null)) {
    // 24.03.01 may begin with the year, which then has fewer values than the days.
    const [first, last] = [1, 2].map((part) => new Set(short.map((parts) => parts[part])).size);
    return { format: "dmy", isAmbiguous: first! < last!, share: shareOf("dmy") };
  }
  const hasTriples =
    texts.some((text) => TRIPLE.test(text)) ||
    (texts.length > 0 && texts.every((text) => SHORT_SLASHES.test(text)));
  if (hasTriples) {
    const [dmy, mdy] = [shareOf("dmy"), shareOf("mdy")];
    const isAmbiguous =
      dmy === mdy && texts.some((text) => readDate(text, "dmy") !== readDate(text, "mdy"));
    return { format: mdy > dmy ? "mdy" : "dmy", isAmbiguous, share: Math.max(dmy, mdy) };
  }
  const format = DATE_FORMATS.find((each) => {
    const digits = DIGITS[each];
    return digits !== undefined && texts.length > 0 && texts.every((text) => digits.test(text));
  });
  return { ...(format && { format }), isAmbiguous: false, share: shareOf(format) };
}
