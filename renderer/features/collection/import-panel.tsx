import { useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Keys } from "../../components/controls/keys.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { useHoldFocus } from "../../components/use-hold-focus.ts";
import { formatShare, plural } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import {
  dropDraft,
  type ImportDraft,
  importDraft,
  nameDraft,
  type Preview,
  type Role,
  type Split,
  splitDraft,
  wish,
} from "../../state/collection/collection-import.ts";
import { useRetina } from "../../state/retina.ts";
import { WhereTextsGo } from "./kept-in.tsx";
import "./import.css";

const MAKE_KEY = "$mod+Enter";

/** A file before it becomes a collection: what is in it, and which column is for what. */
export function ImportPanel({ draft }: { readonly draft: ImportDraft }) {
  const retina = useRetina();
  const box = useHoldFocus<HTMLElement>();
  const { files, name, preview, error, isAsking, paths, sent } = draft;
  const isReady = preview !== null && paths.length > 0 && error === null && !isAsking;
  const isOff = !isReady || retina === null || name.trim() === "";
  const make = () => retina && void importDraft(retina.name);
  useRegisterActions([
    {
      id: "collection.import",
      title: `Make the collection ${name}`,
      group: "Collection",
      keys: MAKE_KEY,
      disabledBecause: isOff ? "The file is being looked into" : null,
      run: make,
    },
  ]);
  return (
    <section ref={box} className="collection-import" aria-label="Import" tabIndex={-1}>
      <header>
        <h2 dir="auto">Make a collection of {files}</h2>
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
            <label>
              Name
              <input
                type="text"
                value={name}
                maxLength={100}
                dir="auto"
                onChange={({ currentTarget }) => nameDraft(currentTarget.value)}
              />
            </label>
            {ROLES.map(({ role, title, none }) => (
              <RoleChoice key={role} role={role} title={title} none={none} preview={preview} />
            ))}
            <label>
              One row for each
              <select
                value={draft.split}
                onChange={({ currentTarget }) => splitDraft(currentTarget.value as Split)}
              >
                <option value="none">text</option>
                <option value="paragraphs">paragraph</option>
                <option value="slices">change of subject</option>
              </select>
            </label>
          </div>
          <OddRecords preview={preview} />
          <PreviewTable preview={preview} />
        </>
      )}
      <footer className="intake-actions">
        {retina && (
          <span className="muted">
            Fingerprints by the retina {retina.name}. <WhereTextsGo />
          </span>
        )}
        <Button onPress={dropDraft}>Cancel</Button>
        <Button tone="primary" aria-label="Make the collection" isDisabled={isOff} onPress={make}>
          Make the collection <Keys keys={MAKE_KEY} />
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
      <p className="intake-sending muted figures" role="status">
        Reading the file: <progress value={sent} max={1} /> {formatShare(sent)}
      </p>
    );
  return isAsking ? <Loading label="Looking into the file" /> : null;
}

const ROLES: readonly { readonly role: Role; readonly title: string; readonly none: string }[] = [
  { role: "text", title: "Text", none: "" },
  { role: "id", title: "Id", none: "numbered" },
  { role: "title", title: "Title", none: "none" },
  { role: "date", title: "Date", none: "none" },
  { role: "category", title: "Category", none: "none" },
];

interface RoleChoiceProps {
  readonly role: Role;
  readonly title: string;
  readonly none: string;
  readonly preview: Preview;
}

function RoleChoice({ role, title, none, preview }: RoleChoiceProps) {
  const { plan } = preview;
  const now = (role === "text" || role === "id" ? plan[role] : plan.roles[role]) ?? "";
  const names = namesOf(preview);
  return (
    <label>
      {title}
      <select value={now} onChange={({ currentTarget }) => wish(role, currentTarget.value)}>
        {now === "" && <option value="">{none}</option>}
        {names.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Columns of the file, in the order in which they are met. */
const namesOf = ({ rows }: Preview): readonly string[] => [
  ...new Set(rows.flatMap((row) => row.map(({ name }) => name))),
];

const NOTATIONS = { plain: "", point: " like 1,234.5", comma: " like 1.234,5" };

/** What is not as it should be, said before anything comes of it. */
function OddRecords({ preview: { odd, oddities } }: { readonly preview: Preview }) {
  if (odd === 0) return null;
  return (
    <details className="intake-banner" open>
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

/** Columns of a preview beyond which a table tells less, not more. */
const MOST_SHOWN = 30;
const LONGEST = 400;

function PreviewTable({ preview }: { readonly preview: Preview }) {
  const [all, setAll] = useState(false);
  const { plan } = preview;
  // The text decides whether all is well, so it comes first.
  const names = namesOf(preview).toSorted(
    (a, b) => Number(b === plan.text) - Number(a === plan.text),
  );
  const shown = all ? names : names.slice(0, MOST_SHOWN);
  const typeOf = (name: string) =>
    name === plan.text
      ? "text to read"
      : name === plan.id
        ? "id"
        : (plan.columns.find((column) => column.name === name)?.type ?? "not kept") +
          NOTATIONS[plan.numbers?.find(({ column }) => column === name)?.notation ?? "plain"];
  return (
    <div className="intake-preview">
      <table>
        <caption className="visually-hidden">The first rows of the file</caption>
        <thead>
          <tr>
            {shown.map((name) => (
              <th key={name} scope="col" data-text={name === plan.text || undefined}>
                <span dir="auto">{name}</span>
                <small>{typeOf(name)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
            <tr key={index}>
              {shown.map((name) => (
                <td key={name} dir="auto" data-text={name === plan.text || undefined}>
                  {(row.find((cell) => cell.name === name)?.value ?? "").slice(0, LONGEST)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < names.length && (
        <Button size="small" tone="quiet" onPress={() => setAll(true)}>
          Show all {names.length} columns
        </Button>
      )}
    </div>
  );
}
