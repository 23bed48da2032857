import { queryOptions } from "@tanstack/react-query";
import { askReport } from "../../core/workspace/filters/ask-report.ts";
import type { Prepared } from "../../core/workspace/filters/prepare-examples.ts";
import { preparedKeyOf } from "../../core/workspace/filters/scored.ts";
import { call } from "./client.ts";

/** The name has no part in the cells, so renaming asks for nothing. */
export const filterReportQuery = (retina: string, prepared: Prepared) =>
  queryOptions({
    queryKey: [retina, "app.filterReport", prepared] as const,
    queryFn: ({ signal }) =>
      askReport((args) => call("app.filterReport", args, signal), retina, prepared),
    queryKeyHashFn: () => `filterReport ${retina} ${preparedKeyOf(prepared)}`,
    retry: false,
  });
