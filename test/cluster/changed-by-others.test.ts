import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { OpenSearchStore } from "../../core/node/collections/opensearch/opensearch-store.ts";
import { HEAD, makeRows, streamAll } from "./support/rows.ts";

const why = inject("whyNoCluster");

describe.skipIf(why !== "")(`an index that others changed${why === "" ? "" : `: ${why}`}`, () => {
  const prefix = `test-${randomUUID()}`;
  let store: OpenSearchStore;
  const send = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${inject("clusterUrls")[0]}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return reply.json();
  };
  const rowsIndex = async () =>
    Object.keys((await send("GET", `/${prefix}-rows-*/_mapping`)) as object)[0] ?? "";

  beforeAll(async () => {
    store = new OpenSearchStore({ urls: inject("clusterUrls"), prefix });
    await store.create(HEAD);
    await store.open(HEAD.name).put(makeRows(0, 5));
  });
  afterAll(() => store.close());

  it("does not mind fields that others added", async () => {
    await send("PUT", `/${await rowsIndex()}/_mapping`, {
      properties: { theirs: { type: "long" } },
    });
    expect(await streamAll(store)).toEqual(makeRows(0, 5));
    expect(await store.open(HEAD.name).describe()).toMatchObject({ rows: 5 });
  });

  it("names the field that has become something else", async () => {
    await send("PUT", `/${await rowsIndex()}/_mapping`, { properties: { c1: { type: "long" } } });
    const changed = {
      code: "cluster-problem",
      details: { problem: "changed", field: "c1" },
      message: expect.stringContaining("its field c1 is"),
    };
    const columns = [{ name: "title", type: "text" } as const];
    await expect(store.open(HEAD.name).extend(columns, {})).rejects.toMatchObject(changed);
    await expect(store.open(HEAD.name).put(makeRows(5, 6))).rejects.toMatchObject(changed);
    await expect(store.open(HEAD.name).count({})).rejects.toMatchObject(changed);
  });

  it("says that the rows are gone, and lets the cluster make no index of its own", async () => {
    const index = await rowsIndex();
    await send("DELETE", `/${index}`);
    const gone = {
      details: { problem: "changed", index },
      message: expect.stringContaining("gone"),
    };
    await expect(store.open(HEAD.name).put(makeRows(0, 5))).rejects.toMatchObject(gone);
    await expect(store.open(HEAD.name).rows({}, { offset: 0, limit: 1 })).rejects.toMatchObject(
      gone,
    );
    expect(await rowsIndex()).toBe("");
    await store.remove(HEAD.name);
    expect(await store.list()).toEqual([]);
  });
});
