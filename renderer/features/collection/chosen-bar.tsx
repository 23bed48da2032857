import { useMemo, useState } from "react";
import type { CollectionRow } from "../../api/collection-queries.ts";
import { Button } from "../../components/controls/button.tsx";
import { Failure } from "../../components/controls/states.tsx";
import { plural } from "../../model/format.ts";
import { useRegisterActions } from "../../state/actions.ts";
import { keepCategory, restrict } from "../../state/collection/collection-look.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { usePublish } from "../../state/publish.ts";
import { giveExamples, labelRows, type Mark } from "./label-rows.ts";
import { categoryName } from "./model/category-name.ts";
import { selectNext, useRowDesk } from "./row-desk.ts";
import type { OpenCollection } from "./use-collection.ts";

interface ChosenBarProps {
  readonly open: OpenCollection;
  readonly rows: readonly CollectionRow[];
}

/** What can be done with the chosen rows, by button and by key. */
export function ChosenBar({ open: { info, look }, rows }: ChosenBarProps) {
  const { category = "" } = look;
  const known = filters.use();
  // Labelling begins without a name: one is proposed, and can be changed at any time.
  const named =
    category === ""
      ? categoryName(look.restrictions, [
          ...info.labels.map(({ filter }) => filter),
          ...info.scores,
          ...known.map(({ name }) => name),
        ])
      : category;
  const { selection } = useRowDesk();
  const [problem, setProblem] = useState<unknown>(null);
  const chosen = rows.filter(({ id }) => selection.chosen.has(id));
  usePublish({
    texts: useMemo(() => {
      const texts = rows.filter(({ id }) => selection.chosen.has(id)).map(({ text }) => text);
      const name = category === "" ? `${info.name}, chosen rows` : category;
      return texts.length === 0 ? null : { name, texts, collection: info.name };
    }, [rows, selection, category, info.name]),
  });
  const label = (belongs: Mark) => {
    setProblem(null);
    if (category === "") keepCategory(named);
    labelRows(info.name, named, chosen, belongs).catch(setProblem);
    if (chosen.length === 1 && belongs !== null) selectNext(rows);
  };
  const because = chosen.length === 0 ? "No row is chosen" : null;
  useRegisterActions([
    action("y", `Label the chosen rows: belongs to ${named}`, () => label(true), because),
    action("n", `Label the chosen rows: does not belong to ${named}`, () => label(false), because),
    action("u", `Take the label of the chosen rows away`, () => label(null), because),
  ]);
  if (problem !== null)
    return (
      <Failure error={problem} doing="Labelling">
        <Button size="small" onPress={() => setProblem(null)}>
          Close
        </Button>
      </Failure>
    );
  if (chosen.length === 0) return null;
  return (
    <div className="chosen-bar row gap-1-2 wrap grow" role="toolbar" aria-label="Chosen rows">
      <span className="figures">{plural(chosen.length, "row")} chosen</span>
      <Button size="small" onPress={() => label(true)}>
        {category === "" ? `Belongs to “${named}”` : "Belongs"} <kbd>Y</kbd>
      </Button>
      <Button size="small" onPress={() => label(false)}>
        Does not <kbd>N</kbd>
      </Button>
      {chosen.length > 1 && (
        <>
          <Button
            size="small"
            tone="quiet"
            onPress={() =>
              restrict({
                kind: "rows",
                ids: chosen.map(({ id }) => id),
                label: `${plural(chosen.length, "chosen row")}`,
              })
            }
          >
            Only these
          </Button>
          <Button
            size="small"
            tone="quiet"
            onPress={() =>
              giveExamples(
                category === "" ? `${info.name}, chosen rows` : category,
                { positive: chosen.map(({ text }) => text), negative: [] },
                info.name,
              )
            }
          >
            Make a filter of them
          </Button>
        </>
      )}
    </div>
  );
}

const action = (keys: string, title: string, run: () => void, disabledBecause: string | null) => ({
  id: `collection.label-${keys}`,
  title,
  group: "Collection",
  keys,
  run,
  disabledBecause,
});
