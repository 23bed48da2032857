import { useQuery } from "@tanstack/react-query";
import { clusterQuery } from "./cluster-queries.ts";
import { clusterName } from "./model/cluster-wish.ts";

/** What the collections are kept in: the name of a cluster, "" for this machine, null while it is not known. */
export function useCluster(): string | null {
  const { data } = useQuery(clusterQuery());
  return data ? clusterName(data.urls) : null;
}

/** Says that texts are not on this machine; beside the collections, as it holds for all of them. */
export function KeptIn() {
  const cluster = useCluster();
  return cluster ? <p className="muted">Kept in the cluster at {cluster}</p> : null;
}

/** Where the texts of a file go that becomes a collection. */
export function WhereTextsGo() {
  const cluster = useCluster();
  if (cluster === null) return null;
  return cluster === ""
    ? "The texts stay on this machine."
    : `The texts are sent to the cluster at ${cluster}.`;
}
