import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { readyOnes } from "../../../collection/port/list-collections.ts";
import { languagesAt } from "../../engine/language-port.ts";
import { type CallThreadData, threadEngine } from "../../engine/thread-engine.ts";
import { keptAtlas } from "../../opening/atlas-files.ts";
import { Readers } from "../../reader/readers.ts";
import { serveMethods } from "../../threads/serve-methods.ts";
import { ClusterPlace, type ClusterPlaceOptions } from "../connection/cluster-settings.ts";
import { openCollections } from "../connection/open-collections.ts";
import type { FilePlace } from "../import/given-files.ts";
import { CollectionCalls } from "./collection-calls.ts";
import { collectionMethods } from "./collection-methods.ts";
import { PendingCalls } from "./pending-calls.ts";
import { warmReading } from "./warm-reading.ts";

/** What the thread of collections is started with. */
export interface CollectionThreadData extends FilePlace, CallThreadData {
  /** The user's folder. */
  readonly data: string;
  readonly cluster: ClusterPlaceOptions;
  /** To the thread that opens retinas of other languages. */
  readonly languages: MessagePort;
}

async function open(
  { retinas, packs, data, cluster, languages, ...files }: CollectionThreadData,
  leave: () => void,
) {
  const { engine, retinas: takeRetinas } = await threadEngine(
    { retinas, ...(packs && { packs }) },
    {
      openLanguage: languagesAt(languages),
      // Questions are short: one thread reads them.
      readers: new Readers(path.join(data, "readers"), 1),
      atlas: ({ retina }) => keptAtlas(path.join(data, "atlases"), retina),
    },
  );
  const folder = path.join(data, "collections");
  const calls = new CollectionCalls(engine, {
    open: () => openCollections(new ClusterPlace(cluster), folder),
    ...files,
  });
  const pending = new PendingCalls();
  const list = () => pending.begin(async () => readyOnes(await (await calls.store()).list()));
  const pause = (milliseconds: number) => pending.begin(() => setTimeout(milliseconds));
  // What fails here fails again for whoever asks, who is given the error.
  void warmReading(engine, list, pause).catch(() => {});
  return collectionMethods({ calls, takeRetinas, pending, leave });
}

const port = parentPort;
if (port !== null) void serveMethods(port, () => open(workerData, () => port.unref()));
