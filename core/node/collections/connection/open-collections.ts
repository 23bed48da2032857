import type { CollectionStore } from "../../../collection/port/store.ts";
import { type ClusterPlace, toConnection } from "./cluster-settings.ts";

/**
 * The store of a service: the cluster that was named, or else a folder of this machine. The code of either is read only
 * where it is used. @throws bad-input where the settings cannot be read: another store would hide the collections
 */
export async function openCollections(
  place: ClusterPlace,
  folder: string,
): Promise<CollectionStore> {
  const cluster = await place.current();
  if (cluster === undefined) {
    const { EmbeddedStore } = await import("../embedded/embedded-store.ts");
    return EmbeddedStore.open(folder);
  }
  const { OpenSearchStore } = await import("../opensearch/opensearch-store.ts");
  return new OpenSearchStore(await toConnection(cluster.settings));
}
