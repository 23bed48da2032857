import { randomUUID } from "node:crypto";
import { describe, inject, it } from "vitest";
import { OpenSearchStore } from "../../core/node/collections/opensearch/opensearch-store.ts";
import { describeStore } from "../core/collection/store-contract.ts";

const why = inject("whyNoCluster");
/** Each example makes and removes collections, which takes a cluster seconds. */
const EXAMPLES = 6;

async function openTested() {
  const options = { urls: inject("clusterUrls"), prefix: `test-${randomUUID()}` };
  const open = () => new OpenSearchStore(options);
  let store = open();
  return {
    store,
    async reopen() {
      await store.close();
      store = open();
      return store;
    },
    async close() {
      for (const { name } of await store.list()) await store.remove(name);
      await store.close();
    },
  };
}

if (why === "") describeStore("a cluster of three nodes", openTested, { runs: EXAMPLES });
else describe.skip("a cluster of three nodes", () => it(why));
