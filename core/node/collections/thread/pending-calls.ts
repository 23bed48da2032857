import { busy } from "../../../errors.ts";
import type { Methods } from "../../threads/protocol.ts";

/** What the thread of the collections is at, so that nobody ends it or closes a database meanwhile. */
export class PendingCalls {
  readonly #promises = new Set<Promise<unknown>>();
  #isOver = false;

  /** @throws busy where nothing more is begun */
  begin<T>(act: () => T): T {
    if (this.#isOver) throw busy("The service is stopping.");
    const result = act();
    if (result instanceof Promise) {
      this.#promises.add(result);
      const forget = () => this.#promises.delete(result);
      result.then(forget, forget);
    }
    return result;
  }

  /** The same methods, each call of which is waited for. */
  watched<M extends Methods>(methods: M): M {
    const entries = Object.entries(methods).map(([name, method]) => [
      name,
      (...given: unknown[]) => this.begin(() => (method as AnyMethod)(...given)),
    ]);
    // The same names with the same functions, but for being watched.
    return Object.fromEntries(entries) as unknown as M;
  }

  async settled(): Promise<void> {
    while (this.#promises.size > 0) await Promise.allSettled(this.#promises);
  }

  /** From now on nothing is begun: what had been sent before the end may only be read after it. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.settled();
  }
}

type AnyMethod = (...given: unknown[]) => unknown;
