import type { TestProject } from "vitest/node";
import { findTools } from "./find-tools.ts";
import { startCluster } from "./local-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Addresses of the nodes; none where the machine cannot start them. */
    readonly clusterUrls: readonly string[];
    /** Why there is no cluster; empty where there is one. */
    readonly whyNoCluster: string;
  }
}

/** Starts the cluster that all test files share, unless SEMASCOPE_TEST_CLUSTER names the addresses of a running one. */
// biome-ignore lint/style/noDefaultExport: vitest asks for it.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.SEMASCOPE_TEST_CLUSTER;
  if (running !== undefined) {
    project.provide("whyNoCluster", "");
    project.provide("clusterUrls", running.split(","));
    return async () => {};
  }
  const tools = findTools();
  if (typeof tools === "string") {
    console.warn(`The tests of the cluster are skipped. ${tools}`);
    project.provide("whyNoCluster", tools);
    project.provide("clusterUrls", []);
    return async () => {};
  }
  const cluster = await startCluster(tools, { isForTests: true });
  project.provide("whyNoCluster", "");
  project.provide("clusterUrls", cluster.urls);
  return () => cluster.stop();
}
