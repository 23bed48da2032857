import { randomUUID } from "node:crypto";
import { ApiError } from "../../../errors.ts";
import { ClusterClient, type ClusterConnection } from "../opensearch/cluster-client.ts";
import { clusterProblem } from "../opensearch/cluster-problem.ts";
import { clauseLimit } from "../opensearch/selection-query.ts";

/** What a cluster is and whether it can be used. */
export interface ConnectionReport {
  readonly usable: boolean;
  /** What is wrong, for programs; empty where nothing is. */
  readonly problem: string;
  /** One sentence for a person. */
  readonly message: string;
  readonly version: string;
  readonly nodes: number;
  /** The most clauses of a query; with fewer than 1024, searches by long texts are slow. */
  readonly clauses: number;
}

interface Banner {
  readonly version?: { readonly distribution?: string; readonly number?: string };
}

const OLDEST_VERSION = 2;
const USUAL_CLAUSES = 1024;
const PATIENCE = { reading: 8_000, writing: 8_000 };
const NOTHING = { version: "", nodes: 0, clauses: 0 };

/** Tries everything that collections need of a cluster, on an index of its own that it removes again. */
export async function checkConnection(
  connection: ClusterConnection,
  patience = PATIENCE,
): Promise<ConnectionReport> {
  const cluster = new ClusterClient({ ...connection, patience });
  try {
    const version = await checkVersion(cluster);
    const nodes = await countNodes(cluster);
    await checkRights(cluster);
    const clauses = await clauseLimit(cluster);
    const message = sentenceOf(version, nodes, clauses);
    return { usable: true, problem: "", message, version, nodes, clauses };
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== "cluster-problem") throw cause;
    const { problem = "" } = cause.details;
    return { usable: false, problem: String(problem), message: cause.message, ...NOTHING };
  } finally {
    await cluster.close();
  }
}

async function checkVersion(cluster: ClusterClient): Promise<string> {
  const banner = await cluster.send<Banner | string>({ method: "GET", path: "/" });
  const { distribution, number = "" } = (typeof banner === "string" ? {} : banner).version ?? {};
  if (distribution !== "opensearch")
    throw clusterProblem(
      "not-opensearch",
      `What answers at ${cluster.host} is not OpenSearch; give the address of an OpenSearch cluster.`,
    );
  if (Number.parseInt(number, 10) < OLDEST_VERSION)
    throw clusterProblem(
      "version",
      `The cluster at ${cluster.host} runs OpenSearch ${number}; version ${OLDEST_VERSION} or newer is needed.`,
    );
  return number;
}

async function countNodes(cluster: ClusterClient): Promise<number> {
  const health = await cluster.send<{ number_of_data_nodes: number }>({
    method: "GET",
    path: "/_cluster/health",
  });
  return health.number_of_data_nodes;
}

/** Makes an index, writes into it, searches it with a script, and deletes it. */
async function checkRights(cluster: ClusterClient): Promise<void> {
  const alias = `semascope-check-${randomUUID()}`;
  const index = `${alias}-1`;
  await cluster.send({
    method: "PUT",
    path: `/${index}`,
    body: {
      settings: { number_of_shards: 1, auto_expand_replicas: "0-1" },
      mappings: { properties: { size: { type: "integer" } } },
      aliases: { [alias]: {} },
    },
  });
  try {
    await cluster.bulk(alias, [{ id: "1", create: { size: 1 } }]);
    await cluster.refresh(index);
    const script = { source: "doc['size'].value" };
    await cluster.search(index, { query: { script_score: { query: { match_all: {} }, script } } });
  } finally {
    await cluster.send({ method: "DELETE", path: `/${index}` });
  }
}

function sentenceOf(version: string, nodes: number, clauses: number): string {
  const machines = nodes === 1 ? "one node" : `${nodes} nodes`;
  const slow =
    clauses < USUAL_CLAUSES
      ? " Searches by long texts will be slow: it allows few clauses per query (indices.query.bool.max_clause_count)."
      : "";
  return `OpenSearch ${version} with ${machines}, ready for collections.${slow}`;
}
