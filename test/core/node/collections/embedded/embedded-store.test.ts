import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { EmbeddedStore } from "../../../../../core/node/collections/embedded/embedded-store.ts";
import { describeStore } from "../../../collection/port/store-contract.ts";

describeStore("the embedded store", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "semascope-collections-"));
  let store = await EmbeddedStore.open(folder);
  return {
    store,
    async reopen() {
      await store.close();
      store = await EmbeddedStore.open(folder);
      return store;
    },
    async damage(name) {
      await store.close();
      for (const entry of await readdir(folder)) {
        const own = path.join(folder, entry);
        const kept = await readFile(path.join(own, "collection.json"), "utf8");
        if (JSON.parse(kept).name !== name) continue;
        await writeFile(path.join(own, "rows.duckdb"), "not a database ".repeat(1000));
      }
      store = await EmbeddedStore.open(folder);
      return store;
    },
    async close() {
      await store.close();
      await rm(folder, { recursive: true, maxRetries: 10 });
    },
  };
});
