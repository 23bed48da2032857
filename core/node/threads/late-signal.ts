import type { Cancellation } from "../../cancellation.ts";

/** A cancellation whose `AbortSignal` is made for whoever listens: most calls end before anybody would, and one takes 3 µs. */
export class LateSignal implements Cancellation {
  aborted = false;
  #controller: AbortController | undefined;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.aborted = true;
    this.#controller?.abort();
  }
}

/** What a thread listens to; any other cancellation cannot end a call on another thread. */
export function signalOf(cancellation: Cancellation): { readonly signal?: AbortSignal } {
  if (cancellation instanceof AbortSignal) return { signal: cancellation };
  return cancellation instanceof LateSignal ? { signal: cancellation.signal } : {};
}
