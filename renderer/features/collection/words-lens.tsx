import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { call } from "../../api/client.ts";
import {
  firstLinesQuery,
  ofCollection,
  rowsQuery,
  wordQuery,
} from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Chip } from "../../components/controls/chip.tsx";
import { Choice } from "../../components/controls/choice.tsx";
import { Empty, Failure, Loading } from "../../components/controls/states.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import { type Column, VirtualTable } from "../../components/table/virtual-table.tsx";
import { formatCount, formatShare, plural } from "../../model/format.ts";
import type { SortState } from "../../model/tables/table-layout.ts";
import { NO_SELECTION, type Selection } from "../../model/tables/virtual-window.ts";
import { changeLook } from "../../state/collection/collection-look.ts";
import { lights, useEndHover } from "../../state/hover.ts";
import { usePublish } from "../../state/publish.ts";
import { toast } from "../../state/toasts.ts";
import { stepName } from "./model/time-steps.ts";
import {
  ALL_LINES,
  type LineFilter,
  lineId,
  linesShown,
  linesTable,
  looksOf,
  nextKey,
  senseTitle,
  spanName,
  UNCERTAIN,
  type WordLine,
  type WordSense,
  type WordSpan,
  type WordStudy,
} from "./model/word-lines.ts";
import { RowCard } from "./row-card.tsx";
import { closeRow, showRow, useRowDesk } from "./row-desk.ts";
import { UnderMap } from "./under-map.tsx";
import type { OpenCollection } from "./use-collection.ts";
import "./words.css";

/** Every use of a word, line by line, by sense. */
export function WordsLens({ open }: { readonly open: OpenCollection }) {
  const { word = "" } = open.look;
  return (
    <div className="words-lens column gap-2 grow">
      <WordBox key={word} word={word} />
      {word === "" ? (
        <Empty title="Every use of a word">
          <p>
            Type a word to list its lines, sorted by sense. Several forms: <code>tariff*</code>,{" "}
            <code>"free trade" or duty</code>.
          </p>
        </Empty>
      ) : (
        <Study key={`${open.info.name} ${word}`} open={open} word={word} />
      )}
    </div>
  );
}

function WordBox({ word }: { readonly word: string }) {
  const [typed, setTyped] = useState(word);
  return (
    <form
      className="row gap-1-2 fixed"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = typed.trim();
        if (wanted !== "") changeLook(`Uses of ${wanted}`, { word: wanted });
      }}
    >
      <input
        type="text"
        aria-label="Word"
        placeholder="Word, e.g. union or bond*"
        dir="auto"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button size="small" type="submit" tone="primary" isDisabled={typed.trim() === ""}>
        List its lines
      </Button>
    </form>
  );
}

interface StudyProps {
  readonly open: OpenCollection;
  readonly word: string;
}

function Study({ open, word }: StudyProps) {
  const { name } = open.info;
  const whole = useQuery({
    ...wordQuery(name, open.query, word),
    placeholderData: keepPreviousData,
  });
  const { error, isFetching, isPlaceholderData, refetch } = whole;
  const first = useQuery({
    ...firstLinesQuery(name, open.query, word),
    enabled: whole.data === undefined,
  });
  const data = whole.data ?? (first.data?.lines === 0 ? undefined : first.data);
  return (
    <>
      {error && <Failure error={error} doing="Reading the lines" onRetry={() => void refetch()} />}
      {isFetching && <Loading label={data ? "Finding the senses" : "Reading the lines"} />}
      {data?.lines === 0 && (
        <Empty title={`No line has “${word}”`}>
          <p>No text here contains it. Try another form, or show all rows.</p>
        </Empty>
      )}
      {data && data.lines > 0 && (
        <Found
          {...{ open, word, study: data }}
          isFirst={whole.data === undefined}
          isStale={isPlaceholderData}
        />
      )}
    </>
  );
}

interface FoundProps extends StudyProps {
  readonly study: WordStudy;
  /** Whether these are the first lines alone. */
  readonly isFirst: boolean;
  readonly isStale: boolean;
}

function Found({ open, word, study, isFirst, isStale }: FoundProps) {
  const [filter, setFilter] = useState(ALL_LINES);
  const [isOverTime, setOverTime] = useState(false);
  const [sort, setSort] = useState<SortState | null>(null);
  const [selection, setSelection] = useState<Selection>(NO_SELECTION);
  const lines = useMemo(() => linesShown(study.read, filter, sort), [study.read, filter, sort]);
  const chosen = lines.filter((line) => selection.chosen.has(lineId(line)));
  const card = useCard(open, chosen.length === 1 ? chosen[0]!.id : null);
  useLinesOffer(open, word, study, lines);
  useEndHover(study);
  const restrict = (next: LineFilter) => {
    setFilter(next);
    setOverTime(false);
    setSelection(NO_SELECTION);
  };
  const list = (
    <>
      {filter.span && (
        <p className="fixed">
          <Chip
            isOn
            label="Show the lines of all dates"
            onPress={() => restrict({ ...filter, span: null })}
          >
            {spanName(filter.span, study)}
          </Chip>
        </p>
      )}
      <AssignBar {...{ open, word, study, chosen }} onDone={() => setSelection(NO_SELECTION)} />
      <VirtualTable
        name="lines of a word"
        label={`Lines with ${word}`}
        columns={columnsFor(study)}
        rows={lines}
        idOf={lineId}
        {...(sort && { sort })}
        onSort={setSort}
        selection={selection}
        onSelect={setSelection}
      />
    </>
  );
  return (
    <div className="words-found column gap-2 grow" data-stale={isStale || undefined}>
      <div className="row gap-2 fixed">
        {isFirst ? (
          <p className="figures grow">The first {plural(study.read.length, "line")}</p>
        ) : (
          <Summary study={study} />
        )}
        {study.spans.length > 0 && (
          <Choice
            label="Show"
            isBare
            options={{ lines: "Lines", time: "Over time" }}
            value={isOverTime ? "time" : "lines"}
            onChange={(value) => setOverTime(value === "time")}
          />
        )}
      </div>
      <ul className="word-senses stack gap-1 scroll" aria-label="Senses">
        {study.senses.map((sense) => (
          <SenseItem
            key={sense.key}
            {...{ open, word, study, sense, filter }}
            onFilter={restrict}
          />
        ))}
      </ul>
      <Periods study={study} />
      {isOverTime ? <Spans study={study} onFilter={restrict} /> : list}
      {card && <UnderMap otherwise={card}>{card}</UnderMap>}
    </div>
  );
}

function Summary({ study }: { readonly study: WordStudy }) {
  const { lines, rows, perMillion, read } = study;
  return (
    <p className="figures grow">
      <strong>{plural(lines, "line")}</strong> in {plural(rows, "row")}
      {perMillion !== null && `, about ${formatCount(Math.round(perMillion))} per million words`}
      {read.length < lines && (
        <span className="muted">
          . {formatCount(read.length)} of them, a random part, are listed and read
        </span>
      )}
    </p>
  );
}

/** The row of the chosen line as a card. */
function useCard(open: OpenCollection, id: string | null) {
  const { card } = useRowDesk();
  const { data } = useQuery({
    ...rowsQuery(open.info.name, { query: { ids: [id ?? ""] }, sort: null, offset: 0, limit: 1 }),
    enabled: id !== null,
  });
  const row = id === null ? undefined : data?.rows[0];
  useEffect(() => {
    if (row === undefined) closeRow();
    else showRow(row);
  }, [row]);
  return card === null || id === null ? null : (
    <RowCard key={card.id} open={open} row={card} sought={[]} />
  );
}

interface SenseItemProps extends StudyProps {
  readonly study: WordStudy;
  readonly sense: WordSense;
  readonly filter: LineFilter;
  readonly onFilter: (filter: LineFilter) => void;
}

function SenseItem({ open, word, study, sense, filter, onFilter }: SenseItemProps) {
  const { key, share, low, high, lines, company, positions } = sense;
  const title = senseTitle(sense);
  const isOnly = filter.sense === key;
  const change = useChange(open, word);
  const others = study.senses.filter((each) => each.key !== key);
  const rename = (name: string) =>
    change.mutate({
      senses: study.senses.map((each) => ({
        key: each.key,
        name: each.key === key ? name : each.name,
      })),
      told: `Named sense ${key} “${name}”`,
    });
  return (
    <li className="word-sense" {...lights(() => ({ name: title, positions }))}>
      <div className="row gap-1-2">
        <button
          className="chip-colour letter"
          type="button"
          aria-pressed={isOnly}
          aria-label={`Only lines of sense ${key}, ${title}`}
          style={{ background: `var(--${looksOf(key).colour})` }}
          onClick={() => onFilter({ ...filter, sense: isOnly ? null : key, companion: null })}
        >
          {key}
        </button>
        <NameBox key={title} title={title} onRename={rename} />
        <span className="figures" title="Share of the lines, with its interval of 95%">
          {formatShare(share)}{" "}
          <span className="muted">
            ({formatShare(low)} to {formatShare(high)})
          </span>
        </span>
        <span className="figures muted">{plural(lines, "line")}</span>
        {company.length > 0 && (
          <div className="word-company row gap-1">
            {company.map((companion) => (
              <Chip
                key={companion.word}
                isOn={isOnly && filter.companion === companion.word}
                onPress={() =>
                  onFilter(
                    isOnly && filter.companion === companion.word
                      ? ALL_LINES
                      : { ...filter, sense: key, companion: companion.word },
                  )
                }
                label={`${companion.word}: ${plural(companion.lines, "line")} of this sense, ${companion.left} of them before the word`}
              >
                {companion.word}
              </Chip>
            ))}
          </div>
        )}
        {others.length > 0 && (
          <select
            className="word-join"
            aria-label={`Join sense ${key} with another`}
            value=""
            onChange={({ currentTarget: { value: into } }) =>
              change.mutate({
                senses: others.map((each) => ({
                  ...{ key: each.key, name: each.name },
                  ...(each.key === into && { joins: [key] }),
                })),
                told: `Joined sense ${key} with ${into}`,
              })
            }
          >
            <option value="">Join…</option>
            {others.map((each) => (
              <option key={each.key} value={each.key}>
                {each.key} {senseTitle(each)}
              </option>
            ))}
          </select>
        )}
      </div>
      {change.error && <Failure error={change.error} doing="Changing the senses" />}
    </li>
  );
}

interface NameBoxProps {
  readonly title: string;
  readonly onRename: (name: string) => void;
}

/** The name is a field that looks like text until it is used. */
function NameBox({ title, onRename }: NameBoxProps) {
  const [typed, setTyped] = useState(title);
  const save = () => {
    const name = typed.trim();
    if (name !== "" && name !== title) onRename(name);
    else setTyped(title);
  };
  return (
    <input
      className="word-name"
      type="text"
      aria-label={`Name of the sense ${title}`}
      dir="auto"
      maxLength={100}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Enter") currentTarget.blur();
      }}
    />
  );
}

interface Change {
  readonly senses?: readonly {
    readonly key: string;
    readonly name: string | null;
    readonly joins?: readonly string[];
  }[];
  readonly given?: readonly {
    readonly id: string;
    readonly start: number;
    readonly sense: string | null;
  }[];
  /** What was done, for the message. */
  readonly told: string;
  /** What takes it back. */
  readonly back?: Omit<Change, "told" | "back">;
}

/** Changes the senses of a word; the lines are read again. */
function useChange({ info: { name } }: OpenCollection, word: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ told, back, ...changes }: Change) => {
      const send = (own: Omit<Change, "told" | "back">) =>
        call("app.collectionWordSenses", { name, word, ...(own as object) });
      const again = () =>
        client.invalidateQueries({ queryKey: ofCollection(name, "app.collectionWord") });
      await send(changes);
      await again();
      const undo = back && {
        label: "Undo",
        run: () => void send(back).then(again, () => toast("The lines could not be moved back")),
      };
      toast(told, undo);
    },
  });
}

interface AssignBarProps extends StudyProps {
  readonly study: WordStudy;
  readonly chosen: readonly WordLine[];
  readonly onDone: () => void;
}

/** Gives the chosen lines to a sense; the other lines follow. */
function AssignBar({ open, word, study, chosen, onDone }: AssignBarProps) {
  const change = useChange(open, word);
  const { senses } = study;
  if (senses.length === 0) return null;
  if (chosen.length === 0)
    return <p className="muted fixed">Select lines to assign them to a sense. The rest follow.</p>;
  const assign = (sense: string | null, told: string, isNew = false) =>
    change.mutate(
      {
        ...(isNew && {
          senses: [
            ...senses.map(({ key, name }) => ({ key, name })),
            { key: sense ?? "", name: null },
          ],
        }),
        given: chosen.map(({ id, start }) => ({ id, start, sense })),
        told: `${told}: ${plural(chosen.length, "line")}`,
        back: {
          ...(isNew && { senses: senses.map(({ key, name }) => ({ key, name })) }),
          given: chosen.map((line) => ({
            ...{ id: line.id, start: line.start },
            sense: line.given ? line.sense : null,
          })),
        },
      },
      { onSuccess: onDone },
    );
  const fresh = nextKey(senses);
  return (
    <div className="row gap-1-2 wrap fixed" role="toolbar" aria-label="Chosen lines">
      <span className="figures">{plural(chosen.length, "line")} chosen</span>
      {senses.map((sense) => (
        <Button
          key={sense.key}
          size="small"
          isPending={change.isPending}
          onPress={() => assign(sense.key, `Assigned to ${sense.key} ${senseTitle(sense)}`)}
        >
          {sense.key} {senseTitle(sense)}
        </Button>
      ))}
      <Button
        size="small"
        tone="quiet"
        isPending={change.isPending}
        onPress={() => assign(fresh, `New sense ${fresh}`, true)}
      >
        New sense
      </Button>
      {chosen.some(({ given }) => given) && (
        <Button size="small" tone="quiet" onPress={() => assign(null, "Taken back")}>
          Take back
        </Button>
      )}
      {change.error && <Failure error={change.error} doing="Assigning the lines" />}
    </div>
  );
}

/** Share of each sense over time, each period as high as its frequency. */
function Periods({ study: { periods, senses, unit } }: { readonly study: WordStudy }) {
  const most = Math.max(...periods.map(({ perMillion }) => perMillion ?? 0));
  if (unit === null || periods.length < 2 || most === 0) return null;
  return (
    <ol className="word-periods row at-end fixed" aria-label="Frequency over time">
      {periods.map(({ value, lines, perMillion, senses: counts }) => {
        const read = counts.reduce((sum, count) => sum + count, 0);
        const shares = senses.map(({ key }, i) => ({ key, share: (counts[i] ?? 0) / (read || 1) }));
        const told = `${stepName(value, unit)}: ${plural(lines, "line")}, ${formatCount(Math.round(perMillion ?? 0))} per million words${shares.map(({ key, share }) => `, ${key} ${formatShare(share)}`).join("")}`;
        return (
          <li key={value} title={told}>
            <span className="visually-hidden">{told}</span>
            <span
              className="word-bar"
              aria-hidden="true"
              style={{ height: `${(100 * (perMillion ?? 0)) / most}%` }}
            >
              {shares.map(({ key, share }) => (
                <span
                  key={key}
                  style={{ flexGrow: share, background: `var(--${looksOf(key).colour})` }}
                />
              ))}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface SpansProps {
  readonly study: WordStudy;
  readonly onFilter: (filter: LineFilter) => void;
}

/** Parts of the time side by side: what stands around the word there, and how far that changed. */
function Spans({ study, onFilter }: SpansProps) {
  return (
    <ol className="word-spans row gap-2 scroll grow" aria-label="What surrounds the word over time">
      {study.spans.map((span) => {
        const title = spanName(span, study);
        return (
          <li
            key={span.from}
            className="column gap-1"
            {...lights(() => ({ name: title, positions: span.positions }))}
          >
            <Button
              size="small"
              tone="quiet"
              aria-label={`List the lines of ${title}`}
              onPress={() => onFilter({ ...ALL_LINES, span })}
            >
              {title}
            </Button>
            <span title="Cells that these lines have more often than the other lines">
              <Thumbnail positions={span.positions} size={128} />
            </span>
            <span className="figures">{plural(span.lines, "line")}</span>
            <SpanChange change={span.change} />
            <div className="row gap-1 wrap">
              {span.company.map(({ word, lines }) => (
                <Chip
                  key={word}
                  label={`${word}: ${plural(lines, "line")} of this time`}
                  onPress={() => onFilter({ ...ALL_LINES, span, companion: word })}
                >
                  {word}
                </Chip>
              ))}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The change from the part before; one that may be chance is called so. */
function SpanChange({ change }: Pick<WordSpan, "change">) {
  if (change === null) return null;
  const [value, low, high] = [change.value, change.low, change.high].map((each) =>
    Math.max(0, each).toFixed(3),
  );
  return (
    <span
      className="figures"
      title="How far what surrounds the word differs from the part before: 0 not at all, 1 entirely; with its interval of 95%"
    >
      change {value}{" "}
      <span className="muted">({change.low > 0 ? `${low} to ${high}` : "within chance"})</span>
    </span>
  );
}

function columnsFor({ read, senses }: WordStudy): readonly Column<WordLine>[] {
  const titles = new Map(senses.map((sense) => [sense.key, senseTitle(sense)]));
  const longest = Math.min(24, Math.max(...read.map(({ word }) => word.length)));
  const hasDate = read.some(({ date }) => date !== null);
  const hasCategory = read.some(({ category }) => category !== null);
  return [
    ...(senses.length > 1
      ? [
          {
            id: "sense",
            title: "Sense",
            track: "56px",
            canSort: true,
            cell: ({ sense, sure, given }: WordLine) =>
              sense !== null && (
                <span
                  title={`${titles.get(sense)}, ${given ? "assigned by hand" : `certainty ${formatShare(sure)}`}`}
                >
                  <span
                    className="chip-colour letter"
                    style={{ background: `var(--${looksOf(sense).colour})` }}
                  >
                    {sense}
                  </span>
                  {given ? " ●" : sure < UNCERTAIN ? " ?" : ""}
                </span>
              ),
          },
        ]
      : []),
    {
      id: "before",
      title: "Before",
      track: "minmax(120px, 1fr)",
      align: "end",
      canSort: true,
      cell: ({ before }) => (
        <span className="word-before" dir="auto">
          <span>{before}</span>
        </span>
      ),
    },
    {
      id: "word",
      title: "Word",
      track: `${longest + 1}ch`,
      canSort: true,
      cell: ({ word }) => <strong>{word}</strong>,
    },
    {
      id: "after",
      title: "After",
      track: "minmax(120px, 1fr)",
      canSort: true,
      cell: ({ after }) => after,
    },
    ...(hasDate
      ? [
          {
            id: "date",
            title: "Date",
            track: "88px",
            canSort: true,
            cell: ({ date }: WordLine) => date?.slice(0, 10) ?? "",
          },
        ]
      : []),
    ...(hasCategory
      ? [
          {
            id: "category",
            title: "Category",
            track: "88px",
            canSort: true,
            cell: ({ category }: WordLine) => <span dir="auto">{category}</span>,
          },
        ]
      : []),
  ];
}

/** Files have the lines as they are listed. */
function useLinesOffer(
  { info }: OpenCollection,
  word: string,
  { lines: total, senses }: WordStudy,
  lines: readonly WordLine[],
) {
  usePublish({
    exports: useMemo(
      () => ({
        name: `${info.name}, ${word}`,
        table: () => ({ ...linesTable(lines, senses), total }),
        explanation: () => [
          {
            title: "Senses",
            lines: senses.map(
              (sense) =>
                `${sense.key} ${senseTitle(sense)}: ${formatShare(sense.share)} of the lines (${formatShare(sense.low)} to ${formatShare(sense.high)})`,
            ),
          },
        ],
        settings: { collection: info.name, word },
      }),
      [info.name, word, lines, senses, total],
    ),
  });
}
