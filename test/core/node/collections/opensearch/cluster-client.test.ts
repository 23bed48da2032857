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
