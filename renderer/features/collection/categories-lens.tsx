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
import { CategoryFigures } from "./category-figures.tsx";
import { CategoryTable } from "./category-table.tsx";
import {
  MOST_MOVED,
  makeFilterOfLabels,
  renameLabels,
  scoreByLabels,
  takeBackLabels,
} from "./label-rows.ts";
import { RowsLens } from "./rows-lens.tsx";
import { ScoreByFilters } from "./score-by-filters.tsx";
import type { OpenCollection } from "./use-collection.ts";
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
