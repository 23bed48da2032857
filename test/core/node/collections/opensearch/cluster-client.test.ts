import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { ClusterClient } from "../../../../../core/node/collections/opensearch/cluster-client.ts";
import { startFakeCluster } from "../connection/fake-cluster.ts";

const PATIENCE = { reading: 200, writing: 200 };

describe("ClusterClient", () => {
  it("can be closed twice", async () => {
    const client = new ClusterClient({ urls: ["http://127.0.0.1:1"], patience: PATIENCE });
    await client.close();
    await client.close();
  });

  it.each([
    [429, "refused"],
    [503, "refused"],
    // A node died in the middle of it; another one has the same rows.
    [500, "node_disconnected_exception"],
  ])("repeats what may succeed later: %i, %s", async (status, refusal) => {
    const refuse: Record<string, number> = { GET: status };
    const fake = await startFakeCluster({ refuse, refusal });
    const client = new ClusterClient({ urls: [fake.url] });
    const sent = client.send({ method: "GET", path: "/x" });
    await expect.poll(() => fake.seen.length).toBeGreaterThan(1);
    delete refuse.GET;
    expect(await sent).toEqual({ items: [] });
    await client.close();
    await fake.close();
  });

  it.each([400, 401, 404, 500])("repeats nothing else: %i", async (status) => {
    const fake = await startFakeCluster({ refuse: { GET: status } });
    const client = new ClusterClient({ urls: [fake.url] });
    await expect(client.send({ method: "GET", path: "/x" })).rejects.toMatchObject({
      code: "cluster-problem",
    });
    expect(fake.seen.length).toBe(1);
    await client.close();
    await fake.close();
  });

  it("asks the next node where one does not answer", async () => {
    const fake = await startFakeCluster();
    const client = new ClusterClient({
      urls: ["http://127.0.0.1:1", fake.url],
      patience: PATIENCE,
    });
    for (let i = 0; i < 4; i++)
      expect(await client.send({ method: "GET", path: "/_cluster/health" })).toMatchObject({
        number_of_data_nodes: 3,
      });
    await client.close();
    await fake.close();
  });

  it("shows neither password nor what was sent in a failure", async () => {
    const fake = await startFakeCluster({ refuse: { POST: 400 } });
    const client = new ClusterClient({ urls: [fake.url], user: "ann", password: "hunter2" });
    const sent = client.send({ method: "POST", path: "/x", body: { text: "a private text" } });
    const cause = await sent.catch((failure: unknown) => failure);
    const written = JSON.stringify(cause) + String(cause) + String((cause as Error).stack);
    expect(written).not.toMatch(/hunter2|private|Basic /);
    expect((cause as Error).cause).toBeUndefined();
    await client.close();
    await fake.close();
  });
});

describe("many things to do", () => {
  it("are sent in one request, again where that is lost, and what was not done is named with its status", async () => {
    const bodies: string[] = [];
    const statuses: Record<string, number> = { a: 201, b: 409, c: 404, d: 429 };
    const server = createServer(async (request, response) => {
      bodies.push(await text(request));
      if (bodies.length === 1) return void request.socket.destroy();
      const items = Object.entries(statuses).map(([_id, status]) => ({
        index: { _id, status, ...(status > 400 && { error: { type: `t${status}`, reason: "r" } }) },
      }));
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ errors: true, items }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const client = new ClusterClient({ urls: [`http://127.0.0.1:${port}`] });
    const dropped = await client.bulk("rows", [
      { id: "a", create: { text: "an apple" } },
      { id: "b", index: { text: "a pear" }, version: { if_seq_no: 3, if_primary_term: 1 } },
      { id: "c", script: { source: "s" } },
      { id: "d", index: {}, version: {} },
    ]);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
    expect(
      bodies[1]
        ?.trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { create: { _id: "a" } },
      { text: "an apple" },
      { index: { _id: "b", if_seq_no: 3, if_primary_term: 1 } },
      { text: "a pear" },
      { update: { _id: "c" } },
      { script: { source: "s" } },
      { index: { _id: "d" } },
      {},
    ]);
    const named = (status: number) => ({ status, type: `t${status}`, reason: "r" });
    expect([...dropped]).toEqual([
      ["b", named(409)],
      ["c", named(404)],
      ["d", { status: 429, type: "", reason: "" }],
    ]);
    await client.close();
    server.closeAllConnections();
    server.close();
  });
});
