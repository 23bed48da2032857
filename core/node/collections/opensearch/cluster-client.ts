import { setTimeout as wait } from "node:timers/promises";
import { Client, errors } from "@opensearch-project/opensearch";
import { ApiError, type ErrorDetails } from "../../../errors.ts";

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
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** Lines of a bulk request, instead of a body. */
  readonly lines?: readonly object[];
  /** Of which `Patience` it gets; GET and searches read. */
  readonly isWriting?: boolean;
}

const PATIENCE: Patience = { reading: 40_000, writing: 180_000 };
/** A bulk request waits for a missing shard for a minute inside the cluster. */
const TIMEOUT_MILLISECONDS = 70_000;
const READING_TIMEOUT_MILLISECONDS = 30_000;
const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5_000;
const CLOSE_MILLISECONDS = 5_000;
const WORTH_REPEATING: readonly number[] = [429, 502, 503, 504];

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

  /** @throws cluster-problem for what cannot be repeated or was repeated in vain; ClusterRefusal for replies listed in `expected` */
  async send<T>(request: ClusterRequest, expected: readonly number[] = []): Promise<T> {
    const { reading, writing } = this.#patience;
    const end = performance.now() + (request.isWriting ? writing : reading);
    for (let pause = FIRST_PAUSE_MILLISECONDS; ; pause = longer(pause)) {
      try {
        return (await this.#once(request)) as T;
      } catch (cause) {
        if (cause instanceof ClusterRefusal && expected.includes(cause.status)) throw cause;
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

  #timeout(isWriting = false): number {
    const { reading, writing } = this.#patience;
    return isWriting
      ? Math.min(TIMEOUT_MILLISECONDS, writing)
      : Math.min(READING_TIMEOUT_MILLISECONDS, reading);
  }

  async #once({ method, path, query = {}, body, lines, isWriting }: ClusterRequest) {
    try {
      const reply = await this.#client.transport.request(
        {
          method,
          path,
          querystring: { ...query },
          ...(body === undefined ? {} : { body }),
          ...(lines === undefined ? {} : { bulkBody: [...lines] }),
        },
        { requestTimeout: this.#timeout(isWriting) },
      );
      return reply.body;
    } catch (cause) {
      throw plainError(cause);
    }
  }
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
    : cause instanceof ClusterRefusal && WORTH_REPEATING.includes(cause.status);

/** What can be wrong with a cluster, for programs. */
export type Problem =
  | "unreachable"
  | "certificate"
  | "sign-in"
  | "rights"
  | "not-opensearch"
  | "version"
  | "clauses"
  | "busy"
  | "changed"
  | "refused";

export const clusterProblem = (problem: Problem, message: string, details: ErrorDetails = {}) =>
  new ApiError({ code: "cluster-problem", message, details: { problem, ...details } });

/** A reply of the cluster that is no success. Never holds what was sent: that may be texts, or a password. */
export class ClusterRefusal extends Error {
  readonly status: number;
  /** The cluster's name of the failure, e.g. `index_not_found_exception`. */
  readonly type: string;

  constructor(status: number, type: string, reason: string) {
    super(reason);
    this.status = status;
    this.type = type;
  }
}

const CERTIFICATE = /certificate|self-signed|SSL|TLS|altname|unable to verify/i;
const LONGEST_REASON = 300;

/** A failure of a request as a sentence; anything else stays what it is. `host` names no user and no password. */
function toClusterProblem(cause: unknown, host: string): unknown {
  if (cause instanceof ClusterRefusal) return problemOfReply(cause, host);
  if (!(cause instanceof ConnectionFailure)) return cause;
  if (CERTIFICATE.test(cause.message))
    return clusterProblem(
      "certificate",
      `The certificate of ${host} cannot be trusted: ${cause.message}. Name the file of the authority that issued it.`,
    );
  return clusterProblem(
    "unreachable",
    `The cluster at ${host} does not answer: ${cause.message}. See that it runs and that the address is right; nothing that was confirmed is lost.`,
  );
}

/** The cluster did not answer at all. */
class ConnectionFailure extends Error {}

function problemOfReply({ status, type, message }: ClusterRefusal, host: string): ApiError {
  if (status === 401)
    return clusterProblem(
      "sign-in",
      `The cluster at ${host} does not accept the user name and password.`,
    );
  if (status === 403)
    return clusterProblem(
      "rights",
      `The user may not do this on the cluster at ${host}: it takes the rights to read, write, create and delete indexes called semascope-*.`,
    );
  if (status === 429 || status === 503 || status === 502 || status === 504)
    return clusterProblem(
      "busy",
      `The cluster at ${host} is overloaded or part of it is missing (${type}); try again later.`,
    );
  return clusterProblem(
    "refused",
    `The cluster at ${host} refused a request (${type}): ${message.slice(0, LONGEST_REASON)}`,
    { type },
  );
}
