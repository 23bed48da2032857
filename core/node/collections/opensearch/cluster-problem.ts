import { ApiError, type ErrorDetails } from "../../../errors.ts";

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

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return BUSY.includes(this.status) || passes(this.type);
  }
}

const BUSY: readonly number[] = [429, 502, 503, 504];

/** Whether a failure of this type is one that passes: a node has just gone, or a shard is moving. Some come with status 500. */
export const passes = (type = ""): boolean => PASSING.test(type);
const PASSING =
  /^(?:node_not_connected|node_disconnected|node_closed|connect_transport|receive_timeout_transport|no_shard_available_action|unavailable_shards|index_shard_closed|(?:opensearch_)?rejected_execution)_exception$/;

const CERTIFICATE = /certificate|self-signed|SSL|TLS|altname|unable to verify/i;
const LONGEST_REASON = 300;

/** A failure of a request as a sentence; anything else stays what it is. `host` names no user and no password. */
export function toClusterProblem(cause: unknown, host: string): unknown {
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
export class ConnectionFailure extends Error {}

function problemOfReply(refusal: ClusterRefusal, host: string): ApiError {
  const { status, type, message } = refusal;
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
  if (refusal.isPassing)
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
