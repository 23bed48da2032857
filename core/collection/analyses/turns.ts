import type { Cancellation } from "../../cancellation.ts";
import { throwIfCancelled } from "../../errors.ts";

/** Milliseconds of work between two pauses: what else the thread is asked waits for about so long. */
const TURN = 10;

/** Long work that takes turns with whatever else its thread is asked, and ends when nobody waits for it. */
export class Turns {
  readonly #signal: Cancellation;
  #began = Date.now();

  constructor(signal: Cancellation) {
    this.#signal = signal;
  }

  /** Called between two pieces of work: pauses where the turn is over. @throws cancelled */
  async giveWay(): Promise<void> {
    throwIfCancelled(this.#signal);
    if (Date.now() - this.#began < TURN) return;
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    throwIfCancelled(this.#signal);
    this.#began = Date.now();
  }
}
