import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { EmbeddedStore } from "../../../core/node/collections/embedded/embedded-store.ts";
import { OpenSearchStore } from "../../../core/node/collections/opensearch/opensearch-store.ts";
import { findTools } from "../../support/cluster/find-tools.ts";
import { startCluster } from "../../support/cluster/local-cluster.ts";
import type { MeasuredStore } from "./measure-store.ts";

const MEGABYTE = 1e6;
/** The collection that a bench makes. */
export const COLLECTION = "bench";

export async function openEmbedded(): Promise<MeasuredStore> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-collections-"));
  const measured = await openFolder(folder, COLLECTION);
  return {
    ...measured,
    get store() {
      return measured.store;
    },
    async close() {
      await measured.close();
      await rm(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

/** A folder of collections that is there, and stays. */
export async function openFolder(folder: string, collection: string): Promise<MeasuredStore> {
  let store = await EmbeddedStore.open(folder);
  return {
    name: "embedded",
    collection,
    get store() {
      return store;
    },
    async reopen() {
      await store.close();
      const start = performance.now();
      store = await EmbeddedStore.open(folder);
      await store.open(collection).describe();
      return performance.now() - start;
    },
    cpu: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    bytes: () => sizeOf(folder),
    memory: () => process.memoryUsage.rss() / MEGABYTE,
    close: () => store.close(),
  };
}

/** Three nodes on this machine. @throws a sentence where it cannot start them */
export async function openCluster(): Promise<MeasuredStore> {
  const tools = findTools();
  if (typeof tools === "string") throw new Error(tools);
  const cluster = await startCluster(tools);
  const store = new OpenSearchStore({ urls: cluster.urls });
  const ids = () => cluster.nodes.map(({ id }) => id);
  return {
    name: "cluster of 3",
    collection: COLLECTION,
    store,
    cpu: () => ids().reduce((sum, id) => sum + processorTime(id), 0),
    async bytes() {
      const reply = await fetch(`${cluster.urls[0]}/semascope-rows-*/_stats/store`);
      const stats = (await reply.json()) as Stats;
      return stats._all.primaries.store.size_in_bytes;
    },
    memory: () => ids().reduce((sum, id) => sum + residentMegabytes(id), 0),
    async close() {
      await store.close();
      await cluster.stop();
    },
  };
}

interface Stats {
  readonly _all: { readonly primaries: { readonly store: { readonly size_in_bytes: number } } };
}

/** Of a hundredth of a second each; Linux only. */
const TICK_MILLISECONDS = 10;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

function processorTime(id: number): number {
  const fields = readFileSync(`/proc/${id}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MILLISECONDS;
}

function residentMegabytes(id: number): number {
  const status = readFileSync(`/proc/${id}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1000;
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true }))
    bytes += (await stat(path.join(folder, name))).size;
  return bytes;
}
