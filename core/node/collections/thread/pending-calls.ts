import { busy } from "../../../errors.ts";
import type { Methods } from "../../threads/protocol.ts";

/**
 * The calls under way on the thread of the collections. Closing the store waits for the calls before it, and the calls after
 * it wait until it is done: in order of arrival, so that neither starves under a steady load.
 */
export class PendingCalls {
  readonly #promises = new Set<Promise<unknown>>();
  /** Settles when everything that ran alone is done. */
  #gate: Promise<unknown> = Promise.resolve();
  #isOver = false;

  /** Must not be called within another one: it may wait for a closing that waits for that call. @throws busy after the end */
  async begin<T>(act: () => T | Promise<T>): Promise<T> {
    if (this.#isOver) throw busy("The service is stopping.");
    const result = this.#gate.then(act);
    this.#promises.add(result);
    const forget = () => this.#promises.delete(result);
    result.then(forget, forget);
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

  /** Acts after all calls that have begun, and before all that begin later. */
  alone<T>(act: () => Promise<T>): Promise<T> {
    const result = Promise.allSettled([this.#gate, ...this.#promises]).then(act);
    this.#gate = result.catch(() => undefined);
    return result;
  }

  /** The same for good: what had been sent before the end may only be read after it, and is refused. */
  end<T>(act: () => Promise<T>): Promise<T> {
    this.#isOver = true;
    return this.alone(act);
  }
}

type AnyMethod = (...given: unknown[]) => unknown;
