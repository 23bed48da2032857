import { useId, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { filters } from "../../state/filters/filter-store.ts";
import { MOST_MOVED } from "./label-rows.ts";
import type { OpenCollection } from "./use-collection.ts";

interface CategoryChoiceProps {
  readonly open: OpenCollection;
  readonly category: string;
  readonly onChoose: (category: string) => void;
  /** Gives the category that name, with its labels. */
  readonly onRename: (name: string) => void;
}

/** A category that was labelled before, one of the filters, or a new one: a box that knows the names. */
export function CategoryChoice({
  open: { info },
  category,
  onChoose,
  onRename,
}: CategoryChoiceProps) {
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
