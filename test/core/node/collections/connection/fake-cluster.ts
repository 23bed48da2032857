import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { CERTIFICATE, KEY } from "./test-certificate.ts";

/** What a made-up cluster answers. */
export interface FakeCluster {
  readonly url: string;
  /** The requests that arrived: method, path, and who signed in. */
  readonly seen: { readonly method: string; readonly path: string; readonly user: string }[];
  close(): Promise<void>;
}

export interface FakeOptions {
  readonly isSecure?: boolean;
  /** What `GET /` answers. */
  readonly banner?: unknown;
  /** Status of requests by method; others succeed. */
  readonly refuse?: Readonly<Record<string, number>>;
  /** What it calls the reason. */
  readonly refusal?: string;
}

export const BANNER = { version: { distribution: "opensearch", number: "3.8.0" } };

export async function startFakeCluster({
  isSecure = false,
  banner = BANNER,
  refuse = {},
  refusal = "refused",
}: FakeOptions = {}): Promise<FakeCluster> {
  const seen: FakeCluster["seen"] = [];
  const listener: RequestListener = (request, response) => {
    const { method = "", url = "" } = request;
    seen.push({ method, path: url, user: userOf(request) });
    const status = refuse[method] ?? 200;
    const body = status === 200 ? answerTo(url, banner) : { error: { type: refusal, reason: "" } };
    response.writeHead(status, {
      "content-type": typeof body === "string" ? "text/html" : "application/json",
    });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const server = isSecure
    ? createSecureServer({ cert: CERTIFICATE, key: KEY }, listener)
    : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${isSecure ? "https" : "http"}://127.0.0.1:${port}`,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerTo(url: string, banner: unknown): unknown {
  if (url === "/") return banner;
  if (url.startsWith("/_cluster/health")) return { number_of_data_nodes: 3 };
  if (url.startsWith("/_cluster/settings"))
    return { defaults: { "indices.query.bool.max_clause_count": "2048" } };
  return { items: [] };
}

function userOf({ headers }: IncomingMessage): string {
  const encoded = /^Basic (.*)$/.exec(headers.authorization ?? "")?.[1] ?? "";
  return Buffer.from(encoded, "base64").toString("utf8");
}
