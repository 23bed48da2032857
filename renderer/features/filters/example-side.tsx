import { FileUp, Plus, TriangleAlert, VolumeX } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { TABLE_FILES, useFileDrop } from "../../components/files/file-drop.tsx";
import { pastedText, type TextSource } from "../../components/files/read-file.ts";
import { TableImport } from "../../components/files/table-import.tsx";
import { formatCount, formatScore } from "../../components/format.ts";
import type { SortState } from "../../components/table/table-head.tsx";
import { type Column, VirtualTable } from "../../components/table/virtual-table.tsx";
import { NO_SELECTION } from "../../components/table/virtual-window.ts";
import type { Filter, Side } from "../../state/filters/filter-model.ts";
import { MARK_WORDS } from "../../state/filters/prepare-examples.ts";
import { toast } from "../../state/toasts.ts";
import {
  addExamples,
  changeExamples,
  otherSide,
  removeExamples,
  SIDE_TITLES,
  useFilterDesk,
} from "./filter-state.ts";
import { pickFile } from "./transfer.ts";
import { useExampleHover } from "./use-example-hover.ts";
import type { ExampleInfo } from "./use-filter-report.ts";

interface ExampleSideProps {
  readonly filter: Filter;
  readonly side: Side;
  readonly infos: readonly ExampleInfo[];
}

/** One side of a filter: its examples, and every way to add more. */
export function ExampleSide({ filter, side, infos }: ExampleSideProps) {
  const [source, setSource] = useState<File | TextSource | null>(null);
  const { isOver, handlers } = useFileDrop(([file]) => file && setSource(file));
  const count = infos.filter(({ example }) => example.side === side).length;
  const add = (texts: readonly string[]) => {
    const left = addExamples(filter.id, side, texts);
    if (left > 0) toast(`${formatCount(left)} found no room: a side takes 5,000 examples`);
  };
  return (
    <section
      className="filter-side"
      aria-label={SIDE_TITLES[side]}
      data-over={isOver || undefined}
      {...handlers}
    >
      <h3>
        <span className={`side-mark ${side}`} aria-hidden="true" />
        {SIDE_TITLES[side]} <span className="figures">{formatCount(count)}</span>
      </h3>
      <AddExample
        side={side}
        onAdd={(text) => add([text])}
        onLines={(text) => setSource(pastedText(text))}
        onFile={setSource}
      />
      {count > 0 && <ExampleTable filter={filter} side={side} infos={infos} />}
      <TableImport
        title={`Add texts: ${SIDE_TITLES[side].toLowerCase()}`}
        source={source}
        roles={[
          {
            id: "text",
            title: "Text",
            isRequired: true,
            names: ["content", "body", "sentence", "example", "comment"],
          },
        ]}
        noun="text"
        onAccept={(rows) => add(rows.map(({ values }) => values.text ?? ""))}
        onClose={() => setSource(null)}
      />
    </section>
  );
}

interface AddExampleProps {
  readonly side: Side;
  readonly onAdd: (text: string) => void;
  readonly onLines: (text: string) => void;
  readonly onFile: (file: File) => void;
}

/** A box for one text or for many lines, which are shown before they are taken. */
function AddExample({ side, onAdd, onLines, onFile }: AddExampleProps) {
  const [typed, setTyped] = useState("");
  const lines = typed.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "").length;
  const add = () => {
    if (typed.trim() === "") return;
    onAdd(typed);
    setTyped("");
  };
  const belongs = side === "positive" ? "A text that belongs" : "A text that does not belong";
  return (
    <div className="add-example">
      <textarea
        className="filter-input"
        aria-label={belongs}
        placeholder={`${belongs}; Enter adds it`}
        dir="auto"
        rows={lines > 1 ? 4 : 1}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          const isPlain = !event.shiftKey && lines < 2;
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          if (!isPlain && !event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      {lines > 1 ? (
        <div className="add-ways">
          <Button
            size="small"
            tone="primary"
            onPress={() => {
              onLines(typed);
              setTyped("");
            }}
          >
            Add {formatCount(lines)} lines…
          </Button>
          <Button size="small" onPress={add}>
            Add as one text
          </Button>
        </div>
      ) : (
        <div className="add-ways">
          <Button size="small" isDisabled={lines === 0} onPress={add}>
            <Plus size={13} aria-hidden="true" /> Add
          </Button>
          <Button size="small" tone="quiet" onPress={() => pickFile(TABLE_FILES, onFile)}>
            <FileUp size={13} aria-hidden="true" /> From a file…
          </Button>
        </div>
      )}
    </div>
  );
}

function ExampleTable({ filter, side, infos }: ExampleSideProps) {
  const { selection, search, onlyMark } = useFilterDesk();
  const [sort, setSort] = useState<SortState | undefined>();
  const hover = useExampleHover();
  const rows = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    const listed = infos.filter(
      ({ example, marks }) =>
        example.side === side &&
        (wanted === "" || example.text.toLowerCase().includes(wanted)) &&
        (onlyMark === "" || marks.some((mark) => mark === onlyMark)),
    );
    return sort ? sortInfos(listed, sort) : listed;
  }, [infos, side, search, onlyMark, sort]);
  const { chosen } = selection[side];
  const press = (key: string): boolean => {
    if (chosen.size === 0) return false;
    if (key === "Delete" || key === "Backspace") removeExamples(filter.id, chosen);
    else if (key === "m") muteExamples(filter, chosen);
    else if (key === "x") moveExamples(filter, chosen);
    else return false;
    return true;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the table inside, which holds the focus
    <div
      className="example-table"
      style={{ "--rows": Math.min(rows.length, 7) } as React.CSSProperties}
      onKeyDown={(event) => {
        if (press(event.key)) event.preventDefault();
      }}
    >
      <VirtualTable
        label={`Examples: ${SIDE_TITLES[side].toLowerCase()}`}
        columns={COLUMNS}
        rows={rows}
        idOf={({ example }) => example.id}
        {...(sort ? { sort } : {})}
        onSort={setSort}
        selection={selection[side]}
        onSelect={(next) =>
          useFilterDesk.setState({
            selection:
              side === "positive"
                ? { positive: next, negative: NO_SELECTION }
                : { positive: NO_SELECTION, negative: next },
          })
        }
        onHover={(info) => hover(info?.example.text ?? null)}
      />
    </div>
  );
}

const COLUMNS: readonly Column<ExampleInfo>[] = [
  {
    id: "score",
    title: "Score",
    hint: "Cosine with the filter",
    track: "44px",
    align: "end",
    canSort: true,
    cell: ({ report, skip }) =>
      skip || report?.score == null ? <span className="muted">–</span> : formatScore(report.score),
  },
  {
    id: "text",
    title: "Text",
    track: "minmax(0, 1fr)",
    canSort: true,
    cell: ({ example, skip }) => (
      <span className={skip ? "muted skipped" : ""} dir="auto" title={example.text.slice(0, 500)}>
        {example.text || "(empty)"}
      </span>
    ),
  },
  {
    id: "marks",
    title: "Notes",
    track: "36px",
    cell: ({ marks, example }) => {
      const words = marks.map((mark) => MARK_WORDS[mark]).join(" ");
      if (example.isMuted)
        return <VolumeX className="row-mark" size={13} aria-label="Muted: it has no say" />;
      return words === "" ? null : (
        <TriangleAlert className="row-mark warn" size={13} aria-label={words} />
      );
    },
  },
];

function sortInfos(infos: readonly ExampleInfo[], { column, direction }: SortState) {
  const sign = direction === "ascending" ? 1 : -1;
  return infos.toSorted((a, b) =>
    column === "text"
      ? sign * a.example.text.localeCompare(b.example.text)
      : sign * ((a.report?.score ?? -1) - (b.report?.score ?? -1)),
  );
}

/** Mutes them, or gives them a say again when all are muted. */
export function muteExamples(filter: Filter, ids: ReadonlySet<string>): void {
  const isMuted = !filter.examples.every((each) => !ids.has(each.id) || each.isMuted);
  changeExamples(filter.id, ids, isMuted ? "Mute" : "Unmute", (before) => ({ ...before, isMuted }));
}

export function moveExamples(filter: Filter, ids: ReadonlySet<string>): void {
  changeExamples(filter.id, ids, "Move to the other side", (before) => ({
    ...before,
    side: otherSide(before.side),
  }));
}
