import type { MessagePort } from "node:worker_threads";
import type { Handlers } from "../../../api/client-types.ts";
import type { NewRow } from "../../../collection/store.ts";
import { notFound } from "../../../errors.ts";
import { NO_POSITIONS } from "../../../fingerprint/positions.ts";
import type { RetinaTables } from "../../../retina/retina-tables.ts";
import { type ParquetChunk, parquetChunks } from "../../files/read-parquet.ts";
import { callMethods } from "../../service/call-methods.ts";
import { serveMethods } from "../../threads/serve-methods.ts";
import type { CollectionCalls } from "../collection-calls.ts";
import type { ImportStore } from "../import/import-types.ts";
import { type PackedCells, unpackCells } from "../import/reading-methods.ts";
import type { UnderWay } from "./under-way.ts";

/** What the thread of collections works with. */
export interface CollectionThreadParts {
  readonly calls: CollectionCalls;
  readonly takeRetinas: (retinas: readonly RetinaTables[]) => Promise<void>;
  readonly underWay: UnderWay;
  /** Listens to nobody any more, so that the thread ends when it has nothing left to do. */
  readonly leave: () => void;
}

/** What the thread of collections does for the host. */
export type CollectionMethods = ReturnType<typeof collectionMethods>;

export function collectionMethods({ calls, takeRetinas, underWay, leave }: CollectionThreadParts) {
  const ports = new Set<MessagePort>();
  const { raw, args } = callMethods(calls.handlers as Partial<Handlers>);
  return {
    ...underWay.watched({ raw, args }),
    retinas: takeRetinas,
    /** Lets an import on another thread call, through a port of its own. */
    connect: (port: MessagePort) => {
      ports.add(port);
      port.on("close", () => ports.delete(port));
      return serveMethods(port, () => underWay.watched(importMethods(calls)));
    },
    /** Closes what is open, after all that is under way: nobody may end DuckDB while it works. */
    close: async () => {
      await underWay.settled();
      await calls.close();
    },
    /** The same for good: nothing is opened again. */
    end: async () => {
      try {
        await underWay.end();
        await calls.close();
      } finally {
        for (const port of ports) port.close();
        leave();
      }
    },
  };
}

/** What the thread of collections does for an import. */
export type ImportMethods = ReturnType<typeof importMethods>;

/** Rows without their cells, which lie beside them in one piece. */
export type RowWithoutCells = Omit<NewRow, "cells">;

function importMethods(calls: CollectionCalls) {
  const files = new Map<number, AsyncIterator<ParquetChunk>>();
  let lastFile = 0;
  const store = <K extends Exclude<keyof ImportStore, "put">>(name: K) =>
    (async (args: Parameters<ImportStore[K]>) => {
      const own = (await calls.store())[name] as (...args: unknown[]) => unknown;
      return own.apply(await calls.store(), args);
    }) as (args: Parameters<ImportStore[K]>) => ReturnType<ImportStore[K]>;
  return {
    create: store("create"),
    describe: store("describe"),
    extend: store("extend"),
    note: store("note"),
    setNote: store("setNote"),
    put: async ({ name, rows, packed }: PutInput) => {
      const cells = unpackCells(packed);
      const whole = rows.map((row, i) => ({ ...row, cells: cells[i] ?? NO_POSITIONS }));
      return (await calls.store()).put(name, whole);
    },
    openParquet: (file: string) => {
      files.set(++lastFile, parquetChunks(file)[Symbol.asyncIterator]());
      return lastFile;
    },
    /** Null at the end. */
    nextParquet: async (id: number): Promise<ParquetChunk | null> => {
      const file = files.get(id);
      if (file === undefined) throw notFound("The file is not open.");
      const { value, done } = await file.next();
      if (done === true) files.delete(id);
      return done === true ? null : value;
    },
    closeParquet: async (id: number) => {
      await files.get(id)?.return?.();
      files.delete(id);
    },
  };
}

export interface PutInput {
  readonly name: string;
  readonly rows: readonly RowWithoutCells[];
  readonly packed: PackedCells;
}
