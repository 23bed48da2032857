import { DATE_FORMATS, LIST_FORMATS } from "../../../core/api/schema/column-formats.ts";
import { Switch } from "../../components/controls/choice.tsx";
import { plural } from "../../model/format.ts";
import {
  chooseReading,
  type ImportDraft,
  type Preview,
  type Reading,
  wishKind,
} from "./collection-import.ts";

const ENCODINGS = [
  "utf-8",
  "windows-1252",
  "macintosh",
  "utf-16le",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "iso-8859-2",
  "koi8-r",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
];
/** Names as the service takes them, and as they are shown. */
const DELIMITERS: readonly Option[] = [
  [",", "Comma"],
  [";", "Semicolon"],
  ["\t", "Tab"],
  ["|", "Bar"],
  ["none", "None: one column"],
];
const QUOTES: readonly Option[] = [
  ['"', "Double"],
  ["'", "Single"],
  ["none", "None"],
];
/** Lines that are offered for the header. */
const HEADER_LINES = 10;

type Option = readonly [value: string, title: string];

interface TableReadingProps {
  readonly draft: ImportDraft;
  readonly preview: Preview;
}

/** How the file is read, as proposed and as chosen. */
export function TableReading({ draft, preview: { table, plan, records } }: TableReadingProps) {
  if (table === null) return null;
  const { encoding, delimiter, quote, header, misfits, mojibake, missing, notes, rows, stops } =
    table;
  const signOf = (sign: string | null) => (sign === "" ? "none" : sign);
  return (
    <fieldset className="intake-reading stack gap-2-3">
      <legend className="visually-hidden">How the file is read</legend>
      <div className="intake-form">
        <Select
          title="Encoding"
          value={encoding}
          options={withOwn(
            ENCODINGS.map((name) => [name, name]),
            encoding,
          )}
          field="encoding"
        />
        <Select
          title="Delimiter"
          value={signOf(delimiter)}
          options={withOwn(DELIMITERS, signOf(delimiter))}
          field="delimiter"
        />
        <Select
          title="Quotation marks"
          value={signOf(quote)}
          options={withOwn(QUOTES, signOf(quote))}
          field="quote"
        />
        <HeaderChoice header={header} />
      </div>
      {mojibake > 0 || draft.reading.repair === true ? (
        <Switch
          label={
            mojibake > 0
              ? `Repair letters such as “Ã¼” (in ${mojibake} of the first ${plural(records, "row")})`
              : "Repair letters such as “Ã¼”"
          }
          isOn={draft.reading.repair === true}
          onChange={(repair) => chooseReading({ repair })}
        />
      ) : null}
      {(plan.ambiguous ?? []).map((column) => (
        <p key={column} className="intake-unfit row gap-2-3 wrap">
          In “{column}” the day or the month may come first.
          <FormatSelect name={column} kind="date" value="" none="choose" />
        </p>
      ))}
      {stops && (
        <Switch
          label={`Import although ${misfits} of ${plural(rows, "row")} do not fit the columns`}
          isOn={draft.reading.acceptMisfits === true}
          onChange={(acceptMisfits) => chooseReading({ acceptMisfits })}
        />
      )}
      {missing > 0 && (
        <p className="muted">
          {plural(missing, "cell")} of the first rows with words such as NaN: read as missing.
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
    </fieldset>
  );
}

/** What is proposed is offered, whatever it is. */
const withOwn = (options: readonly Option[], own: string | null): readonly Option[] =>
  own === null || options.some(([value]) => value === own) ? options : [...options, [own, own]];

interface SelectProps {
  readonly title: string;
  /** Null where the file has no such thing. */
  readonly value: string | null;
  readonly options: readonly Option[];
  readonly field: keyof Pick<Reading, "encoding" | "delimiter" | "quote">;
}

function Select({ title, value, options, field }: SelectProps) {
  if (value === null) return null;
  return (
    <label className="stack gap-half fine muted">
      {title}
      <select
        value={value}
        onChange={({ currentTarget }) => chooseReading({ [field]: currentTarget.value })}
      >
        {options.map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function HeaderChoice({ header }: { readonly header: number | null }) {
  if (header === null) return null;
  const lines = Array.from({ length: Math.max(HEADER_LINES, header) }, (_, i) => i + 1);
  return (
    <label className="stack gap-half fine muted">
      Names of the columns
      <select
        value={header}
        onChange={({ currentTarget }) => chooseReading({ header: Number(currentTarget.value) })}
      >
        <option value={0}>none</option>
        {lines.map((line) => (
          <option key={line} value={line}>
            in line {line}
          </option>
        ))}
      </select>
    </label>
  );
}

const FORMAT_TITLES: Readonly<Record<string, string>> = {
  dmy: "day first (31/12/2024)",
  mdy: "month first (12/31/2024)",
  ymd: "20241231",
  year: "year (2024)",
  seconds: "seconds since 1970",
  milliseconds: "milliseconds since 1970",
  excel: "Excel days (45352)",
  json: "in brackets",
  ",": "by commas",
  ";": "by semicolons",
  "|": "by bars",
};

interface FormatSelectProps {
  readonly name: string;
  readonly kind: "date" | "list";
  readonly value: string;
  /** Where there is no format. */
  readonly none?: string;
}

/** How the dates or lists of a column are written. */
export function FormatSelect({ name, kind, value, none = "as written" }: FormatSelectProps) {
  const formats = kind === "date" ? DATE_FORMATS : LIST_FORMATS;
  return (
    <select
      aria-label={`Format of ${name}`}
      value={value}
      onChange={({ currentTarget }) => wishKind(name, kind, currentTarget.value)}
    >
      {!formats.some((each) => each === value) && <option value="">{none}</option>}
      {formats.map((each) => (
        <option key={each} value={each}>
          {FORMAT_TITLES[each]}
        </option>
      ))}
    </select>
  );
}
