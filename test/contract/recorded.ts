import type { Name } from "../../core/api/client-types.ts";
import type { Send } from "./send.ts";

/** A call that was answered. */
export interface AnsweredCall {
  readonly args: Record<string, unknown>;
  readonly value: unknown;
}

/** What the suites called, so that they can be asked whether anything was left out. */
export class Recorded {
  readonly answered = new Map<Name, AnsweredCall[]>();

  /** The same transport, with every success noted. */
  through(send: Send): Send {
    return async (name, args) => {
      const reply = await send(name, args);
      if (reply.ok) {
        const calls = this.answered.get(name) ?? [];
        calls.push({ args, value: reply.value });
        this.answered.set(name, calls);
      }
      return reply;
    };
  }
}
