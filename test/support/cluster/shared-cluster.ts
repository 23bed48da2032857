import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Tools } from "./find-tools.ts";
import { type LocalCluster, startCluster } from "./local-cluster.ts";

/** Three nodes which one process started and others use; they end with that process, however it ends. */
export interface SharedCluster {
  /** Where the others reach it: of this machine only. */
  readonly address: string;
  /** Addresses of all nodes. */
  readonly urls: readonly string[];
  /** Ends a node, counted from 0, as a power cut would. */
  kill(node: number): Promise<void>;
  /** Starts the nodes that were killed, and waits until every copy of every shard is there again. */
  revive(): Promise<void>;
  /** Ends all nodes, whoever started them. */
  stop(): Promise<void>;
  /** Ends all nodes if this process started them. */
  leave(): Promise<void>;
}

/** Holds the address of a cluster that runs: `npm test` starts one for all its parts. */
const ADDRESS = "SEMASCOPE_SHARED_CLUSTER";

/** The cluster that was handed over, or one of one's own. */
export const openSharedCluster = (tools: Tools): Promise<SharedCluster> => {
  const address = process.env[ADDRESS];
  return address === undefined ? startSharedCluster(tools) : joinSharedCluster(address);
};

/** Starts a cluster, and hands it over to the processes that this one starts from now on. */
export async function handOverCluster(tools: Tools): Promise<SharedCluster> {
  const cluster = await startSharedCluster(tools);
  process.env[ADDRESS] = cluster.address;
  return cluster;
}

/** @throws where nobody answers at the address */
export async function joinSharedCluster(address: string): Promise<SharedCluster> {
  const reply = await fetch(address);
  const urls = (await reply.json()) as string[];
  const order = async (path: string) => {
    const { ok, statusText } = await fetch(`${address}/${path}`, { method: "POST" });
    if (!ok) throw new Error(`The cluster did not ${path}: ${statusText}`);
  };
  return {
    address,
    urls,
    kill: (node) => order(`kill/${node}`),
    revive: () => order("revive"),
    stop: () => order("stop"),
    leave: async () => {},
  };
}

async function startSharedCluster(tools: Tools): Promise<SharedCluster> {
  const cluster = await startCluster(tools, { isForTests: true });
  // One after the other: a node that is just being killed is started once it has ended.
  let former: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    // Orders come minutes apart: a connection that was kept would be closed by one side as the other sends.
    response.setHeader("connection", "close");
    const order = former.then(() => obey(cluster, request));
    former = order.catch(() => {});
    order.then(
      () => response.end(JSON.stringify(cluster.urls)),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  const shared = await joinSharedCluster(`http://127.0.0.1:${port}`);
  return { ...shared, leave: shared.stop };
}

async function obey(cluster: LocalCluster, { url = "" }: IncomingMessage): Promise<void> {
  const [, action, number] = url.split("/");
  const { nodes } = cluster;
  if (action === "kill") await nodes[Number(number)]?.kill();
  if (action === "revive") {
    for (const node of nodes) if (!node.isRunning) node.start();
    await cluster.untilGreen();
  }
  if (action === "stop") await cluster.stop();
}
