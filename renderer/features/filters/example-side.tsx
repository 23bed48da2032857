import { FileUp, Plus, TriangleAlert, VolumeX } from "lucide-react";
import { useMemo, useState } from "react";
import type { Example, Filter, Side } from "../../../core/workspace/filters/filter-model.ts";
import { honestScore } from "../../../core/workspace/filters/prepare-examples.ts";
import { Button, IconButton } from "../../components/controls/button.tsx";
import { natureOfFile } from "../../components/files/dropped-files.ts";
import { giveToWindow, useFileDrop } from "../../components/files/file-drop.tsx";
import { readTextFile } from "../../components/files/read-file.ts";
import { type Column, VirtualTable } from "../../components/table/virtual-table.tsx";
import { MARK_WORDS } from "../../model/filters/example-marks.ts";
import { formatCount, formatScore, messageOf, plural } from "../../model/format.ts";
import type { SortState } from "../../model/tables/table-layout.ts";
import { NO_SELECTION } from "../../model/tables/virtual-window.ts";
import {
  addExamples,
  chooseExample,
  moveExamples,
  muteExamples,
  removeExamples,
  SIDE_TITLES,
  useFilterDesk,
} from "../../state/filters/filter-state.ts";
import { toast } from "../../state/toasts.ts";
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
  const open = (file: File) => void addFile(file, add).catch((cause) => toast(messageOf(cause)));
  const { isOver, handlers } = useFileDrop(([file]) => file && open(file));
  const count = infos.filter(({ example }) => example.side === side).length;
  const add = (texts: readonly string[]) => {
    const left = addExamples(filter.id, side, texts);
    if (left > 0) toast(`${formatCount(left)} were not added: a side takes at most 5,000 examples`);
  };
  return (
    <section
      className="filter-side stack at-top"
      aria-label={SIDE_TITLES[side]}
      data-over={isOver || undefined}
      {...handlers}
    >
      <div className="side-head row gap-1">
        <h3 className="grow row">
          <span className={`side-mark ${side}`} aria-hidden="true" />
          {SIDE_TITLES[side]} <span className="figures">{formatCount(count)}</span>
        </h3>
        <IconButton
          icon={FileUp}
          label={`From a file: ${SIDE_TITLES[side].toLowerCase()}`}
          isSmall
          onPress={() => pickFile(".txt,.md", open)}
        />
      </div>
      <AddExample
        side={side}
        onAdd={(text) => add([text])}
        onLines={(text) => add(linesOf(text))}
      />
      {count > 0 && <ExampleTable filter={filter} side={side} infos={infos} />}
    </section>
  );
}

/** Each line of a text is an example; rows of a table are given to the filter from a collection. */
async function addFile(file: File, add: (texts: readonly string[]) => void): Promise<void> {
  const { kind } = await natureOfFile(file);
  if (kind !== "text") {
    toast(`“${file.name}” becomes a collection; choose rows there and add them to the filter`);
    return giveToWindow([file]);
  }
  const lines = linesOf((await readTextFile(file)).text);
  add(lines);
  toast(`${plural(lines.length, "text")} of “${file.name}” added, one per line`);
}

const linesOf = (text: string): string[] =>
  text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");

interface AddExampleProps {
  readonly side: Side;
  readonly onAdd: (text: string) => void;
  readonly onLines: (text: string) => void;
}

/** A box for one text or for many lines. */
function AddExample({ side, onAdd, onLines }: AddExampleProps) {
  const [typed, setTyped] = useState("");
  const lines = linesOf(typed).length;
  const add = () => {
    if (typed.trim() === "") return;
    onAdd(typed);
    setTyped("");
  };
  const belongs = side === "positive" ? "A text that matches" : "A text that does not match";
  return (
    <div className="add-example columns gap-1" data-many={lines > 1 || undefined}>
      <textarea
        className="filter-input across"
        data-type-here={side === "positive" || undefined}
        aria-label={belongs}
        placeholder={belongs}
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
        <div className="row gap-1 wrap">
          <Button
            size="small"
            tone="primary"
            onPress={() => {
              onLines(typed);
              setTyped("");
            }}
          >
            Add {formatCount(lines)} lines
          </Button>
          <Button size="small" onPress={add}>
            Add as one text
          </Button>
        </div>
      ) : (
        <IconButton icon={Plus} label="Add" isSmall isDisabled={lines === 0} onPress={add} />
      )}
    </div>
  );
}

interface ExampleTableProps {
  readonly filter: Filter;
  readonly side: Side;
  readonly infos: readonly ExampleInfo[];
}

/** The examples of one side, with keys of their own: X moves, M mutes, Delete deletes what is chosen. */
function ExampleTable({ filter, side, infos }: ExampleTableProps) {
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
        name={EXAMPLE_TABLE}
        columns={EXAMPLE_COLUMNS}
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

interface ExampleLinkProps {
  readonly filter: Filter;
  readonly example: Example;
}

/** The beginning of an example; pressed, it is chosen among the others of its side. */
export function ExampleLink({ filter, example: { id, text } }: ExampleLinkProps) {
  return (
    <button
      type="button"
      className="clip plain"
      dir="auto"
      title="Show it among the examples"
      onClick={() => chooseExample(filter, id)}
    >
      {text.slice(0, 120)}
    </button>
  );
}

/** Both sides of a filter are tables of one layout. */
const EXAMPLE_TABLE = "examples";

const EXAMPLE_COLUMNS: readonly Column<ExampleInfo>[] = [
  {
    id: "score",
    title: "Score",
    hint: "Held-out score: cosine with a filter trained without this example",
    track: "44px",
    align: "end",
    canSort: true,
    cell: ({ report, skip }) => {
      const score = skip ? null : honestScore(report);
      return score === null ? <span className="muted">–</span> : formatScore(score);
    },
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
        return <VolumeX className="row-mark muted" size={13} aria-label="Muted: not used" />;
      return words === "" ? null : (
        <TriangleAlert className="row-mark warned" size={13} aria-label={words} />
      );
    },
  },
];

function sortInfos(infos: readonly ExampleInfo[], { column, direction }: SortState) {
  const sign = direction === "ascending" ? 1 : -1;
  if (column === "text")
    return infos.toSorted((a, b) => sign * a.example.text.localeCompare(b.example.text));
  const value = ({ report }: ExampleInfo) => honestScore(report) ?? -1;
  return infos.toSorted((a, b) => sign * (value(a) - value(b)));
}
