import { type DragEvent, useState } from "react";
import { Empty } from "../../../components/controls/states.tsx";
import { Thumbnail } from "../../../components/fingerprint-grid/thumbnail.tsx";
import { putFingerprint } from "../../../components/sharing/drag-payload.ts";
import { plural } from "../../../model/format.ts";
import { entriesOf, type HistoryEntry, labelOfEntry } from "../../../model/query-history.ts";
import { hoverTerm } from "../../../state/hover.ts";
import { queryHistory, renameQuery } from "../../../state/query-history.ts";
import { type Side, useCurrent } from "./compare-side.ts";
import { EntryMenu, showAgain } from "./entry-menu.tsx";
import { useEntryFingerprint } from "./use-entry-fingerprint.ts";
import "./history.css";

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
