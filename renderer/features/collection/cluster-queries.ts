import { queryOptions } from "@tanstack/react-query";
import type { Output } from "../../../core/api/client-types.ts";
import { call } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";

export type ClusterSetting = Output<"app.cluster">;
export type ClusterReport = Output<"app.clusterCheck">;

/** Which cluster keeps the collections, if any; another program of this person may have changed it. */
export const clusterQuery = () =>
  queryOptions({
    queryKey: ["cluster"] as const,
    queryFn: ({ signal }) => call("app.cluster", {}, signal),
    staleTime: 0,
  });

/** Collections lie elsewhere now: nothing that was asked of them holds. */
export async function refreshAfterMove(): Promise<void> {
  queryClient.removeQueries({ queryKey: ["collection imports"] });
  await queryClient.resetQueries({ queryKey: ["collections"] });
  await queryClient.invalidateQueries(clusterQuery());
}
