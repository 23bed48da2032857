import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { EmbeddedStore } from "../../../../core/node/collections/embedded-store.ts";
import { describeStore } from "../../collection/store-contract.ts";

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
    async close() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
