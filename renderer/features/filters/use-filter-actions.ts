import type { Filter } from "../../model/filters/filter-model.ts";
import { useRegisterActions } from "../../state/actions.ts";
import {
  deleteFilter,
  duplicateFilter,
  newFilter,
  useFilterDesk,
} from "../../state/filters/filter-state.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { useRetina } from "../../state/retina.ts";
import { exportFilters, importFilters, pickFile } from "./transfer.ts";

const GROUP = "Filters";

/** What can be done with whole filters, by key and by palette as by menu. */
export function useFilterActions(
  filter: Filter | null,
  onImportError: (error: unknown) => void,
): void {
  const retina = useRetina();
  const none = filter ? null : "No filter yet";
  useRegisterActions([
    {
      id: "filters.new",
      title: "New filter",
      group: GROUP,
      keys: "n",
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
        : "This needs a filter with a text that belongs",
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
