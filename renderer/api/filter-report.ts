import { queryOptions } from "@tanstack/react-query";
import { textsOf } from "../model/filters/filter-model.ts";
import type { Prepared } from "../model/filters/prepare-examples.ts";
import { preparedKeyOf } from "../model/filters/scored.ts";
import { engineQuery } from "./query-client.ts";

/** What the engine is asked for a filter of these examples and edits. */
export const reportArgs = (retina: string, prepared: Prepared, name: string) => ({
  retina_name: retina,
  name,
  positive: textsOf(prepared.positive),
  negative: textsOf(prepared.negative),
  edits: prepared.edits.map(({ kind, cells }) => ({ kind, positions: [...cells] })),
});

/** The name has no part in the cells, so renaming asks for nothing. */
export const filterReportQuery = (retina: string, prepared: Prepared, influence = false) =>
  queryOptions({
    ...engineQuery(retina, "app.filterReport", {
      ...reportArgs(retina, prepared, "filter"),
      influence,
    }),
    queryKeyHashFn: () => `filterReport ${influence} ${retina} ${preparedKeyOf(prepared)}`,
    retry: false,
  });
