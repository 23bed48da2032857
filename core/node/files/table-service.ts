import { MessageChannel, type MessagePort } from "node:worker_threads";
import { notFound } from "../../errors.ts";
import { RemoteCalls } from "../threads/remote-calls.ts";
import { serveMethods } from "../threads/serve-methods.ts";
import {
  type ReadTable,
  readTable,
  type TableHead,
  type TableRequest,
  type TableRows,
} from "./read-table.ts";

/** What a thread that nobody ends does for one that may be ended, and so must not load DuckDB. */
export type TableMethods = ReturnType<typeof tableMethods>;

export function tableMethods() {
  const tables = new Map<number, AsyncIterator<TableHead | TableRows>>();
  let last = 0;
  return {
    openTable: (request: TableRequest) => {
      tables.set(++last, readTable(request)[Symbol.asyncIterator]());
      return last;
    },
    /** Null at the end. */
    nextOfTable: async (id: number): Promise<TableHead | TableRows | null> => {
      const table = tables.get(id);
      if (table === undefined) throw notFound("The table is not open.");
      const { value, done } = await table.next();
      if (done === true) tables.delete(id);
      return done === true ? null : value;
    },
    closeTable: async (id: number) => {
      await tables.get(id)?.return?.();
      tables.delete(id);
    },
  };
}

/** Reads tables on the thread that answers the calls. */
export const tablesOver = (calls: RemoteCalls<TableMethods>): ReadTable =>
  async function* (request) {
    const id = await calls.call("openTable", request);
    try {
      for (;;) {
        const part = await calls.call("nextOfTable", id);
        if (part === null) return;
        yield part;
      }
    } finally {
      await calls.call("closeTable", id);
    }
  };

/** A port for a thread that reads tables on this one. */
export function serveTables(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  void serveMethods(port1, tableMethods);
  port1.unref();
  return port2;
}

/** @param port as `serveTables` gives it */
export const tablesAt = (port: MessagePort): ReadTable =>
  tablesOver(new RemoteCalls<TableMethods>(port));
