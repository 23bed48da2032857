import { setImmediate } from "node:timers/promises";
import type { CountedHeat, Selection } from "../../../collection/port/store.ts";
import type { TaskQueue } from "../../../collection/port/task-queue.ts";
import { cancelled } from "../../../errors.ts";
import { CELLS } from "../../../kernel/grid.ts";
import { currentCall } from "../../threads/current-call.ts";
import type { CellIndex } from "./cell-index.ts";

/** The rows of a selection, as far as it is counted. */
interface CountedRows {
  /** Ascending. */
  readonly numbers: Uint32Array;
  readonly isAll: boolean;
}

interface CountedState {
  readonly index: CellIndex;
  /** Of all rows. */
  readonly heat: Uint32Array;
  /** `version` counts what changed the cells. */
  readonly meta: { readonly version: number };
}

/** The collection that is counted. */
interface HeatPlace {
  readonly queue: TaskQueue;
  /** As it is by now. */
  state(): CountedState;
  choose(selection: Selection): Promise<CountedRows>;
}

/** So many rows are counted at once: some 50 ms for rows that lie far apart in a million. */
const QUICK = 2000;
/** What is more urgent waits for one of them. */
const ROWS_OF_A_TURN = 4000;

/**
 * Heat under a hand that moves. What can be counted quickly goes before all else that is asked of the collection, and a
 * long count takes a turn at a time, so that others need not wait for it and it ends when nobody wants it any more.
 */
export class CollectionHeat {
  readonly #place: HeatPlace;

  constructor(place: HeatPlace) {
    this.#place = place;
  }

  async of(selection: Selection): Promise<Uint32Array> {
    const begun = await this.#soon(async () => {
      const chosen = await this.#place.choose(selection);
      const { heat, index, meta } = this.#place.state();
      if (chosen.isAll) return { counts: heat.slice() };
      if (chosen.numbers.length <= QUICK) return { counts: await index.heat(chosen.numbers) };
      return { chosen, version: meta.version };
    });
    if ("counts" in begun) return begun.counts;
    const found = await this.#inTurns(begun.chosen, begun.version);
    return (
      found ??
      this.#turn(async () => {
        const { numbers } = await this.#place.choose(selection);
        return this.#place.state().index.heat(numbers);
      })
    );
  }

  /** A random part of the rows where all of them take long. */
  estimate(selection: Selection): Promise<CountedHeat> {
    return this.#soon(async () => {
      const { numbers, isAll } = await this.#place.choose(selection);
      const { heat, index } = this.#place.state();
      const of = numbers.length;
      if (isAll) return { counts: heat.slice(), rows: of, of };
      const part = of <= QUICK ? numbers : randomPart(numbers);
      return { counts: await index.heat(part), rows: part.length, of };
    });
  }

  /** Nothing where rows were changed meanwhile. */
  async #inTurns({ numbers }: CountedRows, version: number): Promise<Uint32Array | undefined> {
    const { index, heat: whole } = this.#place.state();
    // Of most rows the others are counted, and taken away from all.
    const isMost = 2 * numbers.length > index.rows.alive;
    const all = whole.slice();
    const wanted = isMost ? without(index.rows.all(), numbers) : numbers;
    const heat = new Uint32Array(CELLS);
    for (let from = 0; from < wanted.length; from += ROWS_OF_A_TURN) {
      const part = await this.#turn(async () => {
        const now = this.#place.state();
        if (now.meta.version !== version) return undefined;
        return now.index.heat(wanted.subarray(from, from + ROWS_OF_A_TURN));
      });
      if (part === undefined) return undefined;
      for (let cell = 0; cell < CELLS; cell++) heat[cell] = heat[cell]! + part[cell]!;
      // What is asked meanwhile is heard of.
      await setImmediate();
    }
    return isMost ? all.map((count, cell) => count - heat[cell]!) : heat;
  }

  /** Before all that waits. */
  #soon<T>(act: () => Promise<T>): Promise<T> {
    return this.#place.queue.run(unlessCancelled(act), "urgent");
  }

  #turn<T>(act: () => Promise<T>): Promise<T> {
    return this.#place.queue.run(unlessCancelled(act));
  }
}

/** A call that is cancelled while it waits for its turn is refused, so that the next one need not wait for it. */
function unlessCancelled<T>(act: () => Promise<T>): () => Promise<T> {
  const call = currentCall();
  return async () => {
    if (call.aborted) throw cancelled();
    return act();
  };
}

/** Both ascending. */
function without(all: Uint32Array, some: Uint32Array): Uint32Array {
  let next = 0;
  return all.filter((no) => {
    if (some[next] !== no) return true;
    next++;
    return false;
  });
}

/** Half of the rows, and half of those, for as long as more than `QUICK` are left; by their numbers alone. */
function randomPart(numbers: Uint32Array): Uint32Array {
  let part = numbers;
  for (let bit = 0; part.length > QUICK; bit++)
    part = part.filter((no) => (mixed(no) & (1 << bit)) === 0);
  return part;
}

/** As by chance. */
function mixed(no: number): number {
  let hash = Math.imul(no ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  return hash ^ (hash >>> 15);
}
