import { randomUUID } from "node:crypto";
import { describe, inject, it } from "vitest";
import { OpenSearchStore } from "../../core/node/collections/opensearch/opensearch-store.ts";
import { describeStore } from "../core/collection/port/store-contract.ts";

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
    async damage(name: string) {
      const [url] = options.urls;
      const list = await fetch(`${url}/${options.prefix}-catalogue/_search?q=kind:collection`);
      const { hits } = (await list.json()) as {
        hits: { hits: { _source: { name: string; entry: string } }[] };
      };
      const own = hits.hits.find(({ _source }) => _source.name === name);
      const { index } = JSON.parse(own?._source.entry ?? "{}") as { index?: string };
      const { ok } = await fetch(`${url}/${index}-1`, { method: "DELETE" });
      if (!ok) throw new Error(`There is no index of “${name}”.`);
      return this.reopen();
    },
    async close() {
      for (const { name } of await store.list()) await store.remove(name);
      await store.close();
    },
  };
}

if (why === "") describeStore("a cluster of three nodes", openTested, { runs: EXAMPLES });
else describe.skip("a cluster of three nodes", () => it(why));
