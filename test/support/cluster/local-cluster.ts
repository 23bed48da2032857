import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { nodeClasses } from "./class-path.ts";
import { ClusterNode } from "./cluster-node.ts";
import type { Tools } from "./find-tools.ts";
import { freePorts } from "./free-ports.ts";

/** A running cluster on loopback whose data is deleted when it stops. */
export interface LocalCluster {
  readonly nodes: readonly ClusterNode[];
  /** Addresses of all nodes. */
  readonly urls: readonly string[];
  /** Waits until all nodes are in the cluster and every copy of every shard is there. */
  untilGreen(): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly nodes?: number;
  /** Starts faster, answers slower. */
  readonly isForTests?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
}

/** What a node does beside its work, as rarely as can be. A killed one is missed at once whatever these say. */
const FOR_TESTS = {
  "node.processors": "1",
  "cluster.fault_detection.follower_check.interval": "10s",
  "cluster.fault_detection.leader_check.interval": "10s",
  "gateway.write_dangling_indices_info": "false",
  "search_backpressure.mode": "disabled",
  "task_resource_tracking.enabled": "false",
};

export async function startCluster(
  tools: Tools,
  { nodes: count = 3, isForTests = false, settings = {} }: ClusterOptions = {},
): Promise<LocalCluster> {
  const classes = await nodeClasses(tools);
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-cluster-"));
  const ports = await freePorts(2 * count);
  const [http, transport] = [ports.slice(0, count), ports.slice(count)];
  const names = http.map((_, index) => `node-${index + 1}`);
  const common = {
    ...(isForTests ? FOR_TESTS : {}),
    ...settings,
    "cluster.name": path.basename(folder),
    "cluster.initial_cluster_manager_nodes": names.join(","),
    "discovery.seed_hosts": transport.map((port) => `127.0.0.1:${port}`).join(","),
    "cluster.routing.allocation.disk.threshold_enabled": "false",
    "indices.query.bool.max_clause_count": "4096",
  };
  const nodes = await Promise.all(
    names.map(async (name, index) => {
      await mkdir(path.join(folder, name));
      return new ClusterNode({
        name,
        java: tools.java,
        classes,
        folder: path.join(folder, name),
        port: http[index] ?? 0,
        settings: { ...common, "transport.port": String(transport[index]) },
        isForTests,
      });
    }),
  );
  const cluster = clusterOf(nodes, folder);
  try {
    for (const node of nodes) node.start();
    await cluster.untilGreen();
    return cluster;
  } catch (cause) {
    await cluster.stop();
    throw cause;
  }
}

function clusterOf(nodes: readonly ClusterNode[], folder: string): LocalCluster {
  return {
    nodes,
    urls: nodes.map(({ url }) => url),
    async untilGreen() {
      await Promise.all(nodes.map((node) => node.untilReady()));
      while (!(await isGreen(nodes))) await wait(100);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function isGreen(nodes: readonly ClusterNode[]): Promise<boolean> {
  const address = `${nodes[0]?.url}/_cluster/health?wait_for_status=green&wait_for_nodes=${nodes.length}&timeout=10s`;
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}
