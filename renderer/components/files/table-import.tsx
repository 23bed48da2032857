import { useEffect, useMemo, useState } from "react";
import { formatCount, plural } from "../../model/format.ts";
import {
  type Assignment,
  assignColumns,
  type ColumnRole,
  guessColumns,
  type ImportedRow,
} from "../../model/tables/assign-columns.ts";
import { guessFormat } from "../../model/tables/guess-format.ts";
import type { RejectedRow } from "../../model/tables/parse-delimited.ts";
import { KIND_TITLES, type ReadOptions, readTable } from "../../model/tables/read-table.ts";
import { Button } from "../controls/button.tsx";
import { Choice, Switch } from "../controls/choice.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { Failure, Loading } from "../controls/states.tsx";
import { copyText } from "./download.ts";
import { ImportPreview } from "./import-preview.tsx";
import { readTextFile, type TextSource } from "./read-file.ts";
import "./table-import.css";

interface TableImportProps {
  /** "Import examples" */
  readonly title: string;
  /** A file, or text that was pasted (`pastedText`); null keeps the dialog closed. */
  readonly source: File | TextSource | null;
  /** What the columns are wanted for, the most important first. */
  readonly roles: readonly ColumnRole[];
  /** One row: "example", "pair". */
  readonly noun: string;
  readonly onAccept: (
    rows: readonly ImportedRow[],
    source: TextSource,
    columns: readonly string[],
  ) => void;
  readonly onClose: () => void;
}

/** Shows how a file will be read before anything is taken from it: encoding, columns, first rows, refused rows. */
export function TableImport({ title, source, onClose, ...rest }: TableImportProps) {
  const opened = useTextSource(source);
  return (
    <>
      {source && !opened && (
        <Dialog title={title} isOpen width="wide" onClose={onClose}>
          <Loading label={`Reading ${source.name}`} />
        </Dialog>
      )}
      {opened instanceof Error && (
        <Dialog title={title} isOpen width="wide" onClose={onClose}>
          <Failure error={opened} doing="Reading the file" />
        </Dialog>
      )}
      {opened && !(opened instanceof Error) && (
        <ImportDialog title={title} opened={opened} onClose={onClose} {...rest} />
      )}
    </>
  );
}

/** The text once it is read, the failure, or null while reading. */
function useTextSource(source: File | TextSource | null): TextSource | Error | null {
  const [read, setRead] = useState<{ source: unknown; result: TextSource | Error } | null>(null);
  useEffect(() => {
    if (!(source instanceof File)) return;
    let isWanted = true;
    readTextFile(source)
      .catch((cause: unknown) => (cause instanceof Error ? cause : new Error(String(cause))))
      .then((result) => isWanted && setRead({ source, result }));
    return () => {
      isWanted = false;
    };
  }, [source]);
  if (!(source instanceof File)) return source;
  return read?.source === source ? read.result : null;
}

interface ImportDialogProps extends Omit<TableImportProps, "source"> {
  readonly opened: TextSource;
}

function ImportDialog({ title, opened, roles, noun, onAccept, onClose }: ImportDialogProps) {
  const { options, setOptions, table } = useReadTable(opened);
  const guessed = useMemo(() => guessColumns(table, roles), [table, roles]);
  const [own, setOwn] = useState<Assignment>({});
  const chosen = useMemo(() => ({ ...guessed, ...own }), [guessed, own]);
  const { rows, rejected } = useMemo(
    () => assignColumns(table, roles, chosen),
    [table, roles, chosen],
  );
  const change = (next: ReadOptions) => {
    setOptions(next);
    setOwn({});
  };
  return (
    <Dialog
      title={title}
      isOpen
      width="wide"
      onClose={onClose}
      actions={
        <ImportActions
          good={rows.length}
          bad={rejected.length}
          noun={noun}
          onClose={onClose}
          onAccept={() => {
            onAccept(rows, opened, table.columns);
            onClose();
          }}
        />
      }
    >
      <div className="import stack gap-4">
        <p>
          <strong dir="auto">{opened.name}</strong>{" "}
          <span className="muted">
            {opened.encoding ? `${opened.encoding} · ` : ""}
            {plural(table.columns.length, "column")}
          </span>
        </p>
        <ImportFormat options={options} onChange={change} />
        <RoleChoices
          roles={roles}
          columns={table.columns}
          chosen={chosen}
          onChange={(role, column) => setOwn({ ...own, [role]: column })}
        />
        {table.duplicates.length > 0 && (
          <p className="warned note caution">
            {table.duplicates.map((name) => `“${name}”`).join(", ")} appears more than once in the
            header; the later ones are numbered.
          </p>
        )}
        <ImportPreview table={table} roles={roles} chosen={chosen} />
        <ImportRejected rejected={table.odd} fate="read otherwise than written" />
        <ImportRejected rejected={rejected} fate="refused" />
      </div>
    </Dialog>
  );
}

/** The file as a table, as guessed and as corrected. */
function useReadTable({ name, text, encoding }: TextSource) {
  const [options, setOptions] = useState<ReadOptions>(() =>
    guessFormat(encoding === null ? "" : name, text),
  );
  const table = useMemo(() => readTable(text, options), [text, options]);
  return { options, setOptions, table };
}

interface ImportActionsProps {
  readonly good: number;
  readonly bad: number;
  readonly noun: string;
  readonly onClose: () => void;
  readonly onAccept: () => void;
}

function ImportActions({ good, bad, noun, onClose, onAccept }: ImportActionsProps) {
  return (
    <>
      <p className="import-count muted figures" role="status">
        {countText(good, bad, noun)}
      </p>
      <Button onPress={onClose}>Cancel</Button>
      <Button tone="primary" autoFocus isDisabled={good === 0} onPress={onAccept}>
        {acceptText(good, bad, noun)}
      </Button>
    </>
  );
}

const countText = (good: number, bad: number, noun: string): string =>
  bad === 0
    ? `${plural(good, noun)}, none refused`
    : `${plural(good, noun)}, ${plural(bad, "row")} refused`;

const acceptText = (good: number, bad: number, noun: string): string =>
  bad > 0 && good > 0
    ? `Import the ${formatCount(good)} good ones`
    : `Import ${plural(good, noun)}`;

interface RoleChoicesProps {
  readonly roles: readonly ColumnRole[];
  readonly columns: readonly string[];
  readonly chosen: Assignment;
  readonly onChange: (role: string, column: number) => void;
}

function RoleChoices({ roles, columns, chosen, onChange }: RoleChoicesProps) {
  return (
    <div className="import-roles row wrap">
      {roles.map(({ id, title, isRequired }) => (
        <label key={id} className="stack gap-1 fine muted">
          <span>{title}</span>
          <select
            value={chosen[id] ?? -1}
            onChange={({ currentTarget }) => onChange(id, Number(currentTarget.value))}
          >
            {(!isRequired || chosen[id] === -1) && (
              <option value={-1}>{isRequired ? "Choose a column" : "None"}</option>
            )}
            {columns.map((column, index) => (
              <option key={column} value={index}>
                {column}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
}

interface ImportFormatProps {
  readonly options: ReadOptions;
  readonly onChange: (options: ReadOptions) => void;
}

/** How the file is taken apart: guessed, and open to correction. */
function ImportFormat({ options, onChange }: ImportFormatProps) {
  const { kind, separator, hasHeader } = options;
  return (
    <div className="stack">
      <Choice
        label="Read as"
        options={KIND_TITLES}
        value={kind}
        onChange={(next) => onChange({ ...options, kind: next })}
      />
      {kind === "csv" && (
        <Choice
          label="Separator"
          options={{ ",": "Comma", ";": "Semicolon" }}
          value={separator}
          onChange={(next) => onChange({ ...options, separator: next })}
        />
      )}
      <Switch
        label="The first row holds the names of the columns"
        isOn={hasHeader}
        onChange={(next) => onChange({ ...options, hasHeader: next })}
      />
    </div>
  );
}

const SHOWN = 200;

interface ImportRejectedProps {
  readonly rejected: readonly RejectedRow[];
  /** What became of them: "refused". */
  readonly fate: string;
}

/** Rows that will not be imported, or not as they are written, each with its line and the reason. */
function ImportRejected({ rejected, fate }: ImportRejectedProps) {
  const [answer, setAnswer] = useState("");
  if (rejected.length === 0) return null;
  const copy = async () => {
    const lines = rejected.map(({ line, reason, excerpt }) => `${line}\t${reason}\t${excerpt}`);
    const isDone = await copyText(`line\treason\ttext\n${lines.join("\n")}\n`);
    setAnswer(isDone ? "Copied" : "The system did not allow copying.");
  };
  return (
    <details className="import-rejected">
      <summary className="warned">
        {plural(rejected.length, "row")} {fate}
      </summary>
      <ul className="scroll">
        {rejected.slice(0, SHOWN).map(({ line, reason, excerpt }) => (
          <li className="row gap-3 fine" key={`${line} ${reason}`}>
            <span className="figures">Line {line}</span> {reason}
            <code className="clip muted" dir="auto">
              {excerpt}
            </code>
          </li>
        ))}
      </ul>
      {rejected.length > SHOWN && <p className="muted">The first {SHOWN} are shown.</p>}
      <Button size="small" tone="quiet" onPress={() => void copy()}>
        Copy the whole list
      </Button>
      {answer !== "" && (
        <span role="status" className="muted">
          {answer}
        </span>
      )}
    </details>
  );
}
