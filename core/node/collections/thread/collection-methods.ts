import type { MessagePort } from "node:worker_threads";
import type { Handlers } from "../../../api/client-types.ts";
import type { NewRow } from "../../../collection/store.ts";
import { notFound } from "../../../errors.ts";
import { NO_POSITIONS } from "../../../fingerprint/positions.ts";
import type { RetinaTables } from "../../../retina/retina-tables.ts";
import { type ParquetChunk, parquetChunks } from "../../files/read-parquet.ts";
import { callMethods } from "../../service/call-methods.ts";
import type { Methods } from "../../threads/protocol.ts";
import { serveMethods } from "../../threads/serve-methods.ts";
import type { CollectionCalls } from "../collection-calls.ts";
import type { ImportStore } from "../import/import-types.ts";
import { type PackedCells, unpackCells } from "../import/reading-methods.ts";

/** What the thread of collections works with. */
export interface CollectionThreadParts {
  readonly calls: CollectionCalls;
  readonly takeRetinas: (retinas: readonly RetinaTables[]) => Promise<void>;
}

/** What the thread of collections does for the host. */
export type CollectionMethods = ReturnType<typeof collectionMethods>;

export function collectionMethods({ calls, takeRetinas }: CollectionThreadParts) {
  const running = new Running();
  const { raw, args } = callMethods(calls.handlers as Partial<Handlers>);
  return {
    ...running.watched({ raw, args }),
    retinas: takeRetinas,
    /** Lets an import on another thread call, through a port of its own. */
    connect: (port: MessagePort) => serveMethods(port, () => running.watched(importMethods(calls))),
    /** Closes what is open, after all that is under way: nobody may end DuckDB while it works. */
    close: async () => {
      await running.settled();
      await calls.close();
    },
  };
}

/** Knows what is under way. */
class Running {
  readonly #promises = new Set<Promise<unknown>>();

  /** The same methods, each call of which is waited for. */
  watched<M extends Methods>(methods: M): M {
    const entries = Object.entries(methods).map(([name, method]) => [
      name,
      (...given: unknown[]) => this.#watch((method as AnyMethod)(...given)),
    ]);
    // The same names with the same functions, but for being watched.
    return Object.fromEntries(entries) as unknown as M;
  }

  async settled(): Promise<void> {
    while (this.#promises.size > 0) await Promise.allSettled(this.#promises);
  }

  #watch(result: unknown): unknown {
    if (!(result instanceof Promise)) return result;
    this.#promises.add(result);
    const forget = () => this.#promises.delete(result);
    result.then(forget, forget);
    return result;
  }
}

type AnyMethod = (...given: unknown[]) => unknown;

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
