import type { Column, Value } from "../../../api/schema/collection-types.ts";
import { isRowId } from "../../../collection/port/check-head.ts";
import { cleanText } from "../../../collection/port/values.ts";
import {
  type ColumnPlan,
  type SourceRecord,
  writtenIn,
} from "../../../collection/table/propose-columns.ts";
import { isMissingWord, plainText, readValue } from "../../../collection/table/read-value.ts";
import { murmur3 } from "../../../kernel/hash.ts";
import type { Finding, Split } from "./import-types.ts";
import { saidLanguage } from "./row-languages.ts";
import type { TextReading } from "./text-reading.ts";

/** One row before its fingerprint. */
export interface Draft {
  readonly id: string;
  readonly text: string;
  /** Code of the language that it is read in; "" where that is unclear. */
  readonly language: string;
  readonly values: ReadonlyMap<string, Value>;
  readonly place: string;
}

type RecordDraft = Omit<Draft, "language">;

/** A record with its place, for messages. */
export interface PlacedRecord {
  readonly place: string;
  readonly record: SourceRecord;
}

/** The same with the id that it has among these files. */
export interface NamedRecord extends PlacedRecord {
  readonly id: string;
}

/** Gives records their ids: their own, or their number with a part that depends on the text; unique among these files. */
export class IdGiver {
  readonly #plan: ColumnPlan;
  /** How often each id came. */
  readonly #times = new Map<string, number>();
  #records = 0;

  constructor(plan: ColumnPlan) {
    this.#plan = plan;
  }

  /** Records so far. */
  get records(): number {
    return this.#records;
  }

  name(placed: PlacedRecord): NamedRecord {
    const { record } = placed;
    const { id, text } = this.#plan;
    this.#records++;
    const own = id === undefined ? "" : plainText(record.get(id)).trim();
    const base = isRowId(own) ? own : numbered(this.#records, plainText(record.get(text)));
    const times = (this.#times.get(base) ?? 0) + 1;
    this.#times.set(base, times);
    return { ...placed, id: times === 1 ? base : `${base} (${times})` };
  }
}

/** Rows of records, one for each text or part of one; `onFinding` is called with values that do not fit their column. */
export async function draftRows(
  records: readonly NamedRecord[],
  { plan, split, reading }: { plan: ColumnPlan; split: Split; reading: TextReading },
  onFinding: (finding: Finding) => void,
): Promise<Draft[]> {
  const columns = readingOf(plan);
  const drafts = records.map((record) => draftOf(record, columns, onFinding));
  const texts = drafts.map(({ text }) => text);
  const said = records.map(({ record }) => saidLanguage(plan, record));
  const found = said.includes(undefined) ? await reading.languages(texts) : [];
  const languages = said.map((code, i) => code ?? found[i]!);
  if (split === "none")
    return drafts.map((draft, i) => ({
      ...draft,
      text: draft.text.replaceAll("\f", ""),
      language: languages[i]!,
    }));
  const cut =
    split === "slices"
      ? await reading.slices(texts, languages)
      : texts.map((text) => text.split(PART_ENDS[split]).map((part) => part.trim()));
  const parts = drafts.map((draft, i) => partsOf(draft, cut[i]!));
  return inLanguages(parts, said, languages, reading);
}

/** What ends a part of a text; documents end their pages with a form feed. */
const PART_ENDS = { lines: /\n/, paragraphs: /\n\s*\n/, pages: /\f/ };

/** A part may be in another language than the rest of its text; one that is too short to tell is in that of the whole. */
async function inLanguages(
  parts: readonly (readonly RecordDraft[])[],
  said: readonly (string | undefined)[],
  whole: readonly string[],
  reading: TextReading,
): Promise<Draft[]> {
  const unsaid = parts.flatMap((own, i) => (said[i] === undefined ? own : []));
  const found = await reading.languages(unsaid.map(({ text }) => text));
  let next = 0;
  return parts.flatMap((own, i) =>
    own.map((draft) => {
      const ofPart = said[i] === undefined ? found[next++]! : "";
      return { ...draft, language: ofPart === "" ? whole[i]! : ofPart };
    }),
  );
}

function partsOf(draft: RecordDraft, parts: readonly string[]): RecordDraft[] {
  const filled = parts.filter((part) => part !== "");
  return (filled.length === 0 ? [""] : filled).map((text, i) => ({
    id: `${draft.id}/${String(i + 1).padStart(3, "0")}`,
    text,
    values: new Map([...draft.values, ["parent", draft.id], ["part", i + 1]]),
    place: draft.place,
  }));
}

/** What a plan says of each column, looked up by name. */
const readingOf = (plan: ColumnPlan) => ({
  text: plan.text,
  types: new Map(plan.columns.map(({ name, type }) => [name, type])),
  written: writtenIn(plan),
  leftOut: new Set([plan.text, plan.id, ...(plan.leftOut ?? [])]),
});

function draftOf(
  { place, record, id }: NamedRecord,
  { text, types, written, leftOut }: ReturnType<typeof readingOf>,
  onFinding: (finding: Finding) => void,
): RecordDraft {
  const values = new Map<string, Value>();
  for (const [name, raw] of record) {
    if (isMissingWord(raw)) onFinding({ kind: "missing", place, reason: "" });
    if (leftOut.has(name)) continue;
    const value = readValue(raw, types.get(name) ?? "text", written.get(name));
    values.set(name, value ?? null);
    if (value !== undefined) continue;
    values.set(`${name} (as given)`, readValue(raw, "text") ?? null);
    const reason = `“${plainText(raw).slice(0, 60)}” in “${name}” is not a ${types.get(name)}`;
    onFinding({ kind: "unread", place, reason });
  }
  const own = record.get(text);
  return { id, text: isMissingWord(own) ? "" : cleanText(plainText(own)), values, place };
}

/** A later record may hold another kind of value in a field that no column was planned for. */
export function valueFor(values: ReadonlyMap<string, Value>, { name, type }: Column): Value {
  return readValue(values.get(name) ?? null, type) ?? null;
}

/** Sorts as the file does; the same text at the same place has the same id again. */
function numbered(record: number, text: string): string {
  const units = new Uint32Array(Math.max(1, text.length));
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return `${String(record).padStart(8, "0")}-${murmur3(units).slice(0, 8)}`;
}
