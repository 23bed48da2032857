/** How the dates of a column are written where their letters do not show it: 9/25/2021, 20210925, 2021, seconds since 1970. */
export const DATE_FORMATS = [
  "dmy",
  "mdy",
  "ymd",
  "year",
  "seconds",
  "milliseconds",
  "excel",
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** What stands between the parts of a list in one cell; `json` is a list in brackets, as JSON or Python write it. */
export const LIST_FORMATS = ["json", ";", "|", ","] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];
