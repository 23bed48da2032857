import type { RetinaStamp } from "../../../core/workspace/cells.ts";
import type { Filter } from "../../../core/workspace/filters/filter-model.ts";
import { prepareFilter } from "../../../core/workspace/filters/prepare-examples.ts";
import { scoredOf, thresholdOf } from "../../../core/workspace/filters/scored.ts";
import { filterReportQuery } from "../../api/filter-report.ts";
import { queryClient } from "../../api/query-client.ts";
import { download } from "../../components/files/download.ts";
import { readTextFile } from "../../components/files/read-file.ts";
import { safeFileName } from "../../model/file-name.ts";
import { freeName } from "../../model/filters/make-filter.ts";
import { plural } from "../../model/format.ts";
import { backdropNow } from "../../state/filters/backdrops.ts";
import { openFilter } from "../../state/filters/filter-state.ts";
import { filters } from "../../state/filters/filter-store.ts";
import { toast } from "../../state/toasts.ts";
import { type Computed, filterFile, readFilterFile } from "./model/filter-file.ts";

/** Adds the filters of a file; names that are taken get a number. @throws Error with a sentence */
export async function importFilters(file: File): Promise<void> {
  const { text, name } = await readTextFile(file);
  const found = readFilterFile(text);
  const taken = filters.read().map((filter) => filter.name);
  const added = found.map((filter) => {
    const free = freeName(filter.name, taken);
    taken.push(free);
    return { ...filter, name: free };
  });
  filters.edit(`Import ${plural(added.length, "filter")} from ${name}`, (before) => [
    ...before,
    ...added,
  ]);
  if (added[0]) openFilter(added[0].id);
  toast(`Imported ${plural(added.length, "filter")}; their cells are computed from the texts`);
}

/** Saves filters as one JSON file, with what can be computed of them now. */
export async function exportFilters(wanted: readonly Filter[], retina: RetinaStamp): Promise<void> {
  const items = await Promise.all(wanted.map((filter) => compute(filter, retina)));
  const [only] = wanted;
  const name = wanted.length === 1 && only ? only.name : "filters";
  const file = safeFileName(`${name}.json`);
  const content = `${JSON.stringify(filterFile(items, retina), null, 2)}\n`;
  download(file, content, "application/json");
  toast(`Saved ${file}`);
}

async function compute(filter: Filter, retina: RetinaStamp): Promise<Computed> {
  const prepared = prepareFilter(filter, await backdropNow(filter));
  const nothing = { filter, positions: null, threshold: filter.threshold };
  if (prepared.positive.length === 0) return nothing;
  try {
    const report = await queryClient.fetchQuery(filterReportQuery(retina.name, prepared));
    const threshold = thresholdOf(filter, scoredOf(report, prepared), report);
    return { filter, positions: report.positions, threshold };
  } catch {
    return nothing;
  }
}

/** Lets a person choose a file, from a menu or a key. */
export function pickFile(accept: string, onFile: (file: File) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) onFile(file);
  });
  input.click();
}
