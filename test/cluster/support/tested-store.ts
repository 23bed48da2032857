import { randomUUID } from "node:crypto";
import { OpenSearchStore } from "../../../core/node/collections/opensearch/opensearch-store.ts";

/** A store of collections of its own in the cluster at these addresses. */
export async function openTested(urls: readonly string[]) {
  const options = { urls, prefix: `test-${randomUUID()}` };
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
      const [url] = urls;
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
