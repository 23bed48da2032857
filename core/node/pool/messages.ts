import type { Name, Reply } from "../../api/client-types.ts";
import type { RetinaTables } from "../../retina/retina-tables.ts";
import type { EncodedReply } from "../http/encode-reply.ts";
import type { RawCall } from "../service/answer.ts";

/** What a thread is started with: the open retinas, whose index is shared memory. */
export interface ThreadData {
  readonly retinas: readonly RetinaTables[];
}

/** A call for another thread: as a request not read yet, or as arguments. */
export type Task =
  | { readonly kind: "raw"; readonly call: RawCall }
  | { readonly kind: "args"; readonly name: Name; readonly args: unknown };

/** A raw call comes back encoded, a call by arguments as a reply. */
export type TaskResult<T extends Task> = T extends { kind: "raw" } ? EncodedReply : Reply;

/** To a thread. One at a time; `stop` becomes 1 when the call is to end. */
export interface Order {
  readonly id: number;
  readonly task: Task;
  readonly stop: SharedArrayBuffer;
}

/** From a thread; the first message, with id 0, says that it is ready. */
export interface Delivery {
  readonly id: number;
  readonly result: EncodedReply | Reply | undefined;
}
