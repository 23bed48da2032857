import { Agent, request } from "node:http";
import { seededRandom } from "../support/seeded-random.ts";
import { type HostileRequest, hostileRequest } from "./hostile-request.ts";

export interface FuzzOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly count: number;
  readonly seed: number;
  readonly onProgress?: (done: number) => void;
}

export interface FuzzResult {
  /** Replies by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** What should not have happened, at most twenty. */
  readonly problems: readonly string[];
}

/** Requests under way at a time. */
const AT_ONCE = 8;
const MOST_PROBLEMS = 20;

/** Sends hostile requests and looks at every reply. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const random = seededRandom(options.seed);
  const statuses = new Map<number, number>();
  const problems: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let started = 0;
  let done = 0;
  const worker = async () => {
    while (started < options.count && problems.length < MOST_PROBLEMS) {
      started++;
      const sent = hostileRequest(random);
      const problem = await send(options, agent, sent, statuses);
      if (problem !== undefined) problems.push(problem);
      options.onProgress?.(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
  return { statuses, problems };
}

async function send(
  { url, apiKey }: FuzzOptions,
  agent: Agent,
  sent: HostileRequest,
  statuses: Map<number, number>,
): Promise<string | undefined> {
  const shown = `${sent.method} ${sent.target.slice(0, 200)} ${sent.body?.toString().slice(0, 300) ?? ""}`;
  try {
    const { status, text } = await exchange(url, apiKey, agent, sent);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) return `${status} for ${shown}: ${text.slice(0, 200)}`;
    if (status !== 200 && !isErrorBody(text))
      return `No error body for ${shown}: ${text.slice(0, 200)}`;
    return undefined;
  } catch (cause) {
    return `${String(cause)} for ${shown}`;
  }
}

function exchange(
  url: string,
  apiKey: string,
  agent: Agent,
  { method, target, body, headers }: HostileRequest,
) {
  const { hostname, port } = new URL(url);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const own = { ...headers, "api-key": apiKey, "content-length": String(body?.length ?? 0) };
    const call = request({ hostname, port, method, path: target, agent, headers: own });
    call.setTimeout(60_000, () => call.destroy(new Error("no answer within a minute")));
    call.on("error", reject);
    call.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    call.end(body);
  });
}

function isErrorBody(text: string): boolean {
  try {
    const { code, message, details, requestId } = JSON.parse(text);
    return (
      typeof code === "string" &&
      typeof message === "string" &&
      message !== "" &&
      typeof details === "object" &&
      typeof requestId === "string"
    );
  } catch {
    return false;
  }
}
