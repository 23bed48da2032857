import { useEffect, useRef, useState } from "react";
import type { Example, Filter } from "../../../core/workspace/filters/filter-model.ts";
import { Button } from "../../components/controls/button.tsx";
import { Answer, Empty, Failure } from "../../components/controls/states.tsx";
import { FileDrop } from "../../components/files/file-drop.tsx";
import { typingBoxOf } from "../../components/type-here.ts";
import { makeExample } from "../../model/filters/make-filter.ts";
import { NOTHING } from "../../model/map-content.ts";
import { useRegisterActions } from "../../state/actions.ts";
import {
  addExamples,
  addFilter,
  deleteFilter,
  duplicateFilter,
  newFilter,
  useFilterDesk,
  useOpenFilter,
} from "../../state/filters/filter-state.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { useOpenedWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { useRetina } from "../../state/retina.ts";
import { CardDialog } from "./card-dialog.tsx";
import { Checks } from "./checks.tsx";
import { ExampleDetail } from "./example-detail.tsx";
import { ExampleSide } from "./example-side.tsx";
import { FilterHead } from "./filter-head.tsx";
import { exportFilters, importFilters, pickFile } from "./transfer.ts";
import { useFiltersOnMap } from "./use-filter-on-map.ts";
import { useFilterReport } from "./use-filter-report.ts";
import "./filters.css";
import "./examples.css";

/** Which texts belong and which do not: all that a filter is made of. */
export function FiltersLens() {
  const filter = useOpenFilter();
  const [importError, setImportError] = useState<unknown>(null);
  useFilterActions(filter, setImportError);
  const lens = useRef<HTMLDivElement>(null);
  const openId = filter?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter has come in the place of what had the focus
  useEffect(() => {
    if (lens.current && document.activeElement === document.body)
      typingBoxOf(lens.current)?.focus();
  }, [openId]);
  useOpenedWith("filters", (expressions) => {
    const texts = expressions.flatMap((each) => ("text" in each ? [each.text] : []));
    if (texts.length === 0) return;
    const target = filters.read().find(({ id }) => id === useFilterDesk.getState().openId);
    const { id } = target ?? filters.read()[0] ?? addFilter("New filter");
    addExamples(id, "positive", texts);
  });
  return (
    <div ref={lens} className="lens filters-lens">
      <FilterHead filter={filter} />
      {importError !== null && (
        <Failure error={importError} doing="Importing filters">
          <Button size="small" onPress={() => setImportError(null)}>
            Close
          </Button>
        </Failure>
      )}
      {filter ? (
        <OpenFilter key={filter.id} filter={filter} />
      ) : (
        <NoFilter onImportError={setImportError} />
      )}
    </div>
  );
}

function NoFilter({ onImportError }: { readonly onImportError: (error: unknown) => void }) {
  const [name, setName] = useState("");
  usePublish({ map: NOTHING });
  return (
    <>
      <Empty title="A filter recognises texts of one category.">
        <p>Give it a name, then add one or two texts that match.</p>
      </Empty>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          addFilter(name);
        }}
      >
        <input
          className="filter-input across"
          aria-label="Name of the category"
          placeholder="e.g. Cooking"
          dir="auto"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button tone="primary" type="submit">
          Create
        </Button>
      </form>
      <div className="row gap-1 wrap">
        <Button size="small" onPress={() => addFilter("Cooking", exampleTexts())}>
          Load a working example
        </Button>
        <FileDrop
          label="Import filters…"
          accept=".json"
          onFiles={([file]) => file && void importFilters(file).catch(onImportError)}
        />
      </div>
    </>
  );
}

function OpenFilter({ filter }: { readonly filter: Filter }) {
  usePublish({ map: useFiltersOnMap(filter) });
  const isCardOpen = useFilterDesk((desk) => desk.isCardOpen);
  const { infos, result } = useFilterReport(filter);
  const search = useFilterDesk((desk) => desk.search);
  const onlyMark = useFilterDesk((desk) => desk.onlyMark);
  const isMany = filter.examples.length > 8 || search !== "";
  return (
    <>
      <Answer query={result} doing="Computing the filter" />
      <Checks filter={filter} infos={infos} />
      {isMany && (
        <input
          type="search"
          className="filter-input across"
          aria-label="Search the examples"
          placeholder="Search the examples"
          value={search}
          onChange={({ currentTarget }) => useFilterDesk.setState({ search: currentTarget.value })}
        />
      )}
      {onlyMark !== "" && (
        <Button size="small" onPress={() => useFilterDesk.setState({ onlyMark: "" })}>
          Show all examples again
        </Button>
      )}
      <div className="filter-sides">
        <ExampleSide filter={filter} side="positive" infos={infos} />
        <ExampleSide filter={filter} side="negative" infos={infos} />
      </div>
      <ExampleDetail filter={filter} infos={infos} />
      {isCardOpen && (
        <CardDialog filter={filter} onClose={() => useFilterDesk.setState({ isCardOpen: false })} />
      )}
    </>
  );
}

const BELONGS = [
  "Simmer the onions in butter until they are soft, then add the stock and the rice.",
  "Knead the dough for ten minutes and let it rise in a warm place before baking.",
  "Season the chicken with salt, pepper and thyme and roast it until the skin is crisp.",
  "Whisk the eggs with sugar, fold in the flour and pour the batter into a buttered tin.",
  "Chop the garlic and parsley finely and stir them into the tomato sauce.",
  "Grill the fish for four minutes on each side and serve it with lemon and potatoes.",
];

const DOES_NOT = [
  "The committee will vote on the new budget for schools and roads on Thursday.",
  "The striker scored twice in the second half and the team moved to the top of the league.",
  "Astronomers found a planet that circles its star in less than a day.",
  "The company sold its steel works and closed two mines in the north.",
  "The orchestra opened the season with a symphony by a young composer.",
  "The hospital tested a new vaccine on three hundred volunteers.",
];

/** A working category, for those who want to look before they make their own. */
const exampleTexts = (): Example[] => [
  ...BELONGS.map((text) => makeExample(text, "positive")),
  ...DOES_NOT.map((text) => makeExample(text, "negative")),
];

const GROUP = "Filters";

/** What can be done with whole filters, by key and by palette as by menu. */
function useFilterActions(filter: Filter | null, onImportError: (error: unknown) => void): void {
  const retina = useRetina();
  const none = filter ? null : "No filter yet";
  useRegisterActions([
    {
      id: "filters.new",
      title: "New filter",
      group: GROUP,
      run: newFilter,
    },
    {
      id: "filters.duplicate",
      title: "Duplicate this filter",
      group: GROUP,
      disabledBecause: none,
      run: () => filter && duplicateFilter(filter),
    },
    {
      id: "filters.delete",
      title: "Delete this filter",
      group: GROUP,
      disabledBecause: none,
      run: () => filter && deleteFilter(filter),
    },
    {
      id: "filters.export",
      title: "Export this filter…",
      group: GROUP,
      disabledBecause: none,
      run: () => void (filter && retina && exportFilters([filter], retina)),
    },
    {
      id: "filters.card",
      title: "Filter card…",
      group: GROUP,
      disabledBecause: filter?.examples.some(({ side }) => side === "positive")
        ? null
        : "This needs a filter with a text that matches",
      run: () => useFilterDesk.setState({ isCardOpen: true }),
    },
    {
      id: "filters.export-all",
      title: "Export all filters…",
      group: GROUP,
      disabledBecause: none,
      run: () => void (retina && exportFilters(filters.read(), retina)),
    },
    {
      id: "filters.import",
      title: "Import filters…",
      group: GROUP,
      run: () => pickFile(".json", (file) => void importFilters(file).catch(onImportError)),
    },
  ]);
}
