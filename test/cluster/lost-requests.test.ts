import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { OpenSearchStore } from "../../core/node/collections/opensearch/opensearch-store.ts";
import { type FaultyProxy, startFaultyProxy } from "../support/cluster/faulty-proxy.ts";
import { HEAD, makeRows, streamAll } from "./support/rows.ts";

const why = inject("whyNoCluster");

describe.skipIf(why !== "")(`requests that fail${why === "" ? "" : `: ${why}`}`, () => {
  let proxy: FaultyProxy;
  let store: OpenSearchStore;

  beforeAll(async () => {
    proxy = await startFaultyProxy(inject("clusterUrls")[0] ?? "");
    store = new OpenSearchStore({ urls: [proxy.url], prefix: `test-${randomUUID()}` });
    await store.create(HEAD);
  });
  afterAll(async () => {
    await store.remove(HEAD.name);
    await store.close();
    await proxy.close();
  });

  it("writes every row once where the queue is full for requests and for rows", async () => {
    const rows = makeRows(0, 40);
    proxy.faults.push("refuse", "refuse-items", "refuse", "refuse-items");
    expect(await store.open(HEAD.name).put(rows)).toEqual({ added: 40, updated: 0 });
    expect(proxy.count()).toBe(4);
    expect(await streamAll(store)).toEqual(rows);
  });

  it("writes every row once where the answer is lost", async () => {
    const rows = makeRows(40, 80);
    proxy.faults.push("lose-answer", "refuse-items", "lose-answer");
    expect(await store.open(HEAD.name).put(rows)).toEqual({ added: 40, updated: 0 });
    expect(await store.open(HEAD.name).count({})).toBe(80);
    expect(await streamAll(store)).toEqual([...makeRows(0, 40), ...rows]);
  });

  it("labels and scores every row once", async () => {
    proxy.faults.push("lose-answer", "refuse-items", "refuse");
    const marks = [
      ...makeRows(0, 10).map(({ id }) => ({ id, belongs: true })),
      { id: "none", belongs: true },
    ];
    expect(await store.open(HEAD.name).label("war", marks)).toBe(10);
    const positions = makeRows(0, 1)[0]?.cells ?? Uint16Array.of();
    expect(await store.open(HEAD.name).score({ name: "trade", positions })).toBe(80);
    const { labels, scores } = await store.open(HEAD.name).describe();
    expect({ labels, scores }).toEqual({
      labels: [{ filter: "war", belongs: 10, not: 0, authors: [] }],
      scores: ["trade"],
    });
    const ranked = { like: positions };
    for (const { score, scores: kept } of await store.open(HEAD.name).rows(ranked, {
      offset: 0,
      limit: 100,
    }))
      expect(kept).toEqual([{ name: "trade", score }]);
  });

  it("removes rows and counts them once", async () => {
    proxy.faults.push("lose-answer");
    const ids = makeRows(70, 80).map(({ id }) => id);
    expect(await store.open(HEAD.name).removeRows([...ids, "none"])).toBe(10);
    expect(await streamAll(store)).toEqual(makeRows(0, 70));
  });
});
