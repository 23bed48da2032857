import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ClusterPlace } from "../../../../../core/node/collections/connection/cluster-settings.ts";
import { openCollections } from "../../../../../core/node/collections/connection/open-collections.ts";
import { startFakeCluster } from "./fake-cluster.ts";

let data = "";
beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), "semascope-open-"));
});
afterEach(() => rm(data, { recursive: true, maxRetries: 10 }));

it("keeps collections in the folder as long as no cluster was named", async () => {
  const place = new ClusterPlace({ data });
  const store = await openCollections(place, path.join(data, "collections"));
  expect(await store.list()).toEqual([]);
  await store.close();
});

it("keeps collections in the cluster that was named, signed in as its user", async () => {
  const fake = await startFakeCluster();
  const started = { urls: [fake.url], user: "ann", password: "hunter2" };
  const place = new ClusterPlace({ data, started });
  const store = await openCollections(place, path.join(data, "collections"));
  await store
    .open("none")
    .describe()
    .catch(() => {});
  expect(fake.seen[0]).toMatchObject({ method: "GET", user: "ann:hunter2" });
  await store.close();
  await fake.close();
});

it("does not take the folder where the settings cannot be read", async () => {
  const started = { urls: ["https://one"], authorityFile: path.join(data, "none.pem") };
  const place = new ClusterPlace({ data, started });
  await expect(openCollections(place, data)).rejects.toMatchObject({ code: "bad-input" });
});
