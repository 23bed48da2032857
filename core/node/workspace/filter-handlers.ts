import type { Handler } from "../../api/client-types.ts";
import type { JsonValue } from "../../api/schema/json-value.ts";
import { unknownFilter } from "../../errors.ts";
import type { Filter } from "../../workspace/filters/filter-model.ts";
import { collectionFor } from "../../workspace/filters/outlook.ts";
import { prepareExamples } from "../../workspace/filters/prepare-examples.ts";
import { filtersIn } from "../../workspace/filters/saved-filters.ts";
import { EMPTY_WORKSPACE, readSaved } from "../../workspace/workspace.ts";
import type { WorkspaceStore } from "./workspace-store.ts";

/** The person's filters, for programs that are not the window. */
export function filterHandlers(store: WorkspaceStore) {
  const filters: Handler<"app.filters"> = async () => {
    const { filters, problem } = await read(store);
    return { filters: filters.map(summaryOf), problem };
  };

  const filter: Handler<"app.filter"> = async ({ name }) => {
    const { filters } = await read(store);
    // As expressions find them.
    const found = filters.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (found === undefined)
      throw unknownFilter(
        name,
        filters.map((each) => each.name),
      );
    return { filter: found as unknown as Readonly<Record<string, JsonValue>> };
  };

  return { "app.filters": filters, "app.filter": filter };
}

async function read(store: WorkspaceStore) {
  const stored = await store.peek();
  const saved = stored.workspace === null ? EMPTY_WORKSPACE : readSaved(stored.workspace);
  if (saved === null)
    return { filters: [], problem: "The workspace was saved by another version of Semascope." };
  const { filters, isWhole } = filtersIn(saved.content);
  if (stored.damaged !== null)
    return { filters, problem: `The saved workspace is damaged. ${stored.damaged}` };
  return { filters, problem: isWhole ? null : "Not all that is saved of filters could be read." };
}

function summaryOf(filter: Filter) {
  const { positive, negative } = prepareExamples(filter.examples);
  const collection = collectionFor(filter);
  return {
    name: filter.name,
    use: filter.use ?? "",
    belong: positive.length,
    not: negative.length,
    retina: filter.importedFrom?.name ?? null,
    collection: collection === "" ? null : collection,
    version: filter.version,
    changed: filter.changed ?? filter.created,
  };
}
