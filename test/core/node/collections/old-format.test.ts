import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { CollectionHead } from "../../../../core/collection/store.ts";
import { Duck } from "../../../../core/node/collections/duck.ts";
import { EmbeddedStore } from "../../../../core/node/collections/embedded-store.ts";
import { HEAD } from "../../collection/arbitrary-selection.ts";
import { describeStore } from "../../collection/store-contract.ts";

/** Makes a collection of a folder that has no rows yet one of an older format, with its rows in the table alone. */
async function makeOld(folder: string, name: string, format: number): Promise<void> {
  for (const entry of await readdir(folder)) {
    const own = path.join(folder, entry);
    if (!(await readFile(path.join(own, "collection.json"), "utf8")).includes(`"${name}"`))
      continue;
    const duck = await Duck.open(path.join(own, "rows.duckdb"));
    await duck.run(`UPDATE meta SET value = replace(value, '"format":4', '"format":${format}')`);
    for (const column of ["record", "packed"])
      await duck.run(`ALTER TABLE rows DROP COLUMN ${column}`);
    await duck.run(`ALTER TABLE rows ADD COLUMN text ${format === 3 ? "BLOB" : "VARCHAR"}`);
    duck.close();
  }
}

/** Collections that it creates are of an older format. */
async function openOld(folder: string, format: number): Promise<EmbeddedStore> {
  const store = await EmbeddedStore.open(folder);
  const create = store.create.bind(store);
  store.create = async (head: CollectionHead) => {
    await create(head);
    await makeOld(folder, head.name, format);
  };
  return store;
}

for (const format of [1, 2, 3])
  describeStore(
    `a collection of format ${format} in the embedded store`,
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), "semascope-old-"));
      let store = await openOld(folder, format);
      return {
        store,
        async reopen() {
          await store.close();
          store = await openOld(folder, format);
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
  const store = await openOld(folder, 1);
  await store.create(HEAD);
  const values = HEAD.columns.map(() => null);
  await store.put("tests", [{ id: "a", text: "a", values, cells: Uint16Array.of(1, 2, 300) }]);
  await store.close();
  const [own] = await readdir(folder);
  expect([...(await readFile(path.join(folder, own!, "cells.bin")))]).toEqual([1, 0, 255, 42]);
  expect(await readdir(path.join(folder, own!))).not.toContain("records.bin");
  await rm(folder, { recursive: true });
});
