import { useEffect, useRef, useState } from "react";
import { Button } from "../../components/controls/button.tsx";
import { Empty, Failure } from "../../components/controls/states.tsx";
import { FileDrop } from "../../components/files/file-drop.tsx";
import { typingBoxOf } from "../../components/type-here.ts";
import type { Filter } from "../../model/filters/filter-model.ts";
import { NOTHING } from "../../model/map-content.ts";
import {
  addExamples,
  addFilter,
  useFilterDesk,
  useOpenFilter,
} from "../../state/filters/filter-state.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { useOpenedWith } from "../../state/open-with.ts";
import { usePublish } from "../../state/publish.ts";
import { CardDialog } from "./card/card-dialog.tsx";
import { CellEditList } from "./cell-edit-list.tsx";
import { Checks } from "./checks.tsx";
import { ExampleDetail } from "./example-detail.tsx";
import { ExampleSide } from "./example-side.tsx";
import { FilterFigures } from "./filter-figures.tsx";
import { FilterHead } from "./filter-head.tsx";
import { exampleTexts } from "./model/example-filters.ts";
import { importFilters } from "./transfer.ts";
import { useCellEdits } from "./use-cell-edits.ts";
import { useFilterActions } from "./use-filter-actions.ts";
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
      <FilterHead filter={filter} onImportError={setImportError} />
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
        <p>Give it a name, then add one or two texts that belong.</p>
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
  useCellEdits(filter);
  const isCardOpen = useFilterDesk((desk) => desk.isCardOpen);
  const { infos, result, report, threshold } = useFilterReport(filter);
  const search = useFilterDesk((desk) => desk.search);
  const onlyMark = useFilterDesk((desk) => desk.onlyMark);
  const isMany = filter.examples.length > 8 || search !== "";
  return (
    <>
      {result.isError && (
        <Failure
          error={result.error}
          doing="Computing the filter"
          onRetry={() => void result.refetch()}
        />
      )}
      {report && threshold !== null && <FilterFigures report={report} threshold={threshold} />}
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
      <CellEditList filter={filter} />
      <ExampleDetail filter={filter} infos={infos} />
      {isCardOpen && (
        <CardDialog filter={filter} onClose={() => useFilterDesk.setState({ isCardOpen: false })} />
      )}
    </>
  );
}
