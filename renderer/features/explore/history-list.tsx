import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { type DragEvent, useEffect, useMemo, useState } from "react";
import type { ExpressionJson } from "../../../core/api/schema/json-value.ts";
import { parseJson } from "../../../core/expression/parse-json.ts";
import { evaluateQuery } from "../../api/subject-queries.ts";
import { IconButton } from "../../components/controls/button.tsx";
import { ActionMenu, MenuTrigger } from "../../components/controls/menu.tsx";
import { Empty } from "../../components/controls/states.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { putFingerprint } from "../../components/sharing/drag-payload.ts";
import { notesFromNames } from "../../model/expression-tree.ts";
import { makeFingerprint } from "../../model/fingerprint.ts";
import { plural } from "../../model/format.ts";
import { entriesOf, type HistoryEntry, labelOfEntry } from "../../model/query-history.ts";
import { undoableToast } from "../../state/edits.ts";
import { hoverTerm } from "../../state/hover.ts";
import { openWith } from "../../state/open-with.ts";
import { pin } from "../../state/pins.ts";
import { forgetQuery, queryHistory, recordQuery, renameQuery } from "../../state/query-history.ts";
import { useRetina } from "../../state/retina.ts";
import { subject } from "../../state/subject.ts";
import { useEvaluatedSubject } from "../../state/use-subject.ts";
import { useBuild } from "./build-ui.ts";
import { commitEdit, commitTree, currentTree } from "./edit-subject.ts";
import { additionToWhole, addParts } from "./model/add-parts.ts";
import "./explore.css";

/** Everything that was evaluated, newest first, under numbers that the line can refer to. */
export function HistoryList() {
  const entries = entriesOf(queryHistory.use());
  const current = useCurrent();
  if (entries.length === 0)
    return (
      <Empty>Each expression that is evaluated gets a number here; write #1 to use it again.</Empty>
    );
  return (
    <ol className="build-history stack gap-0 scroll" aria-label="Evaluated expressions" reversed>
      {entries.map((entry) => (
        <HistoryRow key={entry.number} entry={entry} current={current} />
      ))}
    </ol>
  );
}

interface RowProps {
  readonly entry: HistoryEntry;
  readonly current: Side | null;
}

function HistoryRow({ entry, current }: RowProps) {
  const { number, cells, at } = entry;
  const [isRenaming, setRenaming] = useState(false);
  const fingerprint = useEntryFingerprint(entry);
  const label = labelOfEntry(entry);
  const drag = (event: DragEvent) => {
    if (fingerprint) putFingerprint(event.dataTransfer, fingerprint);
  };
  return (
    <li
      className="history-row"
      draggable={fingerprint !== null && !isRenaming}
      onDragStart={drag}
      onPointerEnter={() =>
        fingerprint && hoverTerm({ name: `#${number}`, positions: fingerprint.positions })
      }
      onPointerLeave={() => hoverTerm(null)}
    >
      <span className="history-number figures muted">#{number}</span>
      {fingerprint ? (
        <Thumbnail positions={fingerprint.positions} size={28} />
      ) : (
        <span className="history-blank" />
      )}
      {isRenaming ? (
        <EntryName entry={entry} onDone={() => setRenaming(false)} />
      ) : (
        <button
          type="button"
          className="history-face stack gap-0 plain grow fine"
          title={`${label}: show it again`}
          onClick={() => showAgain(entry)}
        >
          <span className="history-name clip" dir="auto">
            {label}
          </span>
          <span className="muted figures">
            {plural(cells, "cell")} · {timeOf(at)}
          </span>
        </button>
      )}
      <EntryMenu entry={entry} current={current} onRename={() => setRenaming(true)} />
    </li>
  );
}

function EntryName({
  entry,
  onDone,
}: {
  readonly entry: HistoryEntry;
  readonly onDone: () => void;
}) {
  const { number, name } = entry;
  return (
    <input
      className="build-box across"
      aria-label={`Name of #${number}`}
      defaultValue={name}
      placeholder={labelOfEntry(entry)}
      // biome-ignore lint/a11y/noAutofocus: the person asked to rename
      autoFocus
      onBlur={(event) => {
        renameQuery(number, event.target.value.trim());
        onDone();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") onDone();
        event.stopPropagation();
      }}
    />
  );
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

function timeOf(at: string): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? clock.format(time) : `${day.format(time)} ${clock.format(time)}`;
}

interface EntryMenuProps {
  readonly entry: HistoryEntry;
  /** What is built now; null while it has no cells. */
  readonly current: Side | null;
  readonly onRename: () => void;
}

/** What can be done with an entry. */
function EntryMenu({ entry, current, onRename }: EntryMenuProps) {
  const { number, expression, sparsity } = entry;
  const fingerprint = useEntryFingerprint(entry);
  const noCells = fingerprint ? null : "It has no cells here";
  const compare = () => {
    if (!current || !fingerprint) return;
    const { positions } = fingerprint;
    const then = sideOf(
      { expression, sparsity, positions },
      `#${number} ${labelOfEntry(entry, 60)}`,
    );
    openWith("compare", [current.source, then.source], [current.label, then.label]);
  };
  return (
    <MenuTrigger>
      <IconButton icon={Ellipsis} isSmall label={`Actions for #${number}`} />
      <ActionMenu
        label={`Actions for #${number}`}
        groups={[
          {
            entries: [
              { id: "show", label: "Show it again", run: () => showAgain(entry) },
              {
                id: "compare",
                label: "Compare with current",
                disabledBecause: noCells ?? (current ? null : "Nothing is built now"),
                run: compare,
              },
              { id: "use", label: `Add it to the expression as #${number}`, run: () => add(entry) },
              {
                id: "pin",
                label: "Pin it to the shelf",
                disabledBecause: noCells,
                run: () => fingerprint && pin(fingerprint),
              },
              { id: "name", label: "Name it", run: onRename },
            ],
          },
          { entries: [{ id: "forget", label: "Forget it", run: () => forget(number) }] },
        ]}
      />
    </MenuTrigger>
  );
}

function add({ number, retina }: HistoryEntry): void {
  const tree = currentTree();
  const { operator } = useBuild.getState();
  const part = { kind: "history", entry: number } as const;
  commitEdit(addParts(tree, [part], additionToWhole(tree, operator)), { retina, keepsFocus: true });
}

function forget(number: number): void {
  forgetQuery(number);
  undoableToast(`Forgot #${number}`);
}

/** Makes an entry the expression again. Lists of cells belong to the map they were made on, which need not be the one in use. */
function showAgain({ expression, sparsity, number, retina, partNames = {} }: HistoryEntry): void {
  try {
    const tree = parseJson(expression, "application");
    commitTree(sparsity < 1 ? { ...tree, sparsity } : tree, `Show #${number} again`, {
      retina,
      notesOn: (shown) => notesFromNames(shown, partNames),
    });
  } catch {
    useBuild.setState({ refusal: `#${number} cannot be read any more.` });
  }
}

/** The entry evaluated in the retina in use, as a fingerprint for pinning and dragging. */
function useEntryFingerprint(entry: HistoryEntry) {
  const { expression, sparsity } = entry;
  const retina = useRetina();
  const { data } = useQuery({
    ...evaluateQuery(retina?.name ?? "", expression, { sparsity }),
    enabled: retina !== null,
    placeholderData: keepPreviousData,
  });
  if (!retina || !data?.evaluated || data.positions.length === 0) return null;
  const label = labelOfEntry(entry, 60);
  return makeFingerprint({ label, source: expression, positions: data.positions, retina });
}

/** An expression that stands for so long was meant, and is recorded. */
const SETTLED_MS = 1200;

/** Records what is evaluated while the view is open, once it has settled. */
export function useRecordHistory(): void {
  const { sent, meantNames, data, isStale, retina } = useEvaluatedSubject();
  const { sparsity } = subject.use();
  const cells = data?.positions.length;
  const name = retina?.name;
  useEffect(() => {
    if (!sent || !name || isStale || cells === undefined) return;
    const timer = setTimeout(
      () => recordQuery({ expression: sent, sparsity, retina: name, cells, partNames: meantNames }),
      SETTLED_MS,
    );
    return () => clearTimeout(timer);
  }, [sent, sparsity, name, cells, isStale, meantNames]);
}

/** A side of a comparison: an expression and what it is called. */
interface Side {
  readonly source: ExpressionJson;
  readonly label: string;
}

/** What is built now, to compare with; null while it has no cells. */
function useCurrent(): Side | null {
  const { sent, label, positions, isStale, data } = useEvaluatedSubject();
  const { sparsity } = subject.use();
  return useMemo(() => {
    if (!sent || isStale || !data || positions.length === 0) return null;
    return sideOf({ expression: sent, sparsity, positions }, label);
  }, [sent, label, positions, isStale, data, sparsity]);
}

interface Evaluated {
  readonly expression: ExpressionJson;
  readonly sparsity: number;
  readonly positions: readonly number[];
}

/** What is thinned as a whole has no form but its cells where no thinning can be told along. */
const sideOf = ({ expression, sparsity, positions }: Evaluated, label: string): Side => ({
  source: sparsity < 1 ? { positions: [...positions] } : expression,
  label,
});
