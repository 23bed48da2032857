import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { type DragEvent, useState } from "react";
import { MenuTrigger } from "react-aria-components";
import { parseJson } from "../../../../core/expression/parse-json.ts";
import { evaluateQuery } from "../../../api/subject-queries.ts";
import { IconButton } from "../../../components/controls/icon-button.tsx";
import { ActionMenu } from "../../../components/controls/menu.tsx";
import { Empty } from "../../../components/controls/states.tsx";
import { Thumbnail } from "../../../components/fingerprint-grid/thumbnail.tsx";
import { plural } from "../../../components/format.ts";
import { putFingerprint } from "../../../components/sharing/drag-payload.ts";
import { undoableToast } from "../../../state/edits.ts";
import { labelOf, makeFingerprint } from "../../../state/fingerprint.ts";
import { hoverTerm } from "../../../state/hover.ts";
import { pin } from "../../../state/pins.ts";
import {
  entriesOf,
  forgetQuery,
  type HistoryEntry,
  queryHistory,
  renameQuery,
} from "../../../state/query-history.ts";
import { useRetina } from "../../../state/retina.ts";
import { useBuild } from "../build-ui.ts";
import { commitEdit, commitTree, currentTree } from "../edit-subject.ts";
import { additionToWhole, addParts } from "../editors/add-parts.ts";
import "./history.css";

/** Everything that was evaluated, newest first, under numbers that the line can refer to. */
export function HistoryList() {
  const entries = entriesOf(queryHistory.use());
  if (entries.length === 0)
    return (
      <Empty>Each expression that is evaluated gets a number here; write #1 to use it again.</Empty>
    );
  return (
    <ol className="build-history" aria-label="Evaluated expressions" reversed>
      {entries.map((entry) => (
        <HistoryRow key={entry.number} entry={entry} />
      ))}
    </ol>
  );
}

function HistoryRow({ entry }: { readonly entry: HistoryEntry }) {
  const { number, expression, name, cells, at } = entry;
  const [isRenaming, setRenaming] = useState(false);
  const fingerprint = useEntryFingerprint(entry);
  const label = name || labelOf(expression, 80);
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
        <input
          className="build-box"
          aria-label={`Name of #${number}`}
          defaultValue={name}
          placeholder={label}
          // biome-ignore lint/a11y/noAutofocus: the person asked to rename
          autoFocus
          onBlur={(event) => {
            renameQuery(number, event.target.value.trim());
            setRenaming(false);
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.currentTarget.blur();
            if (event.key === "Escape") setRenaming(false);
            event.stopPropagation();
          }}
        />
      ) : (
        <button
          type="button"
          className="history-face"
          title={`${label}: show it again`}
          onClick={() => showAgain(entry)}
        >
          <span className="history-name" dir="auto">
            {label}
          </span>
          <span className="muted figures">
            {plural(cells, "cell")} · {timeOf(at)}
          </span>
        </button>
      )}
      <EntryMenu entry={entry} onRename={() => setRenaming(true)} />
    </li>
  );
}

/** The entry evaluated in the retina in use, as a fingerprint for pinning and dragging. */
function useEntryFingerprint({ expression, sparsity, name }: HistoryEntry) {
  const retina = useRetina();
  const { data } = useQuery({
    ...evaluateQuery(retina?.name ?? "", expression, { sparsity }),
    enabled: retina !== null,
    placeholderData: keepPreviousData,
  });
  if (!retina || !data?.evaluated || data.positions.length === 0) return null;
  const label = name || labelOf(expression);
  return makeFingerprint({ label, source: expression, positions: data.positions, retina });
}

interface EntryMenuProps {
  readonly entry: HistoryEntry;
  readonly onRename: () => void;
}

function EntryMenu({ entry, onRename }: EntryMenuProps) {
  const { number } = entry;
  const retina = useRetina()?.name;
  const fingerprint = useEntryFingerprint(entry);
  const use = () => {
    const tree = currentTree();
    const { operator } = useBuild.getState();
    commitEdit(
      addParts(tree, [{ kind: "history", entry: number }], additionToWhole(tree, operator)),
      { retina, keepsFocus: true },
    );
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
              { id: "use", label: `Add it to the expression as #${number}`, run: use },
              {
                id: "pin",
                label: "Pin it to the shelf",
                disabledBecause: fingerprint ? null : "It has no cells here",
                run: () => fingerprint && pin(fingerprint),
              },
              { id: "name", label: "Name it", run: onRename },
            ],
          },
          {
            entries: [
              {
                id: "forget",
                label: "Forget it",
                run: () => {
                  forgetQuery(number);
                  undoableToast(`Forgot #${number}`);
                },
              },
            ],
          },
        ]}
      />
    </MenuTrigger>
  );
}

function showAgain({ expression, sparsity, number }: HistoryEntry): void {
  try {
    const tree = parseJson(expression, "application");
    commitTree(sparsity < 1 ? { ...tree, sparsity } : tree, `Show #${number} again`);
  } catch {
    useBuild.setState({ refusal: `#${number} cannot be read any more.` });
  }
}

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

function timeOf(at: string): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? clock.format(time) : `${day.format(time)} ${clock.format(time)}`;
}
