import { useId, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { filters } from "../../state/filters/filter-store.ts";
import type { OpenCollection } from "./use-collection.ts";

interface CategoryChoiceProps {
  readonly open: OpenCollection;
  readonly category: string;
  readonly onChoose: (category: string) => void;
}

/** A category that was labelled before, one of the filters, or a new one: a box that knows the names. */
export function CategoryChoice({ open: { info }, category, onChoose }: CategoryChoiceProps) {
  const [typed, setTyped] = useState(category);
  const id = useId();
  const names = [
    ...new Set([
      ...info.labels.map(({ filter }) => filter),
      ...info.scores,
      ...filters.use().map(({ name }) => name),
    ]),
  ];
  const wanted = typed.trim();
  return (
    <form
      className="category-choice"
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
      {wanted !== "" && wanted !== category && (
        <Button size="small" type="submit">
          Label for “{wanted}”
        </Button>
      )}
    </form>
  );
}
