import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ClusterNode, type NodeClasses } from "./cluster-node.ts";
import { freePorts } from "./free-ports.ts";

/** Runs one node alone, and keeps the classes that it loaded as they are in memory: a node that has them starts in half the time. */
export async function archiveClasses({
  java,
  ...classes
}: NodeClasses & { readonly java: string }): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-classes-"));
  const [port = 0] = await freePorts(1);
  const node = new ClusterNode({
    name: "node",
    java,
    classes,
    folder,
    port,
    settings: { "cluster.name": path.basename(folder), "discovery.type": "single-node" },
    isForTests: true,
    writesArchive: true,
  });
  node.start();
  try {
    await node.untilReady();
  } finally {
    await node.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
