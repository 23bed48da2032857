import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to a request on its way: all of it refused, every other item refused, or its answer lost. */
export type Fault = "refuse" | "refuse-items" | "lose-answer";

/** A way to one node on which requests meet with faults. */
export interface FaultyProxy {
  readonly url: string;
  /** Faults of the next bulk requests, one each. */
  readonly faults: Fault[];
  /** How many faults have happened. */
  count(): number;
  close(): Promise<void>;
}

const FULL = { type: "rejected_execution_exception", reason: "the queue is full" };

/** `target` is the address of the node. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const faults: Fault[] = [];
  let happened = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const fault = request.url?.includes("_bulk") ? faults.shift() : undefined;
    if (fault !== undefined) happened++;
    if (fault === "refuse") return answer(response, 429, { status: 429, error: FULL });
    if (fault === "refuse-items") return answer(response, 200, await refuseItems(request, body));
    const reply = await forward(request, body);
    if (fault === "lose-answer") return void request.socket.destroy();
    response.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await reply.arrayBuffer()));
  };

  const forward = ({ method = "GET", url = "/", headers }: IncomingMessage, body: string) =>
    fetch(target + url, {
      method,
      headers: { "content-type": headers["content-type"] ?? "application/json" },
      ...(body === "" ? {} : { body }),
    });

  /** Every other item reaches the node; the others come back as refused. */
  async function refuseItems(request: IncomingMessage, body: string) {
    const items = readItems(body);
    const passing = items.filter((_, i) => i % 2 === 0);
    const reply = await forward(
      request,
      passing
        .flat()
        .map((line) => `${line}\n`)
        .join(""),
    );
    const results = ((await reply.json()) as { items: object[] }).items;
    return {
      errors: true,
      items: items.map((_, i) =>
        i % 2 === 0 ? results[i / 2] : { index: { status: 429, error: FULL } },
      ),
    };
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    count: () => happened,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** The lines of each item: what to do, and with what, except where something is deleted. */
function readItems(body: string): string[][] {
  const items: string[][] = [];
  const lines = body.split("\n").filter((line) => line !== "");
  for (let i = 0; i < lines.length; ) {
    const length = (lines[i] ?? "").startsWith('{"delete"') ? 1 : 2;
    items.push(lines.slice(i, i + length));
    i += length;
  }
  return items;
}
