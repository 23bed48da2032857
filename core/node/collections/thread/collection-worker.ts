import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { Engine } from "../../../analysis/engine.ts";
import { readyOnes } from "../../../collection/port/list-collections.ts";
import { attachRetina } from "../../../retina/index-retina.ts";
import { makeEngine } from "../../engine/make-engine.ts";
import { openReading } from "../../engine/open-reading.ts";
import type { CallThreadData } from "../../engine/thread-engine.ts";
import { keptAtlas } from "../../opening/atlas-files.ts";
import { Readers } from "../../reader/readers.ts";
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
export interface CollectionThreadData extends FilePlace, CallThreadData {
  /** The user's folder. */
  readonly data: string;
  readonly cluster: ClusterPlaceOptions;
}

async function open(
  { retinas, packs, data, cluster, ...files }: CollectionThreadData,
  leave: () => void,
) {
  const reading = await openReading();
  // Questions are short: one thread reads them.
  const readers = new Readers(path.join(data, "readers"), 1);
  const engineOf = (given: CallThreadData): Engine =>
    makeEngine({
      retinas: given.retinas.map(attachRetina),
      packs: given.packs ?? [],
      readers,
      ...reading,
      atlas: ({ retina }) => keptAtlas(path.join(data, "atlases"), retina),
    });
  let current = engineOf({ retinas, ...(packs && { packs }) });
  const engine: Engine = {
    get names() {
      return current.names;
    },
    get packs() {
      return current.packs;
    },
    readers,
    model: (name) => current.model(name),
    isOpen: (name) => current.isOpen(name),
    language: (text) => current.language(text),
    ...(reading.sampleTexts && { sampleTexts: reading.sampleTexts }),
    ...(reading.commonWords && { commonWords: reading.commonWords }),
    atlas: (model) => current.atlas(model),
    deflate: (bytes) => current.deflate(bytes),
    base64: (bytes) => current.base64(bytes),
  };
  const folder = path.join(data, "collections");
  const calls = new CollectionCalls(engine, {
    open: () => openCollections(new ClusterPlace(cluster), folder),
    ...files,
  });
  const takeRetinas = async (given: CallThreadData) => {
    current = engineOf(given);
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
