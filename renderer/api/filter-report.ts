import { queryOptions } from "@tanstack/react-query";
import type { Args, Output } from "../../core/api/client-types.ts";
import { ApiError } from "../../core/errors.ts";
import { textsOf } from "../../core/workspace/filters/filter-model.ts";
import type { Prepared } from "../../core/workspace/filters/prepare-examples.ts";
import { preparedKeyOf } from "../../core/workspace/filters/scored.ts";
import { call } from "./client.ts";

/** What the engine is asked for a filter of these examples and edits. */
export const reportArgs = (retina: string, prepared: Prepared, name: string) => ({
  retina_name: retina,
  name,
  positive: textsOf(prepared.positive),
  negative: textsOf(prepared.negative),
  edits: prepared.edits.map(({ kind, cells }) => ({ kind, positions: [...cells] })),
});

/** What filter and prediction are told of the texts that the filter is for. */
export const toldArgs = ({ told }: Prepared) => ({
  ...(told?.backdrop ? { background: [...told.backdrop.texts] } : {}),
  ...(told && told.share !== null ? { share: told.share } : {}),
  ...(told && told.share !== null && told.labels !== null ? { shareLabels: told.labels } : {}),
});

/** The name has no part in the cells, so renaming asks for nothing. */
export const filterReportQuery = (retina: string, prepared: Prepared) =>
  queryOptions({
    queryKey: [retina, "app.filterReport", prepared] as const,
    queryFn: ({ signal }) => askReport(reportArgs(retina, prepared, "filter"), prepared, signal),
    queryKeyHashFn: () => `filterReport ${retina} ${preparedKeyOf(prepared)}`,
    retry: false,
  });

/** Texts of which too few have a known word cannot stand for others; the answer says what did instead. */
async function askReport(
  args: Args<"app.filterReport">,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<Output<"app.filterReport">> {
  const told = toldArgs(prepared);
  try {
    return await call("app.filterReport", { ...args, ...told }, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.field !== "background") throw error;
    const { background: _, ...share } = told;
    return call("app.filterReport", { ...args, ...share }, signal);
  }
}
