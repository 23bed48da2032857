import type { MessagePort } from "node:worker_threads";
import type { NewRow } from "../../../collection/store.ts";
import { busy } from "../../../errors.ts";
import type { ParquetChunks } from "../../files/read-parquet.ts";
import { RemoteCalls } from "../../threads/remote-calls.ts";
import type { ImportStore } from "../import/import-types.ts";
import { packCells } from "../import/reading-methods.ts";
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

function storeOver(calls: RemoteCalls<ImportMethods>): ImportStore {
  return {
    create: (...args) => calls.call("create", args),
    describe: (...args) => calls.call("describe", args),
    extend: (...args) => calls.call("extend", args),
    note: (...args) => calls.call("note", args),
    setNote: (...args) => calls.call("setNote", args),
    put: (name, rows) => {
      const packed = packCells(rows.map(({ cells }) => cells));
      const plain = rows.map(({ id, text, values }: NewRow) => ({ id, text, values }));
      return calls.call("put", { name, rows: plain, packed }, { transfer: [packed.cells.buffer] });
    },
  };
}

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
