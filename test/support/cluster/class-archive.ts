import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { OpenSearchStore } from "../../../core/node/collections/opensearch/opensearch-store.ts";
import { ClusterNode, type NodeClasses } from "./cluster-node.ts";
import { freePorts } from "./free-ports.ts";

/**
 * Runs one node alone, and keeps the classes that it loaded as they are in memory: a node that has them starts in half the time,
 * and does everything for the first time with less.
 */
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
    await askEverythingOnce(node.url);
  } finally {
    await node.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** One collection is made, written, read and removed. */
async function askEverythingOnce(url: string): Promise<void> {
  const store = new OpenSearchStore({ urls: [url] });
  const columns = [{ name: "day", type: "date" } as const];
  const created = "2026-01-01T00:00:00.000Z";
  await store.create({
    name: "first",
    retina: { name: "en", checksum: "0" },
    columns,
    roles: {},
    created,
  });
  const first = store.open("first");
  const cells = Uint16Array.of(1, 2);
  await first.put([{ id: "1", text: "first", values: ["2026-01-01"], cells }]);
  await first.score({ name: "near", positions: cells });
  const selection = { like: cells, words: { all: [["first"]], none: [] } };
  await first.rows(selection, {
    offset: 0,
    limit: 1,
    sort: { field: { score: "near" }, descending: true },
  });
  await first.heat(selection);
  await first.timeline(selection, { column: "day", unit: "month" });
  for await (const _ of first.stream({}));
  await first.removeRows(["1"]);
  await store.remove("first");
  await store.close();
}
