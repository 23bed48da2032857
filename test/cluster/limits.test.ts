import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Predicate } from "../../core/api/schema/collection-types.ts";
import type { CollectionHead, NewRow, Selection } from "../../core/collection/port/store.ts";
import { seededRandom } from "../../core/kernel/seeded-random.ts";
import { OpenSearchStore } from "../../core/node/collections/opensearch/opensearch-store.ts";
import { ObviousStore } from "../core/collection/port/obvious-store.ts";

const why = inject("whyNoCluster");
const HEAD: CollectionHead = {
  name: "limits",
  retina: { name: "en", checksum: "0" },
  columns: [
    { name: "party", type: "text" },
    { name: "day", type: "date" },
  ],
  roles: {},
  created: "2026-01-01T00:00:00.000Z",
};
const ROWS = 100;
const random = seededRandom(11);
const draw = (limit: number) => Math.floor(random() * limit);

function somePositions(count: number): Uint16Array {
  const positions = new Set<number>();
  while (positions.size < count) positions.add(draw(16_384));
  return Uint16Array.from(positions).sort();
}

/** Texts with as many cells as long ones have, so that many rows are nearly as close as others. */
const makeRow = (id: number): NewRow => ({
  id: String(id),
  text: `trade word${draw(20)} word${draw(20)}`,
  values: [`p${draw(40)}`, `18${10 + draw(80)}-0${1 + draw(9)}-1${draw(9)}`],
  cells: somePositions(id % 10 === 0 ? 30 : 983),
});

/** As deep as a condition may be, alternating. */
const deep = Array.from({ length: 30 }).reduce<Predicate>(
  (inner, _, i) =>
    i % 3 === 0
      ? { not: inner }
      : i % 3 === 1
        ? { and: [inner, { column: "party", missing: false }] }
        : { or: [inner, { column: "party", equals: "p1" }] },
  { column: "party", equals: "p2" },
);

const SCORE = { name: "trade", positions: somePositions(983) };

const SELECTIONS: Readonly<Record<string, Selection>> = {
  "a text of 983 cells": { like: somePositions(983) },
  "a text and words": {
    like: somePositions(983),
    words: { all: [["trade"], ["word3"]], none: [["word4"]] },
  },
  "a text and a region": {
    like: somePositions(983),
    least: 0.06,
    region: { positions: somePositions(4000), share: 0.25 },
  },
  "a region of half the map": { region: { positions: somePositions(8192), share: 0.5 } },
  "a sample of a search": { like: somePositions(700), sample: { rows: 50, seed: 3 } },
  "a condition of thirty levels": { where: deep },
  "a text among rows of a score": {
    like: somePositions(983),
    where: { not: { score: "trade", below: 0.058 } },
  },
  "either of two ranges of a score": {
    where: {
      or: [
        { score: "trade", from: 0.02, to: 0.058 },
        { score: "trade", from: 0.061 },
      ],
    },
  },
};

describe.skipIf(why !== "")(`limits of a cluster${why === "" ? "" : `: ${why}`}`, () => {
  const obvious = new ObviousStore();
  const urls = inject("clusterUrls");
  const prefix = `test-${randomUUID()}`;
  const open = () => new OpenSearchStore({ urls, prefix });
  let store: OpenSearchStore;

  const setLimit = (limit: number | null) =>
    fetch(`${urls[0]}/_cluster/settings`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ persistent: { "indices.query.bool.max_clause_count": limit } }),
    });

  beforeAll(async () => {
    store = open();
    const rows = Array.from({ length: ROWS }, (_, id) => makeRow(id));
    for (const each of [obvious, store]) {
      await each.create(HEAD);
      await each.open("limits").put(rows);
      await each.open("limits").score(SCORE);
    }
  });
  afterAll(async () => {
    await setLimit(null);
    await store.remove("limits");
    await store.close();
  });

  const answers = async (each: OpenSearchStore | ObviousStore, selection: Selection) => ({
    rows: await each.open("limits").rows(selection, { offset: 0, limit: 100 }),
    count: await each.open("limits").count(selection),
    heat: await each.open("limits").heat(selection),
    sorted: await each.open("limits").rows(selection, {
      offset: 0,
      limit: 100,
      sort: { field: { score: SCORE.name }, descending: true },
    }),
    histogram: await each.open("limits").histogram(selection, {
      field: { score: SCORE.name },
      edges: [0, 0.05, 0.06, 1],
    }),
  });

  for (const [title, selection] of Object.entries(SELECTIONS))
    it(`answers ${title} exactly`, async () => {
      expect(await answers(store, selection)).toEqual(await answers(obvious, selection));
    });

  it("answers the same where the cluster allows few clauses", async () => {
    await setLimit(40);
    const name = `test-${randomUUID()}`;
    const strict = new OpenSearchStore({ urls, prefix: name });
    await strict.create(HEAD);
    await strict.open("limits").put(Array.from({ length: 30 }, (_, id) => makeRow(id)));
    const same = new ObviousStore();
    await same.create(HEAD);
    for await (const batch of strict.open("limits").stream({}))
      await same.open("limits").put(batch);
    for (const each of [strict, same]) await each.open("limits").score(SCORE);
    for (const selection of Object.values(SELECTIONS))
      expect(await answers(strict, selection)).toEqual(await answers(same, selection));
    await strict.remove("limits");
    await strict.close();
    await setLimit(null);
  });

  it("refuses a condition of too many parts with a sentence", async () => {
    await setLimit(40);
    const where = {
      or: Array.from({ length: 60 }, (_, i) => ({ column: "party", equals: `p${i}` })),
    };
    // A store asks once what the cluster allows.
    const strict = open();
    await expect(strict.open("limits").count({ where })).rejects.toMatchObject({
      code: "cluster-problem",
      message: expect.stringContaining("needs 60 clauses and the cluster allows 40"),
    });
    await strict.close();
    await setLimit(null);
  });
});
