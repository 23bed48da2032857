import { setImmediate } from "node:timers/promises";
import type { Lane } from "../../collection/lane.ts";
import type { CountedHeat, Selection } from "../../collection/store.ts";
import { cancelled } from "../../errors.ts";
import { CELLS } from "../../kernel/grid.ts";
import type { ChosenRows } from "./choose-rows.ts";
import type { CollectionState } from "./collection-state.ts";
import { currentCall } from "./current-call.ts";
import { KeptCells } from "./kept-cells.ts";
import { TurnSize } from "./turn-size.ts";

/** The collection that is counted. */
export interface HeatPlace {
  readonly lane: Lane;
  /** As it is by now. */
  state(): CollectionState;
  choose(selection: Selection): Promise<ChosenRows>;
  /** Whether what is in memory suffices for that. */
  isAtHand(selection: Selection): boolean;
}

/**
 * Heat under a hand that moves. What can be counted quickly goes before all else that is asked of the collection, and a
 * long count takes a turn at a time, so that others need not wait for it and it ends when nobody wants it any more.
 */
export class CollectionHeat {
  readonly #place: HeatPlace;
  #kept = new KeptCells();
  #isReading = false;
  #isClosed = false;

  constructor(place: HeatPlace) {
    this.#place = place;
  }

  async of(selection: Selection): Promise<Uint32Array> {
    const begun = await this.#soon(selection, async () => {
      const chosen = await this.#choose(selection);
      if (chosen.isAll) return { counts: this.#place.state().heat.slice() };
      if (this.#kept.isQuick(chosen.numbers)) return { counts: await this.#count(chosen.numbers) };
      return { chosen, version: this.#place.state().meta.version };
    });
    if ("counts" in begun) return begun.counts;
    const found = await this.#inTurns(begun.chosen, begun.version);
    return (
      found ??
      this.#turn(async () => {
        const { numbers } = await this.#choose(selection);
        return this.#count(numbers);
      })
    );
  }

  /** A random part of the rows where all of them take long. */
  estimate(selection: Selection): Promise<CountedHeat> {
    return this.#soon(selection, async () => {
      const { numbers, isAll } = await this.#choose(selection);
      const rows = numbers.length;
      if (isAll) return { counts: this.#place.state().heat.slice(), rows, of: rows };
      return this.#kept.isQuick(numbers)
        ? { counts: await this.#count(numbers), rows, of: rows }
        : this.#kept.estimate(numbers, this.#index);
    });
  }

  /** After rows have got other numbers. */
  forgetNumbers(): void {
    this.#kept = new KeptCells();
  }

  get bytes(): number {
    return this.#kept.bytes;
  }

  /** What is being read ahead is not read any further. */
  close(): void {
    this.#isClosed = true;
  }

  /** Nothing where rows were changed meanwhile. */
  async #inTurns({ numbers }: ChosenRows, version: number): Promise<Uint32Array | undefined> {
    const { index, heat: whole } = this.#place.state();
    // Of most rows the others are counted, and taken away from all.
    const isMost = 2 * numbers.length > index.rows.alive;
    const all = whole.slice();
    const wanted = isMost ? without(index.rows.all(), numbers) : numbers;
    const heat = new Uint32Array(CELLS);
    const turn = new TurnSize();
    for (let from = 0, to = 0; from < wanted.length; from = to) {
      to = from + turn.rows;
      const part = await this.#turn(async () => {
        if (this.#place.state().meta.version !== version) return undefined;
        const start = performance.now();
        const counted = await this.#count(wanted.subarray(from, to));
        turn.took(performance.now() - start);
        return counted;
      });
      if (part === undefined) return undefined;
      for (let cell = 0; cell < CELLS; cell++) heat[cell] = heat[cell]! + part[cell]!;
      // What is asked meanwhile is heard of.
      await setImmediate();
    }
    return isMost ? all.map((count, cell) => count - heat[cell]!) : heat;
  }

  #count(numbers: Uint32Array): Promise<Uint32Array> {
    return this.#kept.heat(numbers, this.#index);
  }

  get #index() {
    return this.#place.state().index;
  }

  #choose(selection: Selection): Promise<ChosenRows> {
    void this.#readAhead();
    return this.#place.choose(selection);
  }

  /** Before all that waits; beside what reads the tables, where they are not needed. */
  #soon<T>(selection: Selection, act: () => Promise<T>): Promise<T> {
    const { lane } = this.#place;
    const task = unlessCancelled(act);
    return this.#place.isAtHand(selection) ? lane.beside(task) : lane.run(task, "urgent");
  }

  #turn<T>(act: () => Promise<T>): Promise<T> {
    return this.#place.lane.run(unlessCancelled(act));
  }

  async #readAhead(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const readMore = async () => !this.#isClosed && (await this.#kept.readMore(this.#index));
    try {
      while (await this.#place.lane.run(readMore)) await setImmediate();
    } catch {
      // A row that cannot be read is told of by the question that needs it.
    } finally {
      this.#isReading = false;
    }
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
