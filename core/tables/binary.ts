/** What files begin with that people take for texts. */
const FORMATS: readonly (readonly [string, string])[] = [
  ["%PDF-", "a PDF; save its text"],
  ["PK\u0003\u0004", "a zip file, as .xlsx, .docx and .ods are; save it as CSV or text"],
  ["\u00d0\u00cf\u0011\u00e0", "an old Office document; save it as CSV or text"],
  ["\u001f\u008b", "packed; end its name in .gz"],
  ["PAR1", "Parquet; end its name in .parquet"],
  ["SQLite format 3", "a database; export its table as CSV"],
];
const LONGEST_MARK = 20;
const LOOKED_AT = 8192;
/** Share of control characters above which bytes are no text; compressed data has one in ten. */
const MOST_CONTROLS = 0.02;
const [TAB, RETURN, ESCAPE, SPACE] = [9, 13, 27, 32];

/** Why the beginning of a file is no text, and what to do about it; null for what may be one. */
export function binaryReason(first: Uint8Array): string | null {
  const sample = first.subarray(0, LOOKED_AT);
  const start = String.fromCharCode(...sample.subarray(0, LONGEST_MARK));
  const [, format] = FORMATS.find(([mark]) => start.startsWith(mark)) ?? [];
  if (format !== undefined) return `it is no text but ${format}`;
  const [one, two] = sample;
  const hasMark = (one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff);
  if (hasMark) return null;
  let controls = 0;
  for (const byte of sample)
    if (byte < SPACE && !(byte >= TAB && byte <= RETURN) && byte !== ESCAPE) controls++;
  return controls > MOST_CONTROLS * sample.length
    ? "it is no text but binary data, or text in an encoding such as UTF-16 without its mark; save it as UTF-8"
    : null;
}
