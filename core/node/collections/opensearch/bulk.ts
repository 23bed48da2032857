import { setTimeout as wait } from "node:timers/promises";
import { type ClusterClient, longer } from "./cluster-client.ts";
import { clusterProblem } from "./cluster-errors.ts";

/** One thing to do with one document: the line that says what, and the document where there is one. */
export interface BulkItem {
  readonly id: string;
  readonly lines: readonly object[];
  /** About how many bytes it has. */
  readonly size: number;
}

/** How the cluster answered for one item. */
export type Outcome = "done" | "conflict" | "not-found";

interface BulkReply {
  readonly items: readonly Readonly<
    Record<string, { status: number; error?: { type: string; reason: string } }>
  >[];
}

const MOST_ITEMS = 250;
const MOST_BYTES = 4_000_000;
const REQUESTS_AT_A_TIME = 3;
export const FIRST_PAUSE_MILLISECONDS = 100;

/**
 * Sends items until each is done or decided. A full queue refuses whole requests (which the client repeats) or single
 * items, which are sent again here after a pause.
 *
 * @throws cluster-problem when an item is refused for good, or patience ends
 */
export async function sendBulk(
  cluster: ClusterClient,
  index: string,
  items: readonly BulkItem[],
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const parts = divide(items);
  const worker = async () => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift())
      await sendPart(cluster, index, part, outcomes);
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_A_TIME }, worker));
  return outcomes;
}

function divide(items: readonly BulkItem[]): BulkItem[][] {
  const parts: BulkItem[][] = [];
  let bytes = 0;
  for (const item of items) {
    const part = parts.at(-1);
    bytes += item.size;
    if (part === undefined || part.length === MOST_ITEMS || bytes > MOST_BYTES) {
      parts.push([item]);
      bytes = item.size;
    } else part.push(item);
  }
  return parts;
}

async function sendPart(
  cluster: ClusterClient,
  index: string,
  items: readonly BulkItem[],
  outcomes: Map<string, Outcome>,
): Promise<void> {
  const end = performance.now() + cluster.writingPatience;
  let pending = items;
  for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = longer(pause)) {
    const refused = await sendOnce(cluster, index, pending, outcomes);
    if (refused.length === 0) return;
    if (performance.now() + pause > end)
      throw clusterProblem(
        "busy",
        `The cluster at ${cluster.host} has had no room for ${refused.length} rows for too long; try again later.`,
      );
    pending = refused;
    await wait(pause);
  }
}

/** Whether an error of a single item is one that passes: its node has just gone, or its shard is moving. */
export const passes = (type = ""): boolean => PASSING.test(type);
const PASSING =
  /^(?:node_not_connected|node_disconnected|node_closed|connect_transport|receive_timeout_transport|no_shard_available_action|unavailable_shards|index_shard_closed|(?:opensearch_)?rejected_execution)_exception$/;

/** @returns the items that the cluster had no room for, or no node */
async function sendOnce(
  cluster: ClusterClient,
  index: string,
  items: readonly BulkItem[],
  outcomes: Map<string, Outcome>,
): Promise<BulkItem[]> {
  const reply = await cluster.send<BulkReply>({
    method: "POST",
    path: `/${index}/_bulk`,
    query: { require_alias: true },
    lines: items.flatMap(({ lines }) => lines),
    isWriting: true,
  });
  const refused: BulkItem[] = [];
  items.forEach((item, i) => {
    const result = Object.values(reply.items[i] ?? {})[0];
    const outcome = outcomeOf(cluster, result?.status ?? 0, result?.error);
    if (outcome === "no-room") refused.push(item);
    else outcomes.set(item.id, outcome);
  });
  return refused;
}

function outcomeOf(
  cluster: ClusterClient,
  status: number,
  error: { type: string; reason: string } | undefined,
): Outcome | "no-room" {
  if (status >= 200 && status < 300) return "done";
  if (status === 409) return "conflict";
  if (status === 404 && error?.type !== "index_not_found_exception") return "not-found";
  if (status === 429 || status === 503 || passes(error?.type)) return "no-room";
  throw clusterProblem(
    error?.type === "strict_dynamic_mapping_exception" || status === 404 ? "changed" : "refused",
    `The cluster at ${cluster.host} refused a row (${error?.type}): ${error?.reason.slice(0, 300)}`,
  );
}
