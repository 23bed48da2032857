import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ColumnKind } from "../../../core/api/schema/collection-types.ts";
import type { RetinaStamp } from "../../../core/workspace/cells.ts";
import { languagesQuery } from "../../api/map-queries.ts";
import { engineQuery } from "../../api/query-client.ts";
import { Button } from "../../components/controls/button.tsx";
import { Keys } from "../../components/controls/keys.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { formatCount, formatShare, plural } from "../../model/format.ts";
import { plainLanguageName } from "../../model/language-name.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { useRetina } from "../../state/retina.ts";
import {
  chooseSheet,
  dropDraft,
  type ImportDraft,
  importDraft,
  nameDraft,
  type Preview,
  type Role,
  readDraftBy,
  type Split,
  splitDraft,
  wish,
  wishKind,
} from "./collection-import.ts";
import { WhereTextsGo } from "./connection-box.tsx";
import { useHoldFocus } from "./focus-soon.ts";
import { FormatSelect, TableReading } from "./table-reading.tsx";
import "./import.css";

const MAKE_KEY = "$mod+Enter";

/** A file before it becomes a collection: what is in it, and which column is for what. */
export function ImportPanel({ draft }: { readonly draft: ImportDraft }) {
  const retina = useRetina();
  const box = useHoldFocus<HTMLElement>();
  const { files, name, preview, error, isAsking, paths, sent } = draft;
  const isReady = preview !== null && paths.length > 0 && error === null && !isAsking;
  const trial = useReaderTrial(draft);
  const isOff = !isReady || retina === null || name.trim() === "" || trial.isError;
  const make = () => retina && void importDraft(retina.name);
  useRegisterActions([
    {
      id: "collection.import",
      title: `Create the collection ${name}`,
      group: "Collection",
      keys: MAKE_KEY,
      disabledBecause: isOff
        ? trial.isError
          ? "The encoder cannot be used"
          : "The file is being read"
        : null,
      run: make,
    },
  ]);
  return (
    <section ref={box} className="column gap-3 grow" aria-label="Import" tabIndex={-1}>
      <header>
        <h2 dir="auto">Create a collection from {files}</h2>
        <Loadings
          isSending={paths.length === 0 && error === null}
          sent={sent}
          isAsking={isAsking}
        />
      </header>
      {error !== null && (
        <Failure error={error} doing="Reading the file">
          <Button size="small" onPress={dropDraft}>
            Close
          </Button>
        </Failure>
      )}
      {preview && (
        <>
          <div className="intake-form">
            <label className="stack gap-half fine muted">
              Name
              <input
                type="text"
                value={name}
                maxLength={100}
                dir="auto"
                onChange={({ currentTarget }) => nameDraft(currentTarget.value)}
              />
            </label>
            <SheetChoice preview={preview} />
            {ROLES.map((role) => (
              <RoleChoice key={role.role} choice={role} preview={preview} />
            ))}
            <label className="stack gap-half fine muted">
              Split texts
              <select
                value={draft.split}
                onChange={({ currentTarget }) => splitDraft(currentTarget.value as Split)}
              >
                <option value="none">no</option>
                <option value="lines">by line</option>
                <option value="paragraphs">by paragraph</option>
                <option value="pages">by page</option>
                <option value="slices">by topic</option>
              </select>
            </label>
            <ReaderChoice draft={draft} retina={retina} />
          </div>
          {draft.reader !== "" && <ReaderRate reader={draft.reader} trial={trial} />}
          <TableReading draft={draft} preview={preview} />
          <Languages preview={preview} />
          <RecordWarnings preview={preview} />
          <FoundColumns preview={preview} />
        </>
      )}
      <footer
        className="intake-actions row wrap at-end"
        hidden={error !== null && preview === null}
      >
        {retina && (
          <span className="muted">
            Fingerprints on the map {retina.name}
            {draft.reader !== "" && `, by the encoder ${draft.reader}`}. <WhereTextsGo />
          </span>
        )}
        <Button onPress={dropDraft}>Cancel</Button>
        <Button tone="primary" aria-label="Create the collection" isDisabled={isOff} onPress={make}>
          {" "}
          Create the collection <Keys keys={MAKE_KEY} />
        </Button>
      </footer>
    </section>
  );
}

interface LoadingsProps {
  readonly isSending: boolean;
  readonly sent: number;
  readonly isAsking: boolean;
}

function Loadings({ isSending, sent, isAsking }: LoadingsProps) {
  if (isSending)
    return (
      <p className="muted figures row gap-2-3 wrap" role="status">
        Reading the file: <progress value={sent} max={1} /> {formatShare(sent)}
      </p>
    );
  return isAsking ? <Loading label="Reading the file" /> : null;
}

/** Which sheet of a workbook becomes the table. */
function SheetChoice({ preview: { sheet, sheets } }: { readonly preview: Preview }) {
  if (sheets.length < 2) return null;
  return (
    <label className="stack gap-half fine muted">
      Sheet
      <select
        value={sheet ?? ""}
        onChange={({ currentTarget }) => chooseSheet(currentTarget.value)}
      >
        {sheets.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

interface RoleTitle {
  readonly role: Role;
  readonly title: string;
  /** What is said where no column has the role. */
  readonly none: string;
  /** What is wished to have no column, where a person may take away the one that is proposed. */
  readonly without?: string;
}

const ROLES: readonly RoleTitle[] = [
  { role: "text", title: "Text", none: "" },
  { role: "id", title: "Id", none: "numbered" },
  { role: "title", title: "Title", none: "none" },
  { role: "date", title: "Date", none: "none" },
  { role: "category", title: "Category", none: "none" },
  { role: "truth", title: "Ground truth", none: "none" },
  { role: "language", title: "Language", none: "detected", without: "auto" },
];

interface RoleChoiceProps {
  readonly choice: RoleTitle;
  readonly preview: Preview;
}

function RoleChoice({ choice: { role, title, none, without }, preview }: RoleChoiceProps) {
  const { plan } = preview;
  const column = role === "text" || role === "id" ? plan[role] : plan.roles[role];
  const ofAll = role === "language" ? plan.language : undefined;
  const now = column ?? ofAll ?? without ?? "";
  const names = preview.found.map(({ name }) => name);
  return (
    <label className="stack gap-half fine muted">
      {title}
      <select value={now} onChange={({ currentTarget }) => wish(role, currentTarget.value)}>
        {(column === undefined || without !== undefined) && (
          <option value={without ?? ""}>{none}</option>
        )}
        {names.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
        {role === "language" && <LanguageOptions />}
      </select>
    </label>
  );
}

/** The languages that all texts of a file can be read in. */
function LanguageOptions() {
  const retina = useRetina();
  const { data } = useQuery({ ...languagesQuery(retina?.name ?? ""), enabled: retina !== null });
  const names = [...(data ?? [])].map((code) => [code, plainLanguageName(code)] as const);
  return (
    <optgroup label="All texts are in">
      {names
        .sort(([, a], [, b]) => a.localeCompare(b))
        .map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
    </optgroup>
  );
}

/** What is not as it should be, and what becomes of it, said before anything does. */
function RecordWarnings({ preview: { odd, oddities } }: { readonly preview: Preview }) {
  if (odd === 0) return null;
  return (
    <details className="intake-banner row gap-2-3 wrap note" open>
      <summary>
        {plural(odd, "of the first rows has a problem", "of the first rows have problems")}
      </summary>
      <ul>
        {oddities.map(({ place, reason }) => (
          <li key={place + reason}>
            <span dir="auto">{place}</span>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Columns beyond which a list tells less, not more. */
const MOST_SHOWN = 40;

const KINDS: readonly (readonly [ColumnKind, string])[] = [
  ["text", "Text"],
  ["category", "Category"],
  ["number", "Number"],
  ["date", "Date"],
  ["list", "List"],
  ["none", "Leave out"],
];

/** Every column with its kind, which can be changed, three of its values, and what does not fit. */
function FoundColumns({ preview }: { readonly preview: Preview }) {
  const [all, setAll] = useState(false);
  const { plan, found, records } = preview;
  // The text decides whether all is well, so it comes first.
  const sorted = found.toSorted(
    (a, b) => Number(b.name === plan.text) - Number(a.name === plan.text),
  );
  return (
    <div className="intake-preview grow scroll">
      <table className="table texts across">
        <caption className="visually-hidden">The columns of the file</caption>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Kind</th>
            <th scope="col">Sample values</th>
            <th scope="col">Distinct values in {plural(records, "row")}</th>
          </tr>
        </thead>
        <tbody>
          {(all ? sorted : sorted.slice(0, MOST_SHOWN)).map((column) => (
            <tr key={column.name} data-text={column.name === plan.text || undefined}>
              <th scope="row" dir="auto">
                {column.name}
              </th>
              <td>
                <KindChoice preview={preview} name={column.name} />
              </td>
              <td dir="auto">
                {column.values.map((value) => (
                  <span key={value} className="intake-value clip">
                    {value}
                  </span>
                ))}
                <Unfit preview={preview} column={column} />
              </td>
              <td className="figures">
                {formatCount(column.different)}
                {column.filled < records && `, ${formatCount(records - column.filled)} empty`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!all && sorted.length > MOST_SHOWN && (
        <Button size="small" tone="quiet" onPress={() => setAll(true)}>
          Show all {sorted.length} columns
        </Button>
      )}
    </div>
  );
}

function KindChoice({
  preview: { plan },
  name,
}: {
  readonly preview: Preview;
  readonly name: string;
}) {
  if (name === plan.text) return "Text to read";
  if (name === plan.id) return "Id";
  const type = plan.columns.find((column) => column.name === name)?.type ?? "none";
  const kind =
    plan.roles.category === name || plan.roles.categories?.includes(name) ? "category" : type;
  const { notation = "plain", unit } = plan.numbers?.find(({ column }) => column === name) ?? {};
  return (
    <>
      <select
        aria-label={`Kind of ${name}`}
        value={kind}
        onChange={({ currentTarget: { value } }) => wishKind(name, value as ColumnKind)}
      >
        {KINDS.map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      {NOTATIONS[notation]}
      {unit !== undefined && ` in ${unit}`}
      {type === "date" && (
        <FormatSelect name={name} kind="date" value={formatOf(plan.dates, name)} />
      )}
      {type === "list" && (
        <FormatSelect name={name} kind="list" value={formatOf(plan.lists, name)} />
      )}
    </>
  );
}

const formatOf = (
  written: readonly { readonly column: string; readonly format: string }[] = [],
  name: string,
): string => written.find(({ column }) => column === name)?.format ?? "";

const NOTATIONS = { plain: "", point: " like 1,234.5", comma: " like 1.234,5" };

interface UnfitProps {
  readonly preview: Preview;
  readonly column: Preview["found"][number];
}

/** Values that are not of the kind, where they go, and what would keep them. */
function Unfit({ preview: { plan }, column: { name, filled, unfit, unfitValue } }: UnfitProps) {
  if (unfit === 0) return null;
  const type = plan.columns.find((column) => column.name === name)?.type;
  return (
    <p className="intake-unfit">
      {formatCount(unfit)} of {plural(filled, "value")} {unfit === 1 ? "is not" : "are not"} of the
      kind {type}, such as “{unfitValue}”. These go to a separate column, “{name} (as given)”.
      Choose Text to keep all values in one column.
    </p>
  );
}

/** The languages of the first texts: each is read with the retina of its own. */
function Languages({ preview: { records, languages } }: { readonly preview: Preview }) {
  if (languages.length === 0) return null;
  const told = languages.map(({ language, rows }) => {
    const name = language === "" ? "unclear" : language;
    return languages.length === 1 ? name : `${name} ${formatCount(rows)}`;
  });
  return (
    <p className="muted figures">
      Language of the first {plural(records, "text")}: {told.join(", ")}
    </p>
  );
}

const readersQuery = () => queryOptions({ ...engineQuery("", "app.readers", {}), staleTime: 0 });

const rateQuery = (reader: string, texts: readonly string[]) =>
  queryOptions(engineQuery("", "app.readerRate", { reader, texts: [...texts] }));

interface ReaderChoiceProps {
  readonly draft: ImportDraft;
  readonly retina: RetinaStamp | null;
}

/** What makes the fingerprints; nothing where no encoder was fitted to the map. */
function ReaderChoice({ draft: { reader }, retina }: ReaderChoiceProps) {
  const { data = [] } = useQuery(readersQuery());
  const here = data.filter(
    ({ map, problem }) => problem !== null || map?.checksum === retina?.checksum,
  );
  if (here.length === 0) return null;
  return (
    <label className="stack gap-half fine muted">
      Fingerprint from
      <select value={reader} onChange={({ currentTarget }) => readDraftBy(currentTarget.value)}>
        <option value="">words (default)</option>
        {here.map(({ name, problem }) => (
          <option key={name} value={name} disabled={problem !== null} title={problem ?? undefined}>
            {problem === null ? `encoder “${name}”` : `“${name}” is damaged`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Rows that a time is told for: nobody knows how many a file has before its end is read. */
const ROWS = 10_000;

/** Tries the draft's reader on the first texts of the file; does nothing where words read. */
function useReaderTrial({ reader, preview }: ImportDraft) {
  const texts = preview === null || reader === "" ? [] : textsOf(preview);
  return useQuery({ ...rateQuery(reader, texts), enabled: texts.length > 0 });
}

const textsOf = ({ plan, rows }: Preview): string[] =>
  rows.flatMap((cells) =>
    cells.flatMap(({ name, value }) => (name === plan.text && value.trim() !== "" ? [value] : [])),
  );

interface ReaderRateProps {
  readonly reader: string;
  readonly trial: ReturnType<typeof useReaderTrial>;
}

/** How long the reader will take by its trial, or why it cannot read. */
function ReaderRate({ reader, trial }: ReaderRateProps) {
  const { data, error, isFetching, refetch } = trial;
  if (error)
    return <Failure error={error} doing="Measuring the encoder" onRetry={() => void refetch()} />;
  if (data === undefined)
    return isFetching ? <Loading label={`Measuring the speed of ${reader}`} /> : null;
  const { textsPerSecond: rate, threads } = data;
  return (
    <p className="muted figures" role="status">
      The encoder “{reader}” encodes about{" "}
      {rate < 10 ? rate.toFixed(1) : formatCount(Math.round(rate))} of these texts per second on{" "}
      {plural(threads, "thread")}: {formatCount(ROWS)} rows take {timeOf(ROWS / rate)}.
    </p>
  );
}

function timeOf(seconds: number): string {
  if (seconds < 90) return plural(Math.max(1, Math.round(seconds)), "second");
  if (seconds < 5400) return plural(Math.round(seconds / 60), "minute");
  return plural(Math.round(seconds / 3600), "hour");
}
