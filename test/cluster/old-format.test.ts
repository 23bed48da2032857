import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { OpenSearchStore } from "../../core/node/collections/opensearch/opensearch-store.ts";
import { HEAD, makeRows } from "./support/rows.ts";

const why = inject("whyNoCluster");
const OLD_SCORES = [0.5, 0, 0.25];

/** A collection of format 1, in which every row holds the value of each score. */
describe.skipIf(why !== "")(`a cluster's old format${why === "" ? "" : `: ${why}`}`, () => {
  const prefix = `test-${randomUUID()}`;
  let store: OpenSearchStore;
  const send = async (method: string, path: string, body: object) => {
    const reply = await fetch(`${inject("clusterUrls")[0]}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(reply.ok).toBe(true);
    return reply.json();
  };
  type Catalogue = { hits: { hits: { _id: string; _source: { entry: string } }[] } };

  beforeAll(async () => {
    store = new OpenSearchStore({ urls: inject("clusterUrls"), prefix });
    await store.create(HEAD);
    const rows = makeRows(0, 4);
    await store.put(HEAD.name, rows);
    const catalogue = `/${prefix}-catalogue`;
    const found = (await send("POST", `${catalogue}/_search`, {})) as Catalogue;
    const { _id, _source } = found.hits.hits[0]!;
    const entry = { ...JSON.parse(_source.entry), format: 1, scores: { war: 0 }, nextScore: 1 };
    await send("PUT", `${catalogue}/_doc/${_id}`, { ..._source, entry: JSON.stringify(entry) });
    await send("PUT", `/${entry.index}/_mapping`, { properties: { s0: { type: "double" } } });
    for (const [i, { id }] of rows.entries()) {
      const set = OLD_SCORES[i] === undefined ? "" : `ctx._source.s0 = ${OLD_SCORES[i]}`;
      await send("POST", `/${entry.index}/_update/${id}`, {
        script: { source: `ctx._source.remove('since'); ${set}` },
      });
    }
    await store.close();
    store = new OpenSearchStore({ urls: inject("clusterUrls"), prefix });
  });
  afterAll(async () => {
    await store.remove(HEAD.name);
    await store.close();
  });

  const rowsBy = (score: string) =>
    store.rows(
      HEAD.name,
      {},
      { offset: 0, limit: 9, sort: { field: { score }, descending: true } },
    );

  it("has its scores", async () => {
    const ids = makeRows(0, 4).map(({ id }) => id);
    const sorted = await rowsBy("war");
    expect(sorted.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1], ids[3]]);
    expect(sorted.map(({ scores }) => scores[0]?.score)).toEqual([0.5, 0.25, 0, undefined]);
    expect(await store.count(HEAD.name, { where: { score: "war", from: 0.2 } })).toBe(2);
    expect(await store.count(HEAD.name, { where: { score: "war", missing: true } })).toBe(1);
    expect(await store.span(HEAD.name, {}, { score: "war" })).toEqual({
      least: 0,
      greatest: 0.5,
      rows: 3,
      missing: 1,
    });
  });
  it("gets new ones, of rows old and new", async () => {
    await store.put(HEAD.name, makeRows(4, 5));
    const positions = makeRows(1, 2)[0]!.cells;
    expect(await store.score(HEAD.name, { name: "trade", positions })).toBe(5);
    await store.put(HEAD.name, makeRows(5, 6));
    const like = await store.rows(HEAD.name, { like: positions }, { offset: 0, limit: 9 });
    const closest = like[0]!;
    expect(closest.scores).toEqual([
      { name: "trade", score: 1 },
      { name: "war", score: OLD_SCORES[1] },
    ]);
    const sorted = await rowsBy("trade");
    expect(sorted.at(0)?.id).toBe(closest.id);
    expect(sorted.at(-1)).toMatchObject({ id: makeRows(5, 6)[0]!.id, scores: [] });
    expect(await store.count(HEAD.name, { where: { score: "trade", missing: false } })).toBe(5);
    // A new score of the name takes the place of what the rows hold.
    expect(await store.score(HEAD.name, { name: "war", positions })).toBe(6);
    expect((await store.describe(HEAD.name)).scores).toEqual(["trade", "war"]);
    expect((await rowsBy("war")).at(0)?.scores).toEqual([
      { name: "trade", score: 1 },
      { name: "war", score: 1 },
    ]);
  });
});
