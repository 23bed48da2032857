import { setTimeout as wait } from "node:timers/promises";
import { Client, errors } from "@opensearch-project/opensearch";
import { ClusterRefusal, ConnectionFailure, toClusterProblem } from "./cluster-problem.ts";

/** How a cluster is reached. */
export interface ClusterConnection {
  /** Addresses of one or more nodes; without user and password. */
  readonly urls: readonly string[];
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Certificate of the authority that issued the cluster's, in PEM form; by default those of the system count. */
  readonly authority?: string | undefined;
  /** How long a failing request is repeated. */
  readonly patience?: Patience | undefined;
}

/** In milliseconds. Someone waits for an answer; an import had better wait until the network is back. */
interface Patience {
  readonly reading: number;
  readonly writing: number;
}

interface ClusterRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** Of which `Patience` it gets; by default PUT and DELETE write. */
  readonly isWriting?: boolean;
}

const PATIENCE: Patience = { reading: 40_000, writing: 180_000 };
/** A bulk request waits for a missing shard for a minute inside the cluster. */
const TIMEOUT_MILLISECONDS = 70_000;
const READING_TIMEOUT_MILLISECONDS = 30_000;
const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5_000;
const CLOSE_MILLISECONDS = 5_000;
const BYTES_OF_A_BULK = 2_000_000;
const BULKS_AT_A_TIME = 3;

/** One thing to do with one document: what, and the document or script where there is one. */
export type BulkItem =
  | { readonly id: string; readonly create: object }
  | { readonly id: string; readonly index: object; readonly version: object }
  | { readonly id: string; readonly script: object }
  | { readonly id: string; readonly delete: true };

/** Why one item was not done. */
export interface Dropped {
  readonly status: number;
  readonly type: string;
  readonly reason: string;
}

/**
 * Sends requests until they succeed or patience ends. Every request has to be one that may arrive twice: a lost answer
 * and a lost request look the same.
 */
export class ClusterClient {
  /** The addresses, for messages. */
  readonly host: string;
  readonly #client: Client;
  readonly #patience: Patience;
  #closed: Promise<void> | undefined;

  constructor({ urls, user, password, authority, patience = PATIENCE }: ClusterConnection) {
    this.host = urls.join(", ");
    this.#patience = patience;
    this.#client = new Client({
      nodes: [...urls],
      maxRetries: urls.length - 1,
      requestTimeout: READING_TIMEOUT_MILLISECONDS,
      ...(user === undefined ? {} : { auth: { username: user, password: password ?? "" } }),
      ...(authority === undefined ? {} : { ssl: { ca: authority } }),
    });
  }

  /** @throws cluster-problem for what cannot be repeated or was repeated in vain */
  async send<T>(request: ClusterRequest): Promise<T> {
    return (await this.#untilDone(() => this.#once(request), isWriting(request))) as T;
  }

  /** @returns the refusal where the cluster answers with the expected status @throws as `send` */
  async attempt<T>(request: ClusterRequest, expected: number): Promise<T | ClusterRefusal> {
    return (await this.#untilDone(() => this.#once(request), isWriting(request), expected)) as T;
  }

  /** Of all shards or not at all: a missing one must not make an answer smaller. @throws as `send` */
  search<T>(index: string, body: object): Promise<T> {
    const query = { allow_partial_search_results: false };
    return this.send<T>({ method: "POST", path: `/${index}/_search`, query, body });
  }

  /** Makes what was written visible to searches. */
  refresh(index: string): Promise<unknown> {
    return this.send({ method: "POST", path: `/${index}/_refresh` });
  }

  /** @returns those that were not done, by id @throws cluster-problem as `send` */
  bulk(index: string, items: readonly BulkItem[]): Promise<Map<string, Dropped>> {
    const once = async () => {
      const dropped = new Map<string, Dropped>();
      await this.#client.helpers.bulk<BulkItem>(
        {
          datasource: [...items],
          onDocument: operationOf as Operation,
          onDrop: ({ status, error, operation }) => {
            const [{ _id: id }] = Object.values(operation) as [{ _id: string }];
            dropped.set(id, { status, type: error?.type ?? "", reason: error?.reason ?? "" });
          },
          index,
          require_alias: true,
          flushBytes: BYTES_OF_A_BULK,
          concurrency: BULKS_AT_A_TIME,
          retries: 0,
        },
        { requestTimeout: this.#timeout(true) },
      );
      return dropped;
    };
    return this.#untilDone(once, true) as Promise<Map<string, Dropped>>;
  }

  async #untilDone<T>(work: () => Promise<T>, writes: boolean, expected?: number) {
    const end = performance.now() + this.#patience[writes ? "writing" : "reading"];
    for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = longer(pause)) {
      try {
        return await work();
      } catch (failure) {
        const cause = plainError(failure);
        if (cause instanceof ClusterRefusal && cause.status === expected) return cause;
        if (!isWorthRepeating(cause) || performance.now() + pause > end)
          throw toClusterProblem(cause, this.host);
      }
      await wait(pause);
    }
  }

  /** How long to go on with single items of a request that the cluster had no room for. */
  get writingPatience(): number {
    return this.#patience.writing;
  }

  /** Waits a little for requests under way. The client's own `close` never resolves when it is called again. */
  close(): Promise<void> {
    this.#closed ??= Promise.race([
      this.#client.close(),
      wait(CLOSE_MILLISECONDS, undefined, { ref: false }),
    ]);
    return this.#closed;
  }

  #timeout(writes: boolean): number {
    const { reading, writing } = this.#patience;
    return writes
      ? Math.min(TIMEOUT_MILLISECONDS, writing)
      : Math.min(READING_TIMEOUT_MILLISECONDS, reading);
  }

  async #once(request: ClusterRequest) {
    const { method, path, query = {}, body } = request;
    const reply = await this.#client.transport.request(
      { method, path, querystring: { ...query }, ...(body === undefined ? {} : { body }) },
      { requestTimeout: this.#timeout(isWriting(request)) },
    );
    return reply.body;
  }
}

const isWriting = (request: ClusterRequest): boolean =>
  request.isWriting ?? (request.method === "PUT" || request.method === "DELETE");

type Operation = Parameters<typeof Client.prototype.helpers.bulk<BulkItem>>[0]["onDocument"];

/** What the helper of the client takes: the operation, and what belongs to it. A script has no `doc`. */
function operationOf(item: BulkItem): object {
  const target = { _id: item.id };
  if ("create" in item) return [{ create: target }, item.create];
  if ("index" in item) return [{ index: { ...target, ...item.version } }, item.index];
  if ("script" in item) return [{ update: target }, { doc: undefined, script: item.script }];
  return { delete: target };
}

/** Errors of the client carry the whole request with its headers, so none of them leaves this file. */
function plainError(cause: unknown): Error {
  if (cause instanceof errors.ResponseError) {
    const { type, reason } = rootOf(cause.body);
    return new ClusterRefusal(cause.statusCode, type, reason);
  }
  if (cause instanceof errors.TimeoutError) return new ConnectionFailure("no reply in time");
  if (cause instanceof errors.NoLivingConnectionsError)
    return new ConnectionFailure("no node is reachable");
  if (cause instanceof errors.ConnectionError) return new ConnectionFailure(cause.message);
  return new Error(cause instanceof Error ? cause.message : "unknown failure of the client");
}

/** The innermost reason that the cluster gives. */
function rootOf(body: unknown): { type: string; reason: string } {
  const error = memberOf(body, "error");
  const failed = firstOf(memberOf(error, "failed_shards"));
  const root = memberOf(failed, "reason") ?? firstOf(memberOf(error, "root_cause")) ?? error;
  const inner = memberOf(root, "caused_by") ?? root;
  return {
    type: String(memberOf(inner, "type") ?? "unknown"),
    reason: String(memberOf(inner, "reason") ?? ""),
  };
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

export const longer = (pause: number): number =>
  Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS) * (0.75 + Math.random() / 2);

const isWorthRepeating = (cause: unknown) =>
  cause instanceof ConnectionFailure
    ? !/certificate|self-signed/i.test(cause.message)
    : cause instanceof ClusterRefusal && cause.isPassing;
