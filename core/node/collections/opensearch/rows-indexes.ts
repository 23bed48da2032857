import { ApiError } from "../../../errors.ts";
import { createIndex, deleteIndex, type Entry } from "./catalogue.ts";
import type { ClusterClient } from "./cluster-client.ts";
import { clusterProblem } from "./cluster-problem.ts";
import type { Dsl } from "./dsl.ts";
import { BASE_MAPPING, type Fields, fieldLimit, mappingOf } from "./fields.ts";

const MOST_SHARDS = 6;

export const fieldsOf = ({ head, scores }: Entry): Fields => ({ columns: head.columns, scores });

/**
 * The index behind its alias. Everything goes through the alias, and writing insists on one: if somebody deletes the
 * index, a cluster would otherwise make a new one of its own for the next row, with a mapping of its own.
 */
const indexBehind = ({ index }: Entry) => `${index}-1`;

/** The indexes of rows: made, watched for changes by others, and refreshed before they are read. */
export class RowsIndexes {
  readonly #cluster: ClusterClient;
  /** Indexes that were seen to be as they were made. */
  readonly #checked = new Set<string>();
  /** Since the last write of this process; what others write can be seen after a second. */
  readonly #refreshed = new Map<string, Promise<unknown>>();

  constructor(cluster: ClusterClient) {
    this.#cluster = cluster;
  }

  /** A shard for each node, and a copy of each where there is a second node. */
  async create(entry: Entry): Promise<void> {
    const health = await this.#cluster.send<{ number_of_data_nodes: number }>({
      method: "GET",
      path: "/_cluster/health",
    });
    const fields = fieldsOf(entry);
    await createIndex(this.#cluster, indexBehind(entry), {
      settings: {
        number_of_shards: Math.min(Math.max(health.number_of_data_nodes, 1), MOST_SHARDS),
        auto_expand_replicas: "0-1",
        refresh_interval: "1s",
        "mapping.total_fields.limit": fieldLimit(fields),
      },
      mappings: { dynamic: "strict", properties: mappingOf(fields) },
      aliases: { [entry.index]: {} },
    });
  }

  remove(entry: Entry): Promise<void> {
    return deleteIndex(this.#cluster, indexBehind(entry));
  }

  /**
   * Sees that the index is as it was made. Fields that others added do no harm; fields of ours that have become something
   * else would give wrong answers. Fields of columns that are not there yet are added: whoever added them to the list may
   * have been stopped.
   *
   * @throws cluster-problem that names the first field that differs
   */
  async check(entry: Entry): Promise<void> {
    const actual = await this.#mapping(entry);
    const wanted = mappingOf(fieldsOf(entry));
    const differs = Object.entries(wanted).find(([field, mapping]) =>
      actual[field] === undefined ? field in BASE_MAPPING : !holds(actual[field], mapping),
    );
    if (differs !== undefined) throw wasChanged(entry, differs, actual);
    const missing = Object.entries(wanted).filter(([field]) => actual[field] === undefined);
    if (missing.length > 0) await this.#addFields(entry, Object.fromEntries(missing));
    this.#checked.add(fingerprintOf(entry));
  }

  /** Before reading: everything that was written can be found. */
  async prepare(entry: Entry): Promise<void> {
    const { index } = entry;
    if (!this.#checked.has(fingerprintOf(entry))) await this.check(entry);
    let refreshed = this.#refreshed.get(index);
    if (refreshed === undefined) {
      refreshed = this.#cluster.refresh(index);
      this.#refreshed.set(index, refreshed);
      refreshed.catch(() => this.#refreshed.delete(index));
    }
    await refreshed;
  }

  async writing<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
    try {
      return await this.explaining(entry, work);
    } finally {
      this.#refreshed.delete(entry.index);
    }
  }

  /** Where a request is refused, looks whether that is because somebody changed the index. */
  async explaining<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (isRefusal(cause)) await this.check(entry);
      throw cause;
    }
  }

  async #mapping(entry: Entry): Promise<Mapping> {
    const reply = await this.#cluster.send<Record<string, { mappings: { properties?: Mapping } }>>({
      method: "GET",
      path: `/${entry.index}/_mapping`,
      query: { ignore_unavailable: true },
    });
    const found = reply[indexBehind(entry)];
    if (found !== undefined) return found.mappings.properties ?? {};
    throw clusterProblem(
      "changed",
      `The rows of “${entry.head.name}” are gone: somebody deleted the index ${indexBehind(entry)} of the cluster. Restore it from a snapshot, or remove the collection and import it again.`,
      { state: "damaged", index: indexBehind(entry) },
    );
  }

  async #addFields(entry: Entry, properties: Mapping): Promise<void> {
    const limit = { index: { "mapping.total_fields.limit": fieldLimit(fieldsOf(entry)) } };
    await this.#cluster.send({
      method: "PUT",
      path: `/${entry.index}/_settings`,
      body: limit,
    });
    await this.#cluster.send({
      method: "PUT",
      path: `/${entry.index}/_mapping`,
      body: { properties },
    });
  }
}

type Mapping = Readonly<Record<string, Dsl>>;

/** What was checked: an index with so many columns. */
const fingerprintOf = ({ index, head }: Entry) => `${index} ${head.columns.length}`;

/** Whether a request was refused: an index is gone, or is not as it was made. */
export const isRefusal = (cause: unknown): boolean =>
  cause instanceof ApiError &&
  cause.code === "cluster-problem" &&
  (cause.details.problem === "refused" || cause.details.problem === "changed");

function wasChanged(entry: Entry, [field, wanted]: [string, Dsl], actual: Mapping) {
  const is = actual[field] === undefined ? "missing" : JSON.stringify(actual[field]);
  return clusterProblem(
    "changed",
    `Somebody changed the index ${indexBehind(entry)} of “${entry.head.name}”: its field ${field} is ${is}, and was made as ${JSON.stringify(wanted)}. Restore it from a snapshot, or remove the collection and import it again.`,
    { state: "damaged", index: indexBehind(entry), field },
  );
}

/** Whether a field has every property that it was made with; the cluster adds others and leaves out defaults. */
const holds = (is: Dsl, wanted: Dsl) =>
  Object.entries(wanted).every(([property, value]) =>
    property in is ? is[property] === value : DEFAULTS[property] === value,
  );

const DEFAULTS: Dsl = { type: "object" };
