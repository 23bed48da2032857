import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_LAYERS } from "../../../renderer/model/map/layers.ts";
import { seatsFor, senseLayers, senseLooks } from "../../../renderer/model/sense-colours.ts";
import { arbitraryPositions } from "../../support/arbitrary-positions.ts";

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index);
const sense = (label: string, positions: readonly number[]) => ({ label, positions });

describe("the layers of senses", () => {
  const fingerprints = arbitraryPositions(120).map((positions) => [...positions]);
  const senses = fc.array(
    arbitraryPositions(60).map((positions) => sense("some", [...positions])),
    { maxLength: 9 },
  );

  it("hold every cell of the fingerprint exactly once, whatever the senses are", () => {
    fc.assert(
      fc.property(fingerprints, senses, (positions, given) => {
        const layers = senseLayers(positions, given);
        const drawn = layers.flatMap((layer) => [...layer.positions]);
        expect(drawn.toSorted((a, b) => a - b)).toEqual(positions);
        expect(layers.length).toBeLessThan(MOST_LAYERS);
      }),
    );
  });

  it("leave grey what no sense has, and what several have", () => {
    const layers = senseLayers(range(0, 10), [
      sense("cars", [0, 1, 2, 3]),
      sense("cats", [3, 4, 5]),
    ]);
    const drawn = layers.map(({ label, positions }) => [label, [...positions]]);
    expect(drawn).toEqual([
      ["cars", [0, 1, 2]],
      ["cats", [4, 5]],
      ["shared or unclear", [3, 6, 7, 8, 9]],
    ]);
  });
});

describe("the seats of senses", () => {
  const before = [
    { seat: 0, positions: range(0, 100) },
    { seat: 1, positions: range(200, 280) },
    { seat: 2, positions: range(400, 450) },
  ];

  it("stay with a sense that goes on, though its rank changes", () => {
    const after = [sense("b", range(190, 290)), sense("c", range(400, 460))];
    expect(seatsFor(before, after)).toEqual([1, 2]);
  });

  it("give a new sense the first that none has had since the subject changed", () => {
    const after = [sense("new", range(900, 990)), sense("a", range(0, 80))];
    expect(seatsFor(before, after)).toEqual([3, 0]);
    expect(seatsFor([], after)).toEqual([0, 1]);
    // Of another subject: the letters begin again.
    expect(seatsFor(before, [sense("new", range(900, 990))])).toEqual([0]);
  });

  it("do not come back with another meaning when a sense goes, and come back with it", () => {
    const [season, sport, rain] = [range(2000, 2090), range(2100, 2190), range(2200, 2290)];
    const letters = (...all: (readonly number[])[]) => {
      const looks = senseLooks(all.map((positions) => sense("some", positions)));
      return all.map((_, index) => looks(index).letter).join("");
    };
    expect(letters(season, sport)).toBe("AB");
    expect(letters(season)).toBe("A");
    expect(letters(season, rain)).toBe("AC");
    expect(letters(season, sport, rain)).toBe("ABC");
    expect(letters(range(3000, 3090), range(3100, 3190))).toBe("AB");
  });

  it("are taken again where every letter was used", () => {
    const all = Array.from({ length: 8 }, (_, seat) => ({
      seat,
      positions: range(100 * seat, 100 * seat + 90),
    }));
    expect(seatsFor(all, [sense("a", range(0, 90)), sense("new", range(5000, 5090))])).toEqual([
      0, 1,
    ]);
  });

  it("are all different", () => {
    const some = fc.array(
      arbitraryPositions(30).map((positions) => sense("some", [...positions])),
      { maxLength: 9 },
    );
    fc.assert(
      fc.property(some, some, (first, second) => {
        const seated = seatsFor([], first).map((seat, index) => ({
          seat,
          positions: first[index]!.positions,
        }));
        const seats = seatsFor(seated, second);
        expect(new Set(seats).size).toBe(second.length);
      }),
    );
  });

  it("are the same for an answer that comes back by undo", () => {
    const answer = [sense("cats", range(0, 50)), sense("cars", range(90, 120))];
    const reduced = [sense("cars", range(90, 120))];
    expect(senseLooks(answer)(1).letter).toBe("B");
    expect(senseLooks(reduced)(0).letter).toBe("B");
    expect(senseLooks(answer)(0).letter).toBe("A");
  });
});
