import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Failure, Loading } from "../../components/controls/states.tsx";
import { formatCount, plural } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { changeLook, restrict } from "../../state/collection/collection-look.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { useFilterStates } from "../../state/filters/ready-filters.ts";
import { toast } from "../../state/toasts.ts";
import { LabelFigures } from "./label-figures.tsx";
import {
  MOST_MOVED,
  makeFilterOfLabels,
  renameLabels,
  scoreBy,
  scoreByLabels,
  takeBackLabels,
} from "./label-rows.ts";
import { RowsLens } from "./rows-lens.tsx";
import type { OpenCollection } from "./use-collection.ts";

/** Rows that belong to a category and rows that do not, and the score that follows from them for all. */
export function LabelsLens({ open }: { readonly open: OpenCollection }) {
  const { category = "" } = open.look;
  const renaming = useMutation({
    mutationFn: (name: string) => renameLabels(open.info.name, category, name),
  });
  return (
    <>
      <section className="labels-panel row wrap fixed" aria-label="Labels">
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
        {category === "" ? (
          <p className="muted">
            A category holds texts that belong together, such as “angry customers”. Choose a row and
            press <kbd>Y</kbd> if it belongs, <kbd>N</kbd> if it does not. After a few, every row
            can be scored.
          </p>
        ) : (
          open.info.scores.includes(category) && (
            <LabelFigures key={category} open={open} category={category} />
          )
        )}
      </section>
      <RowsLens open={open} />
    </>
  );
}

interface CategoryWorkProps {
  readonly open: OpenCollection;
  readonly category: string;
}

/** How many are labelled, and what can be made of them. */
function CategoryWork({ open: { info }, category }: CategoryWorkProps) {
  const own = info.labels.find(({ filter }) => filter === category);
  const { belongs = 0, not = 0 } = own ?? {};
  const filter = useFilterStates().find((each) => each.filter.name === category);
  const work = useMutation({ mutationFn: (task: () => Promise<unknown>) => task() });
  const ready = filter?.ready ?? null;
  const canScore = belongs > 0 || ready !== null;
  const score = () =>
    work.mutate(async () => {
      const rows =
        belongs > 0 || ready === null
          ? await scoreByLabels(info.name, category)
          : await scoreBy(info.name, category, ready.positions);
      toast(`Scored ${plural(rows, "row")} for ${category}`);
    });
  useRegisterActions([
    {
      id: "collection.score",
      title: `Score all rows for ${category}`,
      group: "Collection",
      disabledBecause: work.isPending
        ? "The rows are being scored"
        : canScore
          ? null
          : `No row is labelled as one of ${category}`,
      run: score,
    },
  ]);
  return (
    <>
      <p className="figures">
        <strong>{belongs}</strong> {belongs === 1 ? "belongs" : "belong"}, <strong>{not}</strong>{" "}
        {not === 1 ? "does not" : "do not"}
      </p>
      <Button
        size="small"
        tone="primary"
        isPending={work.isPending}
        isDisabled={!canScore}
        onPress={score}
      >
        {belongs === 0 && ready !== null ? "Score all rows by the filter" : "Score all rows"}
      </Button>
      <Button
        size="small"
        isPending={work.isPending}
        isDisabled={belongs === 0}
        onPress={() => work.mutate(() => makeFilterOfLabels(info.name, category))}
      >
        {filter ? "Add them to the filter" : "Make a filter of them"}
      </Button>
      {work.isPending && <Loading label="Scoring" />}
      {work.error && <Failure error={work.error} doing="Scoring" />}
    </>
  );
}

/** Whose labels are not the person's own: to be looked at, and taken back. */
function LabelAuthors({ open: { info }, category }: CategoryWorkProps) {
  const takingBack = useMutation({
    mutationFn: (author: string) => takeBackLabels(info.name, category, author),
  });
  const own = info.labels.find(({ filter }) => filter === category);
  if (own === undefined || own.authors.length === 0) return null;
  return (
    <>
      <ul className="stack gap-1" aria-label="Labels that you did not give">
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
              Take{" "}
              {rows > MOST_MOVED
                ? `${formatCount(MOST_MOVED)} of them`
                : rows === 1
                  ? "it"
                  : "them"}{" "}
              back
            </Button>
          </li>
        ))}
      </ul>
      {takingBack.error && <Failure error={takingBack.error} doing="Taking labels back" />}
    </>
  );
}

interface CategoryChoiceProps {
  readonly open: OpenCollection;
  readonly category: string;
  readonly onChoose: (category: string) => void;
  /** Gives the category that name, with its labels. */
  readonly onRename: (name: string) => void;
}

/** A category that was labelled before, one of the filters, or a new one: a box that knows the names. */
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
