import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { closeness } from "../../core/collection/port/cells.ts";
import { OpenSearchStore } from "../../core/node/collections/opensearch/opensearch-store.ts";
import { describeStore } from "../core/collection/port/store-contract.ts";
import { type CutProxy, startCutProxy } from "../support/cluster/cut-proxy.ts";
import { joinSharedCluster, type SharedCluster } from "../support/cluster/shared-cluster.ts";
import { HEAD, makeRows, streamAll } from "./support/rows.ts";
import { openTested } from "./support/tested-store.ts";

const why = inject("whyNoCluster");
const address = inject("clusterToKill");
const BATCH = 60;
const BATCHES = 10;
const CUT_MILLISECONDS = 30_000;
/** Of a property of the contract: each asks a cluster hundreds of questions. */
const EXAMPLES = 6;

let cluster: SharedCluster;
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

/** Every row is there once, while node `number` is gone and when it is back; `meanwhile` begins as it is killed. */
async function importThroughKill(
  number: number,
  meanwhile: (killed: Promise<void>) => unknown = (killed) => killed,
): Promise<void> {
  const store = openStore();
  await importRows(store, () => meanwhile(cluster.kill(number - 1)));
  expect(await streamAll(store)).toEqual(ALL_ROWS);
  await cluster.revive();
  expect(await streamAll(store)).toEqual(ALL_ROWS);
  await store.remove(HEAD.name);
}

const ALL_ROWS = makeRows(0, BATCH * BATCHES);

beforeAll(async () => {
  if (address === "") return;
  cluster = await joinSharedCluster(address);
  proxies = await Promise.all(cluster.urls.map(startCutProxy));
  // What other tests have left would be copied at each kill.
  await fetch(`${cluster.urls[0]}/test-*`, { method: "DELETE" });
});
afterAll(async () => {
  for (const store of stores) await store.close();
  for (const proxy of proxies) await proxy.close();
});

describe.skipIf(address === "")("a cluster in trouble", () => {
  /** A collection that is whole before the first node is killed. */
  let whole: OpenSearchStore;
  let healthBeforeRows: unknown;
  beforeAll(async () => {
    const prefix = `test-${randomUUID()}`;
    whole = openStore(cluster.urls, prefix);
    await whole.create(HEAD);
    const health = await fetch(`${cluster.urls[0]}/_cluster/health/${prefix}-*`);
    healthBeforeRows = await health.json();
    await whole.open(HEAD.name).put(ALL_ROWS);
  });
  afterAll(() => whole.remove(HEAD.name));
  // A test that failed while a node was dead does not take the next one with it.
  afterEach(() => cluster.revive());

  it("keeps two copies of every shard before the first row is written", () => {
    // One shard of the list, and one of rows for each node.
    expect(healthBeforeRows).toMatchObject({ status: "green", active_shards: 2 * (1 + 3) });
  });

  it("imports every row once while node 1 is killed and comes back", async () => {
    await importThroughKill(1);
  });

  it("imports every row once and answers the same searches while node 2 is killed and comes back", async () => {
    const like = ALL_ROWS[7]?.cells ?? Uint16Array.of();
    const ask = async () => ({
      rows: await whole.open(HEAD.name).rows({ like }, { offset: 0, limit: 50 }),
      heat: await whole.open(HEAD.name).heat({}),
    });
    const expected = await ask();
    await importThroughKill(2, async (killed) => {
      for (let i = 0; i < 10; i++) expect(await ask()).toEqual(expected);
      await killed;
      expect(await ask()).toEqual(expected);
    });
    expect(await ask()).toEqual(expected);
  });

  it("imports and scores every row, once and exactly, while node 3 is killed and comes back", async () => {
    const positions = ALL_ROWS[7]?.cells ?? Uint16Array.of();
    await importThroughKill(3, async (killed) => {
      for (const name of ["war", "trade", "war"])
        expect(await whole.open(HEAD.name).score({ name, positions })).toBe(ALL_ROWS.length);
      await killed;
    });
    let count = 0;
    for await (const batch of whole.open(HEAD.name).stream({}))
      for (const { cells, scores } of batch) {
        const shared = cells.filter((cell) => positions.includes(cell)).length;
        const score = closeness(shared, cells.length, positions.length);
        expect(scores).toEqual(["trade", "war"].map((name) => ({ name, score })));
        count++;
      }
    expect(count).toBe(ALL_ROWS.length);
    expect(await whole.open(HEAD.name).describe()).toMatchObject({ scores: ["trade", "war"] });
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
const openContract = () => openTested(inject("clusterUrls"));
if (why === "") describeStore(CONTRACT, openContract, { runs: EXAMPLES });
else describe.skip(CONTRACT, () => it(why));
