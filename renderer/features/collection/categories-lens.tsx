import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Output } from "../../../core/api/client-types.ts";
import type { ReadyFilter } from "../../../core/workspace/filters/filter-model.ts";
import { call } from "../../api/client.ts";
import { auditQuery, scoresQuery } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Distribution } from "../../components/controls/distribution.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { Thumbnail } from "../../components/fingerprint-grid/thumbnail.tsx";
import type { Judged } from "../../model/collection/look.ts";
import { formatCount, formatScore, formatShare, plural } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import {
  changeLook,
  excludeFilters,
  readLook,
  restrict,
  restrictTo,
  showScored,
} from "../../state/collection/collection-look.ts";
import { cancelScoring, scoreByFilters, useScoreRun } from "../../state/collection/score-run.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { type FilterState, useFilterStates } from "../../state/filters/ready-filters.ts";
import { openWith } from "../../state/open-with.ts";
import { toast } from "../../state/toasts.ts";
import { CategoryTable } from "./category-table.tsx";
import { focusRows, useHoldFocus } from "./focus-soon.ts";
import {
  MOST_MOVED,
  makeFilterOfLabels,
  removeScore,
  renameLabels,
  scoreByLabels,
  takeBackLabels,
} from "./label-rows.ts";
import { lineOf } from "./model/truth.ts";
import { openOrSay } from "./open-or-say.ts";
import { RowsLens } from "./rows-lens.tsx";
import { type OpenCollection, useIsImporting } from "./use-collection.ts";
import "./lenses.css";

/** Categories of the rows: their labels, their scores with one threshold each, and how these agree with the ground truth. */
export function CategoriesLens({ open }: { readonly open: OpenCollection }) {
  const { info, look } = open;
  const { category = "" } = look;
  const renaming = useMutation({
    mutationFn: (name: string) => renameLabels(info.name, category, name),
  });
  const isEmpty = info.labels.length === 0 && info.scores.length === 0;
  return (
    <>
      <section className="categories-panel stack fixed scroll" aria-label="Categories">
        <div className="row gap-1-2 wrap">
          <CategoryChoice
            open={open}
            category={category}
            onChoose={(chosen) => changeLook(`Label for ${chosen}`, { category: chosen })}
            onRename={renaming.mutate}
          />
          {category !== "" && <CategoryWork key={category} open={open} category={category} />}
        </div>
        {renaming.error && <Failure error={renaming.error} doing="Renaming" />}
        <LabelAuthors key={`by ${category}`} open={open} category={category} />
        {isEmpty && (
          <p className="muted">
            A category is a set of texts that match, such as “angry customers”. Select a row and
            press <kbd>Y</kbd> if it matches, <kbd>N</kbd> if it does not. After a few labels, score
            all rows.
          </p>
        )}
        {category !== "" && info.scores.includes(category) && (
          <CategoryFigures key={`figures ${category}`} open={open} category={category} />
        )}
        <CategoryTable open={open} />
        <ScoreByFilters open={open} />
      </section>
      <RowsLens open={open} />
    </>
  );
}

interface CategoryProps {
  readonly open: OpenCollection;
  readonly category: string;
}

/** Number of labels, and what can be made of them. */
function CategoryWork({ open: { info }, category }: CategoryProps) {
  const { belongs = 0, not = 0 } = info.labels.find(({ filter }) => filter === category) ?? {};
  const hasFilter = useFilterStates().some((each) => each.filter.name === category);
  const work = useMutation({ mutationFn: (task: () => Promise<unknown>) => task() });
  const score = () =>
    work.mutate(async () => {
      const rows = await scoreByLabels(info.name, category);
      toast(`Scored ${plural(rows, "row")} for ${category}`);
    });
  useRegisterActions([
    {
      id: "collection.score",
      title: `Score all rows for ${category} by its labels`,
      group: "Collection",
      disabledBecause: work.isPending
        ? "The rows are being scored"
        : belongs > 0
          ? null
          : `No row is labelled as a match of ${category}`,
      run: score,
    },
  ]);
  return (
    <>
      <p className="figures">
        <strong>{belongs}</strong> {belongs === 1 ? "matches" : "match"}, <strong>{not}</strong>{" "}
        {not === 1 ? "does not" : "do not"}
      </p>
      <Button
        size="small"
        tone="primary"
        isPending={work.isPending}
        isDisabled={belongs === 0}
        onPress={score}
      >
        Score all rows
      </Button>
      <Button
        size="small"
        isPending={work.isPending}
        isDisabled={belongs === 0}
        onPress={() => work.mutate(() => makeFilterOfLabels(info.name, category))}
      >
        {hasFilter ? "Add labels to filter" : "Create filter from labels"}
      </Button>
      {work.isPending && <Loading label="Scoring" />}
      {work.error && <Failure error={work.error} doing="Scoring" />}
    </>
  );
}

/** Labels that somebody else gave: to show, and to take back. */
function LabelAuthors({ open: { info }, category }: CategoryProps) {
  const takingBack = useMutation({
    mutationFn: (author: string) => takeBackLabels(info.name, category, author),
  });
  const own = info.labels.find(({ filter }) => filter === category);
  if (own === undefined || own.authors.length === 0) return null;
  const these = (rows: number) =>
    rows > MOST_MOVED ? `${formatCount(MOST_MOVED)} of them` : rows === 1 ? "it" : "them";
  return (
    <>
      <ul className="stack gap-1" aria-label="Labels by others">
        {own.authors.map(({ author, rows }) => (
          <li key={author} className="figures row gap-1-2 wrap">
            <span>
              <strong>{rows}</strong> by <bdi>{author}</bdi>
            </span>
            <Button
              size="small"
              onPress={() => restrict({ kind: "author", filter: category, author })}
            >
              Show {rows === 1 ? "it" : "them"}
            </Button>
            <Button size="small" onPress={() => takingBack.mutate(author)}>
              Remove {these(rows)}
            </Button>
          </li>
        ))}
      </ul>
      {takingBack.error && <Failure error={takingBack.error} doing="Removing labels" />}
    </>
  );
}

interface CategoryChoiceProps extends CategoryProps {
  readonly onChoose: (category: string) => void;
  /** Gives the category that name, with its labels. */
  readonly onRename: (name: string) => void;
}

/** A category that was labelled before, a filter's, or a new one: a box that completes the names. */
function CategoryChoice({ open: { info }, category, onChoose, onRename }: CategoryChoiceProps) {
  const [typed, setTyped] = useState(category);
  const [shown, setShown] = useState(category);
  // The category may have got its name elsewhere.
  if (shown !== category) {
    setShown(category);
    setTyped(category);
  }
  const id = useId();
  const names = [
    ...new Set([
      ...info.labels.map(({ filter }) => filter),
      ...info.scores,
      ...filters.use().map(({ name }) => name),
    ]),
  ];
  const wanted = typed.trim();
  const isOther = wanted !== "" && wanted !== category;
  const canRename =
    isOther &&
    !names.includes(wanted) &&
    info.labels.some(
      ({ filter, belongs, not }) => filter === category && belongs + not <= MOST_MOVED,
    );
  return (
    <form
      className="category-choice row gap-1-2 wrap"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== "") onChoose(wanted);
      }}
    >
      <input
        type="text"
        aria-label="Category"
        placeholder="Category, e.g. trade"
        list={id}
        dir="auto"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          if (names.includes(currentTarget.value)) onChoose(currentTarget.value);
        }}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {canRename && (
        <Button size="small" onPress={() => onRename(wanted)}>
          Rename “{category}”
        </Button>
      )}
      {isOther && (
        <Button size="small" type="submit" tone={canRename ? "quiet" : "plain"}>
          {canRename ? "New category" : `Label for “${wanted}”`}
        </Button>
      )}
    </form>
  );
}

interface FiguresProps {
  readonly open: OpenCollection;
  readonly category: string;
}

/** The scores of all rows with the threshold to drag, and what can be asked about either side of it. */
function CategoryFigures({ open: { info, look }, category }: FiguresProps) {
  const line = lineOf(look, category);
  const first = useQuery(scoresQuery(info.name, category, null));
  const at = useQuery({
    ...scoresQuery(info.name, category, line),
    placeholderData: keepPreviousData,
  });
  const { error } = first;
  const showNext = () => openOrSay(showQueue(info.name, category, line));
  const showOver = () => showScored(category, { from: line });
  const showUnder = () => showScored(category, { below: line });
  const command = (id: string, title: string, run: () => void) => ({
    id: `collection.${id}`,
    title,
    group: "Collection",
    run,
  });
  useRegisterActions([
    command("label-next", `Show what to label next for ${category}`, showNext),
    command("show-over", `Show the matches of ${category}`, showOver),
    command("show-under", `Show the rows below the threshold of ${category}`, showUnder),
  ]);
  if (error)
    return <Failure error={error} doing="Counting scores" onRetry={() => void first.refetch()} />;
  if (!first.data) return null;
  const sides = at.data ?? first.data;
  const { edges, counts, belongs, not } = first.data;
  const domain = [edges[0] ?? 0, edges.at(-1) ?? 1] as const;
  const isSome = (count: number) => count > 0;
  return (
    <>
      <Distribution
        label={`Threshold of ${category}`}
        counts={counts}
        domain={domain}
        step={0.001}
        cut={[line] as const}
        ends={[formatScore(domain[0]), formatScore(domain[1])]}
        textOf={(bin) =>
          `${formatCount(counts[bin] ?? 0)} rows from ${formatScore(edges[bin] ?? 0)}: ${belongs[bin]} labelled as a match, ${not[bin]} as no match`
        }
        marks={[
          { kind: "belongs", bins: belongs.map(isSome) },
          { kind: "not", bins: not.map(isSome) },
        ]}
        isRooted
        isLive
        onChange={([next]) =>
          changeLook(
            `Threshold of ${category} at ${formatScore(next)}`,
            ({ lines }) => ({ lines: { ...lines, [category]: next } }),
            "threshold of a category",
          )
        }
      />
      <div className="figures row gap-1-2 wrap">
        <p>
          Threshold {formatScore(line)}: <strong>{formatCount(sides.over)}</strong>{" "}
          {sides.over === 1 ? "row matches" : "rows match"}
        </p>
        <Button size="small" onPress={showOver}>
          Show matches
        </Button>
        <Button size="small" onPress={showUnder}>
          Show others
        </Button>
        <Button size="small" onPress={showNext}>
          Label next
        </Button>
      </div>
      <div className="row gap-1-2 wrap">
        <Audit name={info.name} category={category} line={line} />
        <Button size="small" tone="quiet" onPress={() => openOrSay(remove(info.name, category))}>
          Remove the scores
        </Button>
      </div>
    </>
  );
}

async function remove(name: string, category: string): Promise<void> {
  await removeScore(name, category);
  toast(`Removed the scores of ${category}`);
}

/** Rows that are worth a label become the chip: unsure ones, unlike ones, and some by chance. */
async function showQueue(name: string, filter: string, line: number): Promise<void> {
  const { rows } = await call("app.collectionLabelQueue", { name, filter, line, limit: 30 });
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  restrictTo({ kind: "rows", ids, label: `${ids.length} to label next` });
  focusRows();
}

interface AuditProps {
  readonly name: string;
  readonly category: string;
  readonly line: number;
}

/** Precision and recall of the whole collection, from labels of a random sample. */
function Audit({ name, category, line }: AuditProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    ...auditQuery(name, category, line),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  if (!isOpen)
    return (
      <Button size="small" tone="quiet" onPress={() => setOpen(true)}>
        Check accuracy…
      </Button>
    );
  if (error) return <Failure error={error} doing="The check" onRetry={() => void refetch()} />;
  if (!data) return null;
  const label = (ids: readonly string[]) => {
    // The threshold stays where it is checked.
    const lines = { ...readLook().lines, [category]: line };
    restrictTo({ kind: "rows", ids, label: `${ids.length} of the random sample` }, { lines });
    focusRows();
  };
  return <AuditFigures data={data} onLabel={label} />;
}

/** So many are labelled in one go, and the figures follow. */
const AT_ONCE = 20;

interface AuditFiguresProps {
  readonly data: Output<"app.collectionAudit">;
  readonly onLabel: (ids: readonly string[]) => void;
}

function AuditFigures({ data, onLabel }: AuditFiguresProps) {
  const box = useHoldFocus<HTMLDivElement>();
  const { sampled, precision, recall } = data;
  const audited = data.over.audited + data.under.audited;
  // In the order of chance: only a beginning of it that is labelled without a gap counts.
  const ids = data.next.slice(0, AT_ONCE).map(({ id }) => id);
  return (
    <div ref={box} className="figures row gap-1-2 wrap" tabIndex={-1}>
      <p>
        {audited === 0
          ? `Label a random sample to estimate precision and recall (0 of ${sampled} labelled).`
          : `Precision ${estimate(precision)}, recall ${estimate(recall)}, from ${audited} of ${sampled} randomly sampled rows`}
      </p>
      {ids.length > 0 && (
        <Button size="small" onPress={() => onLabel(ids)}>
          Label {ids.length} {audited === 0 ? "of them" : "more"}
        </Button>
      )}
    </div>
  );
}

interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const estimate = ({ value, low, high }: Estimate): string =>
  low === 0 && high === 1
    ? "not known yet"
    : `${formatShare(value)} (${formatShare(low)} to ${formatShare(high)})`;

/** Any number of filters that score the rows. */
function ScoreByFilters({ open }: { readonly open: OpenCollection }) {
  const run = useScoreRun();
  const { name } = open.info;
  const isRunning = run.collection === name;
  const problem = run.problem?.collection === name ? run.problem.error : null;
  return (
    <>
      {isRunning ? <Running /> : <FilterPick open={open} />}
      {problem !== null && <Failure error={problem} doing="Scoring the rows" />}
    </>
  );
}

function Running() {
  const { names, done } = useScoreRun();
  return (
    <div className="intake-banner row gap-2-3 wrap note">
      <progress aria-label="Filters that have scored the rows" value={done} max={names.length} />
      <p className="figures" role="status">
        Scoring by {names[done]}: {done} of {plural(names.length, "filter")} done
      </p>
      <Button size="small" onPress={cancelScoring}>
        Cancel
      </Button>
    </div>
  );
}

const SCORE_KEY = "$mod+Enter";

/** Which filters score the rows. */
function FilterPick({ open: { info, look } }: { readonly open: OpenCollection }) {
  const { reader } = info.retina;
  const states = useFilterStates(reader);
  const { excluded = [] } = look;
  const isBusy = useScoreRun(({ collection }) => collection !== "");
  const isImporting = useIsImporting();
  const chosen = states.flatMap(({ filter, ready, prepared }) =>
    ready && !excluded.includes(filter.id) ? [{ filter, ready, prepared }] : [],
  );
  const isOff = chosen.length === 0 || info.rows === 0 || isBusy || isImporting;
  const title = `Score ${plural(info.rows, "row")} by ${plural(chosen.length, "filter")}`;
  const start = () => void scoreByFilters(info, chosen);
  useRegisterActions([
    {
      id: "collection.score-by-filters",
      title,
      group: "Collection",
      keys: SCORE_KEY,
      disabledBecause: isImporting
        ? "The rows are still being read"
        : isOff
          ? "Choose a filter that has a positive example"
          : null,
      run: start,
    },
  ]);
  if (states.length === 0)
    return (
      <p className="muted">
        A filter recognises texts of one category from a few examples.{" "}
        <Button size="small" onPress={() => openWith("filters")}>
          Create a filter
        </Button>
      </p>
    );
  const toggle = (id: string) =>
    excludeFilters(
      excluded.includes(id) ? excluded.filter((each) => each !== id) : [...excluded, id],
    );
  return (
    <details
      className="scores-pick"
      open={info.scores.length === 0 && info.labels.length === 0 && (look.category ?? "") === ""}
    >
      <summary>Score by filters</summary>
      <fieldset className="checklist scroll">
        <legend className="visually-hidden">Filters to score by</legend>
        {states.map((state) => (
          <FilterLine
            key={state.filter.id}
            state={state}
            judged={look.judged?.[state.filter.name]}
            isScored={info.scores.includes(state.filter.name)}
            isChosen={state.ready !== null && !excluded.includes(state.filter.id)}
            onToggle={() => toggle(state.filter.id)}
          />
        ))}
      </fieldset>
      {reader && (
        <p className="note">
          The fingerprints of these rows come from the encoder “{reader.name}”. Filters are computed
          with it here, so their cells and thresholds differ from those in Filters.
        </p>
      )}
      <Button size="small" tone="primary" isDisabled={isOff} onPress={start}>
        {title}
      </Button>
    </details>
  );
}

interface FilterLineProps {
  readonly state: FilterState;
  readonly judged: Judged | undefined;
  readonly isScored: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function FilterLine({ state, judged, isScored, isChosen, onToggle }: FilterLineProps) {
  const { filter, ready, problem } = state;
  return (
    <label className="row">
      <input type="checkbox" disabled={ready === null} checked={isChosen} onChange={onToggle} />
      <Thumbnail positions={ready?.positions ?? []} size={24} />
      <span className="clip grow" dir="auto">
        {filter.name}
      </span>
      <span className="muted figures">
        {ready === null ? problem || "…" : standing(ready, judged, isScored)}
      </span>
    </label>
  );
}

function standing(ready: ReadyFilter, judged: Judged | undefined, isScored: boolean): string {
  if (!isScored || judged?.filter !== ready.id) return `from ${formatScore(ready.threshold)}`;
  const isSame = judged.version === ready.version && judged.cells === ready.positions.length;
  return isSame ? "scored" : `changed since: ${formatCount(ready.positions.length)} cells now`;
}
