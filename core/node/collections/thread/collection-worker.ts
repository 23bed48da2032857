import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Handlers } from "../../../api/client-types.ts";
import { CollectionAnalyses } from "../../../collection/analyses/analyses.ts";
import { readyOnes } from "../../../collection/port/list-collections.ts";
import type { CollectionHead, CollectionStore } from "../../../collection/port/store.ts";
import { collectionHandlers } from "../../../handlers/collections.ts";
import { callMethods, type ThreadCall } from "../../engine/call-methods.ts";
import { languagesAt } from "../../engine/language-port.ts";
import { type CallThreadData, threadEngine } from "../../engine/thread-engine.ts";
import { tableMethods } from "../../files/table-service.ts";
import { keptAtlas } from "../../opening/atlas-files.ts";
import { Readers } from "../../reader/readers.ts";
import { duringCall } from "../../threads/current-call.ts";
import type { CallContext } from "../../threads/protocol.ts";
import { serveMethods } from "../../threads/serve-methods.ts";
import { ClusterPlace, type ClusterPlaceOptions } from "../connection/cluster-settings.ts";
import { openCollections } from "../connection/open-collections.ts";
import { type FilePlace, GivenFiles } from "../import/given-files.ts";
import type { ImportedCollection } from "../import/import-types.ts";
import { previewHandler } from "../import/preview-handler.ts";
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

/** What the thread of collections does for the host. */
export type CollectionMethods = Awaited<ReturnType<typeof openMethods>>;

/** @param leave listens to nobody any more, so that the thread ends when it has nothing left to do */
async function openMethods(
  { retinas, packs, data, cluster, languages, ...place }: CollectionThreadData,
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
  const files = new GivenFiles(place);
  const pending = new PendingCalls();
  const ports = new Set<MessagePort>();

  const openStore = async () => {
    const store = await openCollections(new ClusterPlace(cluster), path.join(data, "collections"));
    const handlers: Partial<Handlers> = {
      ...collectionHandlers(new CollectionAnalyses(store, engine), toParquet),
      "app.collectionPreview": previewHandler(files, (text) => engine.language(text)),
    };
    return { store, ...callMethods(handlers) };
  };
  let opened: ReturnType<typeof openStore> | undefined;
  /** Opens the store where it is not. What kept it from opening may have passed at the next call. */
  const stored = async () => {
    opened ??= openStore();
    const opening = opened;
    return opening.catch((cause: unknown) => {
      if (opened === opening) opened = undefined;
      throw cause;
    });
  };
  const onStore = <T>(act: (store: CollectionStore) => T | Promise<T>): Promise<T> =>
    pending.begin(async () => act((await stored()).store));
  /** The next call opens the store again, where collections are kept by then. No call may run meanwhile. */
  const close = async () => {
    const open = await opened?.catch(() => undefined);
    opened = undefined;
    await open?.store.close();
  };

  // What fails here fails again for whoever asks, who is given the error.
  void warmReading(
    engine,
    () => onStore(async (store) => readyOnes(await store.list())),
    (milliseconds) => pending.begin(() => setTimeout(milliseconds)),
  ).catch(() => {});

  return {
    call: (asked: ThreadCall, context: CallContext) =>
      pending.begin(async () => {
        const { call } = await stored();
        return duringCall(context.signal, () => call(asked, context));
      }),
    retinas: takeRetinas,
    /** Lets an import on another thread call, through a port of its own. */
    connect: (port: MessagePort) => {
      ports.add(port);
      port.on("close", () => ports.delete(port));
      return serveMethods(port, () => ({
        ...importMethods(onStore),
        ...pending.watched(tableMethods()),
      }));
    },
    /** Closes what is open after the calls under way, for DuckDB must not be ended while it works; later calls wait. */
    close: () => pending.alone(close),
    /** The same for good: nothing is opened again. */
    end: async () => {
      try {
        await pending.end(close);
      } finally {
        for (const port of ports) port.close();
        leave();
      }
    },
  };
}

/** A call of a method of a collection. */
export interface CollectionDeed {
  readonly name: string;
  readonly method: Exclude<keyof ImportedCollection, "prepare">;
  readonly args: readonly unknown[];
}

/** What the thread of collections does for an import. */
export type ImportMethods = ReturnType<typeof importMethods> & ReturnType<typeof tableMethods>;

const importMethods = (
  onStore: <T>(act: (store: CollectionStore) => T | Promise<T>) => Promise<T>,
) => ({
  create: (head: CollectionHead) => onStore((store) => store.create(head)),
  deed: ({ name, method, args }: CollectionDeed): Promise<unknown> =>
    onStore((store) => {
      const collection = store.open(name);
      // The method and its arguments are those of one call; the compiler cannot follow that through a message.
      const act = collection[method] as (...given: unknown[]) => unknown;
      return act.apply(collection, [...args]);
    }),
  /** Whoever closes the collections waits until it has begun, and not for its end. */
  prepare: async (name: string) => {
    const { end } = await onStore((store) => ({ end: store.open(name).prepare() }));
    await end;
  },
});

/** Whoever runs a service has this file, and few write Parquet: the database is loaded for those. */
const toParquet: Parameters<typeof collectionHandlers>[1] = async (rows, shape) => {
  const { parquetBytes } = await import("../../files/write-parquet.ts");
  return parquetBytes(rows, shape);
};

const port = parentPort;
if (port !== null) void serveMethods(port, () => openMethods(workerData, () => port.unref()));
