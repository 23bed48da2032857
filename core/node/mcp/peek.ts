import path from "node:path";
import type { Handlers } from "../../api/client-types.ts";
import { ClusterPlace } from "../collections/connection/cluster-settings.ts";
import { openCollections } from "../collections/connection/open-collections.ts";
import { peekCards } from "../opening/retina-store.ts";
import { filterHandlers } from "../workspace/filter-handlers.ts";
import { WorkspaceStore } from "../workspace/workspace-store.ts";

const PEEKED = ["app.retinaCards", "app.collections", "app.filters"] as const;
type PeekedName = (typeof PEEKED)[number];

export const isPeeked = (name: string): name is PeekedName =>
  (PEEKED as readonly string[]).includes(name);

/** Folder of the retinas that come with the program, and that of the user. */
interface Places {
  readonly retinas: string;
  readonly data: string;
}

/** What an assistant asks first, answered from heads of files: opening the retinas takes seconds. */
export function peekHandlers({ retinas, data }: Places): Pick<Handlers, PeekedName> {
  const workspace = new WorkspaceStore(path.join(data, "workspace"));
  return {
    "app.retinaCards": () =>
      peekCards([
        { folder: retinas, isOwn: false },
        { folder: path.join(data, "retinas"), isOwn: true },
      ]),
    "app.collections": async () => {
      const place = new ClusterPlace({ data, fixed: undefined });
      const store = await openCollections(place, path.join(data, "collections"));
      try {
        // The type of the reply differs only in what may be written to.
        return { collections: (await store.list()) as never };
      } finally {
        await store.close();
      }
    },
    "app.filters": filterHandlers(workspace)["app.filters"],
  };
}
