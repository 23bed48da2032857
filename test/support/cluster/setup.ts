import type { TestProject } from "vitest/node";
import { findTools } from "./find-tools.ts";
import { openSharedCluster } from "./shared-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Addresses of the nodes; none where the machine cannot start them. */
    readonly clusterUrls: readonly string[];
    /** Why there is no cluster; empty where there is one. */
    readonly whyNoCluster: string;
    /** Where the cluster is reached whose nodes may be killed; empty where the machine cannot start one. */
    readonly clusterToKill: string;
  }
}

/**
 * The cluster that all test files share. Where SEMASCOPE_TEST_CLUSTER names the addresses of a running one, they ask that one, and
 * another is there to be killed.
 */
// biome-ignore lint/style/noDefaultExport: vitest asks for it.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env.SEMASCOPE_TEST_CLUSTER?.split(",");
  const tools = findTools();
  const why = typeof tools === "string" ? tools : "";
  const cluster = typeof tools === "string" ? undefined : await openSharedCluster(tools);
  const urls = named ?? cluster?.urls ?? [];
  if (urls.length === 0) console.warn(`The tests of the cluster are skipped. ${why}`);
  project.provide("whyNoCluster", urls.length === 0 ? why : "");
  project.provide("clusterUrls", urls);
  project.provide("clusterToKill", cluster?.address ?? "");
  return async () => cluster?.leave();
}
