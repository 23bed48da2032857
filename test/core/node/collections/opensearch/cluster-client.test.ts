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

  it("repeats what may succeed later, and nothing else", async () => {
    for (const [status, times] of [
      [429, 2],
      [503, 2],
      [400, 1],
      [401, 1],
      [404, 1],
    ] as const) {
      const fake = await startFakeCluster({ refuse: { GET: status } });
      const client = new ClusterClient({ urls: [fake.url], patience: PATIENCE });
      await expect(client.send({ method: "GET", path: "/x" })).rejects.toMatchObject({
        code: "cluster-problem",
      });
      expect(Math.min(fake.seen.length, 2)).toBe(times);
      await client.close();
      await fake.close();
    }
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
