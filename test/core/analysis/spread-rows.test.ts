import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_SPREAD, sensesAt, spreadOver } from "../../../core/analysis/result-rows.ts";
import { keepShared } from "../../../core/kernel/overlap.ts";
import { tinyRetina } from "../../support/tiny-retina.ts";

/** The sense of each place, the last standing for none, and which of the places pass. */
const rows = fc
  .array(fc.record({ group: fc.nat(4), passes: fc.boolean() }), { maxLength: 80 })
  .map((all) => ({
    groups: all.map(({ group }) => group),
    places: Uint32Array.from(all.flatMap(({ passes }, place) => (passes ? [place] : []))),
  }));

const SENSES = 4;

const spreadAll = (places: Uint32Array, groups: readonly number[], spread: number) =>
  spreadOver(places, {
    senseAt: (place) => groups[place]!,
    senses: SENSES,
    spread,
    count: places.length,
  });

describe("a list spread over its senses", () => {
  it("holds the same rows, each sense in its own order, and is as it was with no spread", () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: MOST_SPREAD }), ({ groups, places }, spread) => {
        const spreadOut = spreadAll(places, groups, spread);
        expect(spreadOut.toSorted()).toEqual(places);
        for (const group of groups) {
          const own = spreadOut.filter((place) => groups[place] === group);
          expect(own).toEqual(own.toSorted());
        }
        if (spread === 0) expect(spreadOut).toEqual(places);
      }),
    );
  });

  it("takes one of each sense in turn when it is spread most, and then what is in none", () => {
    fc.assert(
      fc.property(rows, ({ groups, places }) => {
        const of = (sense: number) => Array.from(places).filter((place) => groups[place] === sense);
        const queues = [0, 1, 2, 3].map(of);
        const turns: number[] = [];
        while (queues.some((queue) => queue.length > 0))
          for (const queue of queues) if (queue.length > 0) turns.push(queue.shift()!);
        turns.push(...of(SENSES));
        expect([...spreadAll(places, groups, MOST_SPREAD)]).toEqual(turns);
      }),
      // A sense that goes on alone after the others have ended.
      {
        examples: [[{ groups: [4, 2, 0, 1, 2, 2], places: Uint32Array.from([0, 1, 2, 3, 4, 5]) }]],
      },
    );
  });

  it("is the same however many rows are asked for", () => {
    fc.assert(
      fc.property(rows, fc.nat(4), fc.nat(90), ({ groups, places }, spread, count) => {
        const senseAt = (place: number) => groups[place]!;
        const some = spreadOver(places, { senseAt, senses: SENSES, spread, count });
        expect(some).toEqual(spreadAll(places, groups, spread).subarray(0, count));
      }),
    );
  });

  it("brings the first of a lesser sense up with every step", () => {
    const groups = Array.from({ length: 100 }, (_, place) => (place < 60 ? 0 : 1));
    const places = Uint32Array.from(groups.keys());
    const firstOfLesser = [0, 1, 2, 3, 4].map((spread) =>
      spreadAll(places, groups, spread).indexOf(60),
    );
    expect(firstOfLesser[0]).toBe(60);
    expect(firstOfLesser[4]).toBe(1);
    for (let step = 1; step <= 4; step++)
      expect(firstOfLesser[step]).toBeLessThan(firstOfLesser[step - 1]!);
  });

  it("asks of each term the sense that it shares most with", () => {
    const retina = tinyRetina();
    const query = retina.positions(retina.idOf("apple"));
    const contexts = retina.contexts(query);
    const ranked = retina.ranked(query, { offset: 0, limit: retina.termCount });
    const senseAt = sensesAt(retina, ranked, contexts);
    ranked.terms.forEach((term, place) => {
      const shared = contexts.map(
        ({ positions }) => keepShared(retina.positions(term), positions).length,
      );
      const most = Math.max(...shared);
      expect(senseAt(place)).toBe(most === 0 ? contexts.length : shared.indexOf(most));
    });
  });
});
