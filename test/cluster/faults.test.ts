import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { closeness } from "../../core/collection/port/cells.ts";
import { OpenSearchStore } from "../../core/node/collections/opensearch/opensearch-store.ts";
import { describeStore } from "../core/collection/port/store-contract.ts";
import { type CutProxy, startCutProxy } from "../support/cluster/cut-proxy.ts";
import { findTools } from "../support/cluster/find-tools.ts";
import { type LocalCluster, startCluster } from "../support/cluster/local-cluster.ts";
import { HEAD, makeRows, streamAll } from "./support/rows.ts";
import { openTested } from "./support/tested-store.ts";

const why = inject("whyNoCluster");
const tools = findTools();
const BATCH = 60;
const BATCHES = 10;
const CUT_MILLISECONDS = 30_000;
/** Of a property of the contract: each makes and removes collections, which takes a cluster seconds. */
const EXAMPLES = 6;

/** A cluster of its own, since its nodes are killed. */
let cluster: LocalCluster;
let proxies: CutProxy[] = [];
const stores: OpenSearchStore[] = [];

function openStore(urls = cluster.urls, prefix = `test-${randomUUID()}`): OpenSearchStore {
  const store = new OpenSearchStore({ urls, prefix });
  stores.push(store);
  return store;
}

/** Imports in batches; `fault` happens while the fourth is under way. */
async function importRows(store: OpenSearchStore, fault: () => unknown): Promise<void> {
  await store.create(HEAD);
  for (let batch = 0; batch < BATCHES; batch++) {
    const written = store.open(HEAD.name).put(makeRows(batch * BATCH, (batch + 1) * BATCH));
    if (batch === 3) await fault();
    expect(await written).toEqual({ added: BATCH, updated: 0 });
  }
}

const ALL_ROWS = makeRows(0, BATCH * BATCHES);

beforeAll(async () => {
  if (why !== "" || typeof tools === "string") return;
  cluster = await startCluster(tools, { isForTests: true });
  proxies = await Promise.all(cluster.urls.map(startCutProxy));
});
afterAll(async () => {
  for (const store of stores) await store.close();
  for (const proxy of proxies) await proxy.close();
  await cluster?.stop();
});

describe.skipIf(why !== "" || typeof tools === "string")("a cluster in trouble", () => {
  it("keeps two copies of every shard before the first row is written", async () => {
    const prefix = `test-${randomUUID()}`;
    const store = openStore(cluster.urls, prefix);
    await store.create(HEAD);
    const health = await fetch(`${cluster.urls[0]}/_cluster/health/${prefix}-*`);
    // One shard of the list, and one of rows for each node.
    expect(await health.json()).toMatchObject({ status: "green", active_shards: 2 * (1 + 3) });
    await store.remove(HEAD.name);
  });

  for (const index of [0, 1, 2])
    it(`imports every row once while node ${index + 1} is killed and comes back`, async () => {
      const store = openStore();
      await importRows(store, () => cluster.nodes[index]?.kill());
      expect(await streamAll(store)).toEqual(ALL_ROWS);
      cluster.nodes[index]?.start();
      await cluster.untilGreen();
      expect(await streamAll(store)).toEqual(ALL_ROWS);
      await store.remove(HEAD.name);
    });

  it("answers the same searches while a node is killed", async () => {
    const store = openStore();
    await importRows(store, () => {});
    const like = ALL_ROWS[7]?.cells ?? Uint16Array.of();
    const ask = async () => ({
      rows: await store.open(HEAD.name).rows({ like }, { offset: 0, limit: 50 }),
      heat: await store.open(HEAD.name).heat({}),
    });
    const expected = await ask();
    const killed = cluster.nodes[1]?.kill();
    for (let i = 0; i < 10; i++) expect(await ask()).toEqual(expected);
    await killed;
    expect(await ask()).toEqual(expected);
    cluster.nodes[1]?.start();
    await cluster.untilGreen();
    expect(await ask()).toEqual(expected);
    await store.remove(HEAD.name);
  });

  it("scores every row, once and exactly, while a node is killed", async () => {
    const store = openStore();
    await importRows(store, () => {});
    const positions = ALL_ROWS[7]?.cells ?? Uint16Array.of();
    const killed = cluster.nodes[2]?.kill();
    for (const name of ["war", "trade", "war"])
      expect(await store.open(HEAD.name).score({ name, positions })).toBe(ALL_ROWS.length);
    await killed;
    cluster.nodes[2]?.start();
    await cluster.untilGreen();
    let count = 0;
    for await (const batch of store.open(HEAD.name).stream({}))
      for (const { cells, scores } of batch) {
        const shared = cells.filter((cell) => positions.includes(cell)).length;
        const score = closeness(shared, cells.length, positions.length);
        expect(scores).toEqual(["trade", "war"].map((name) => ({ name, score })));
        count++;
      }
    expect(count).toBe(ALL_ROWS.length);
    expect(await store.open(HEAD.name).describe()).toMatchObject({ scores: ["trade", "war"] });
    await store.remove(HEAD.name);
  });

  it("goes on with an import after the network was cut for thirty seconds", async () => {
    const store = openStore(proxies.map(({ url }) => url));
    await importRows(store, async () => {
      for (const proxy of proxies) proxy.silence();
      await wait(CUT_MILLISECONDS / 2);
      for (const proxy of proxies) proxy.cut();
      await wait(CUT_MILLISECONDS / 2);
      for (const proxy of proxies) proxy.mend();
    });
    expect(await streamAll(store)).toEqual(ALL_ROWS);
    await store.remove(HEAD.name);
  });

  it("says in a sentence that nobody answers", async () => {
    const urls = proxies.map(({ url }) => url);
    const patience = { reading: 500, writing: 500 };
    const store = new OpenSearchStore({ urls, patience });
    stores.push(store);
    for (const proxy of proxies) proxy.cut();
    await expect(store.list()).rejects.toMatchObject({
      code: "cluster-problem",
      details: { problem: "unreachable" },
      message: expect.stringMatching(/^The cluster at http:.* does not answer: .*\.$/),
    });
    for (const proxy of proxies) proxy.mend();
  });
});

// After all that, the cluster answers what every store answers; a cluster that was named by hand has had no troubles.
const CONTRACT = "a cluster after its troubles";
const isNamed = process.env.SEMASCOPE_TEST_CLUSTER !== undefined;
const openContract = () => openTested(isNamed ? inject("clusterUrls") : cluster.urls);
if (why === "") describeStore(CONTRACT, openContract, { runs: EXAMPLES });
else describe.skip(CONTRACT, () => it(why));
