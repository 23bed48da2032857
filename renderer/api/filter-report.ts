import { queryOptions } from "@tanstack/react-query";
import { askReport, type RowReader } from "../../core/workspace/filters/ask-report.ts";
import type { Prepared } from "../../core/workspace/filters/prepare-examples.ts";
import { preparedKeyOf } from "../../core/workspace/filters/scored.ts";
import { call } from "./client.ts";

/**
 * The name has no part in the cells, so renaming asks for nothing.
 * @param reader that of the rows that the filter is for; its texts are read by their words when left out
 */
export const filterReportQuery = (retina: string, prepared: Prepared, reader?: RowReader) =>
  queryOptions({
    queryKey: [retina, "app.filterReport", prepared, reader] as const,
    queryFn: ({ signal }) =>
      askReport((args) => call("app.filterReport", args, signal), retina, prepared, reader),
    queryKeyHashFn: () =>
      `filterReport ${retina} ${reader?.checksum ?? ""} ${preparedKeyOf(prepared)}`,
    retry: false,
  });
