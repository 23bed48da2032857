import { memo, useRef } from "react";
import { Choice } from "../../components/controls/choice.tsx";
import type { CollectionLens } from "../../model/collection/look.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { changeLook } from "../../state/collection/collection-look.ts";
import { focusSoon } from "./focus-soon.ts";

const TITLES: Readonly<Record<CollectionLens, string>> = {
  rows: "Rows",
  points: "Points",
  topics: "Topics",
  time: "Time",
  differences: "Differences",
  labels: "Labels",
  copies: "Near copies",
  scores: "Scores",
};

const PURPOSES: Readonly<Record<CollectionLens, string>> = {
  rows: "Show the rows as a table",
  points: "Show each row as a point of the map",
  topics: "Show what the rows are about",
  time: "Show how topics change over time",
  differences: "Show how two parts of the collection differ",
  labels: "Label rows for a category and score all of them",
  copies: "Show rows that say nearly the same",
  scores: "Score all rows by filters, and hold them against a column that says what is true",
};

const show = (lens: CollectionLens): void => changeLook(`Show: ${TITLES[lens]}`, { lens });

/** What the centre shows of the rows. */
export const LensTabs = memo(function LensTabs({ lens }: { readonly lens: CollectionLens }) {
  const box = useRef<HTMLDivElement>(null);
  useRegisterActions(
    Object.entries(PURPOSES).map(([id, title]) => ({
      id: `collection.show-${id}`,
      title,
      group: "Collection",
      run: () => {
        show(id as CollectionLens);
        // The next Tab leads into what the lens shows.
        focusSoon(() => box.current?.querySelector<HTMLElement>("input:checked"));
      },
    })),
  );
  return (
    <div ref={box} className="lens-tabs">
      <Choice label="Lens" isBare options={TITLES} value={lens} onChange={show} />
    </div>
  );
});
