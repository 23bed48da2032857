import type { MessagePort } from "node:worker_threads";
import type { Handlers } from "../../../api/client-types.ts";
import type { Column, ColumnRoles } from "../../../api/schema/collection-types.ts";
import type { CollectionHead, NewRow } from "../../../collection/port/store.ts";
import { callMethods } from "../../engine/call-methods.ts";
import type { CallThreadData } from "../../engine/thread-engine.ts";
import { tableMethods } from "../../files/table-service.ts";
import { serveMethods } from "../../threads/serve-methods.ts";
import type { CollectionCalls } from "./collection-calls.ts";
import type { PendingCalls } from "./pending-calls.ts";

/** What the thread of collections works with. */
export interface CollectionThreadParts {
  readonly calls: CollectionCalls;
  readonly takeRetinas: (data: CallThreadData) => void;
  readonly pending: PendingCalls;
  /** Listens to nobody any more, so that the thread ends when it has nothing left to do. */
  readonly leave: () => void;
}

/** What the thread of collections does for the host. */
export type CollectionMethods = ReturnType<typeof collectionMethods>;

export function collectionMethods({ calls, takeRetinas, pending, leave }: CollectionThreadParts) {
  const ports = new Set<MessagePort>();
  const { call } = callMethods(calls.handlers as Partial<Handlers>);
  return {
    ...pending.watched({ call }),
    retinas: takeRetinas,
    /** Lets an import on another thread call, through a port of its own. */
    connect: (port: MessagePort) => {
      ports.add(port);
      port.on("close", () => ports.delete(port));
      return serveMethods(port, () => ({
        ...pending.watched(importMethods(calls)),
        prepare: async ({ name }: Named) => {
          // Whoever closes the collections waits until it has begun, and not for its end.
          const { end } = await pending.begin(async () => {
            const collection = (await calls.store()).open(name);
            return { end: collection.prepare() };
          });
          await end;
        },
      }));
    },
    /** Closes what is open after the calls under way, for DuckDB must not be ended while it works; later calls wait. */
    close: () => pending.alone(() => calls.close()),
    /** The same for good: nothing is opened again. */
    end: async () => {
      try {
        await pending.end(() => calls.close());
      } finally {
        for (const port of ports) port.close();
        leave();
      }
    },
  };
}

/** What the thread of collections does for an import. */
export type ImportMethods = ReturnType<typeof importMethods> & {
  prepare(of: Named): Promise<void>;
};

function importMethods(calls: CollectionCalls) {
  const open = async ({ name }: Named) => (await calls.store()).open(name);
  return {
    create: async (head: CollectionHead) => (await calls.store()).create(head),
    describe: async (of: Named) => (await open(of)).describe(),
    extend: async ({ columns, roles, ...of }: Named & Extension) =>
      (await open(of)).extend(columns, roles),
    note: async ({ key, ...of }: Named & { key: string }) => (await open(of)).note(key),
    setNote: async ({ key, note, ...of }: Named & { key: string; note: string | undefined }) =>
      (await open(of)).setNote(key, note),
    put: async ({ rows, ...of }: Named & { rows: readonly NewRow[] }) => (await open(of)).put(rows),
    ...tableMethods(),
  };
}

/** What a call of an import is about. */
interface Named {
  readonly name: string;
}
interface Extension {
  readonly columns: readonly Column[];
  readonly roles: ColumnRoles;
}
