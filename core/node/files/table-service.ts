import { MessageChannel, type MessagePort } from "node:worker_threads";
import { notFound } from "../../errors.ts";
import { RemoteCalls } from "../threads/remote-calls.ts";
import { serveMethods } from "../threads/serve-methods.ts";
import {
  isHead,
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
      const parts: TableRows[] = [];
      for (let rows = 0; rows < ROWS_AT_ONCE; ) {
        const { value, done } = await table.next();
        if (done === true && parts.length === 0) tables.delete(id);
        if (done === true) return parts.length === 0 ? null : together(parts);
        if (isHead(value)) return value;
        parts.push(value);
        rows += value.rows.length;
      }
      return together(parts);
    },
    closeTable: async (id: number) => {
      await tables.get(id)?.return?.();
      tables.delete(id);
    },
  };
}

/** Rows that go over together: each time the other thread is waited for. */
const ROWS_AT_ONCE = 8192;

function together(parts: readonly TableRows[]): TableRows {
  const hasProblems = parts.some(({ problems }) => problems !== undefined);
  return {
    rows: parts.flatMap(({ rows }) => rows),
    lines: parts.flatMap(({ lines }) => lines),
    ...(hasProblems && {
      problems: parts.flatMap(({ rows, problems }) => problems ?? rows.map(() => undefined)),
    }),
  };
}

/** Reads tables on the thread that answers the calls. */
export const tablesOver = (calls: RemoteCalls<TableMethods>): ReadTable =>
  async function* (request) {
    const id = await calls.call("openTable", request);
    const ask = () => {
      const part = calls.call("nextOfTable", id);
      // Nobody may wait for it any more.
      part.catch(() => undefined);
      return part;
    };
    let next = ask();
    try {
      for (;;) {
        const part = await next;
        if (part === null) return;
        // Read while this one is used.
        next = ask();
        yield part;
      }
    } finally {
      await next.catch(() => undefined);
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
