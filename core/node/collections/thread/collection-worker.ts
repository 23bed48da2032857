import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { Engine } from "../../../analysis/engine.ts";
import { readyOnes } from "../../../collection/port/list-collections.ts";
import { attachRetina } from "../../../retina/index-retina.ts";
import type { RetinaTables } from "../../../retina/retina-data.ts";
import { makeEngine } from "../../engine/make-engine.ts";
import { openReading } from "../../engine/open-reading.ts";
import { keptAtlas } from "../../opening/atlas-files.ts";
import { threadData } from "../../threads/end-lock.ts";
import { serveMethods } from "../../threads/serve-methods.ts";
import { ClusterPlace, type ClusterPlaceOptions } from "../connection/cluster-settings.ts";
import { openCollections } from "../connection/open-collections.ts";
import type { FilePlace } from "../import/given-files.ts";
import { CollectionCalls } from "./collection-calls.ts";
import { collectionMethods } from "./collection-methods.ts";
import { PendingCalls } from "./pending-calls.ts";
import { warmReading } from "./warm-reading.ts";

/** What the thread of collections is started with. */
export interface CollectionThreadData extends FilePlace {
  readonly retinas: readonly RetinaTables[];
  /** The user's folder. */
  readonly data: string;
  readonly cluster: ClusterPlaceOptions;
}

async function open({ retinas, data, cluster, ...files }: CollectionThreadData, leave: () => void) {
  const reading = await openReading();
  const engineOf = (tables: readonly RetinaTables[]): Engine =>
    makeEngine({
      retinas: tables.map(attachRetina),
      ...reading,
      atlas: ({ retina }) => keptAtlas(path.join(data, "atlases"), retina),
    });
  let current = engineOf(retinas);
  const engine: Engine = {
    get names() {
      return current.names;
    },
    packs: [],
    model: (name) => current.model(name),
    isOpen: (name) => current.isOpen(name),
    language: (text) => current.language(text),
    atlas: (model) => current.atlas(model),
    deflate: (bytes) => current.deflate(bytes),
    base64: (bytes) => current.base64(bytes),
  };
  const folder = path.join(data, "collections");
  const calls = new CollectionCalls(engine, {
    open: () => openCollections(new ClusterPlace(cluster), folder),
    ...files,
  });
  const takeRetinas = async (tables: readonly RetinaTables[]) => {
    current = engineOf(tables);
  };
  const pending = new PendingCalls();
  const list = () => pending.begin(async () => readyOnes(await (await calls.store()).list()));
  const pause = (milliseconds: number) => pending.begin(() => setTimeout(milliseconds));
  // What fails here fails again for whoever asks, who is given the error.
  void warmReading(engine, list, pause).catch(() => {});
  return collectionMethods({ calls, takeRetinas, pending, leave });
}

const port = parentPort;
if (port !== null)
  void serveMethods(port, () => open(threadData<CollectionThreadData>(), () => port.unref()));
