import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { CollectionHead } from "../../../../core/collection/store.ts";
import { Duck } from "../../../../core/node/collections/duck.ts";
import { EmbeddedStore } from "../../../../core/node/collections/embedded-store.ts";
import { HEAD } from "../../collection/arbitrary-selection.ts";
import { describeStore } from "../../collection/store-contract.ts";

/** Makes the collections of a folder that have no rows yet ones of the first format. */
async function makeOld(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    const own = path.join(folder, entry);
    if (!(await readFile(path.join(own, "collection.json"), "utf8")).includes(`"${name}"`))
      continue;
    const duck = await Duck.open(path.join(own, "rows.duckdb"));
    await duck.run("UPDATE meta SET value = replace(value, '\"format\":2', '\"format\":1')");
    duck.close();
  }
}

/** Collections that it creates are of the first format. */
async function openOld(folder: string): Promise<EmbeddedStore> {
  const store = await EmbeddedStore.open(folder);
  const create = store.create.bind(store);
  store.create = async (head: CollectionHead) => {
    await create(head);
    await makeOld(folder, head.name);
  };
  return store;
}

describeStore(
  "a collection of the first format in the embedded store",
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "semascope-old-"));
    let store = await openOld(folder);
    return {
      store,
      async reopen() {
        await store.close();
        store = await openOld(folder);
        return store;
      },
      async close() {
        await store.close();
        await rm(folder, { recursive: true });
      },
    };
  },
  { runs: 3 },
);

it("a collection keeps the format that it was made in", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-old-"));
  const store = await openOld(folder);
  await store.create(HEAD);
  const values = HEAD.columns.map(() => null);
  await store.put("tests", [{ id: "a", text: "a", values, cells: Uint16Array.of(1, 2, 300) }]);
  await store.close();
  const [own] = await readdir(folder);
  expect([...(await readFile(path.join(folder, own!, "cells.bin")))]).toEqual([1, 0, 255, 42]);
  await rm(folder, { recursive: true });
});
