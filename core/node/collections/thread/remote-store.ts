import type { MessagePort } from "node:worker_threads";
import { busy } from "../../../errors.ts";
import type { ParquetChunks } from "../../files/read-parquet.ts";
import { RemoteCalls } from "../../threads/remote-calls.ts";
import type { ImportStore } from "../import/import-types.ts";
import type { ImportMethods } from "./collection-methods.ts";

/** What an import on another thread has the thread of the collections do. */
export interface RemoteCollections {
  readonly store: ImportStore;
  readonly parquet: ParquetChunks;
  close(): void;
}

/** @param port as `CollectionThread.offer` gives it */
export async function openRemoteCollections(port: MessagePort): Promise<RemoteCollections> {
  const calls = new RemoteCalls<ImportMethods>(port);
  port.on("close", () =>
    calls.end(busy("The collections were closed meanwhile; the import can be started again.")),
  );
  port.postMessage("connect");
  await calls.ready;
  return {
    store: storeOver(calls),
    parquet: parquetOver(calls),
    close: () => port.close(),
  };
}

const storeOver = (calls: RemoteCalls<ImportMethods>): ImportStore => ({
  create: (head) => calls.call("create", head),
  open: (name) => ({
    describe: () => calls.call("describe", { name }),
    extend: (columns, roles) => calls.call("extend", { name, columns, roles }),
    note: (key) => calls.call("note", { name, key }),
    setNote: (key, note) => calls.call("setNote", { name, key, note }),
    // The cells of many rows are views of one piece of memory, which is copied once.
    put: (rows) => calls.call("put", { name, rows }),
  }),
});

const parquetOver = (calls: RemoteCalls<ImportMethods>): ParquetChunks =>
  async function* (file) {
    const id = await calls.call("openParquet", file);
    try {
      for (;;) {
        const chunk = await calls.call("nextParquet", id);
        if (chunk === null) return;
        yield chunk;
      }
    } finally {
      await calls.call("closeParquet", id);
    }
  };
