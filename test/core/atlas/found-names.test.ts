import { describe, expect, it } from "vitest";
import { foundNames, type ProposedName } from "../../../core/atlas/found-names.ts";
import { knownTerms } from "../../../core/atlas/region-words.ts";
import { squaredDistance } from "../../../core/atlas/torus.ts";
import { syntheticRetina } from "../../support/retina-builder.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { TOPICS, tinyRetina } from "../../support/tiny-retina.ts";

const tiny = tinyRetina();
const place = (topic: keyof typeof TOPICS, ...words: string[]): ProposedName => {
  const { row, column } = TOPICS[topic];
  const cells = Array.from({ length: 16_384 }, (_, cell) => cell);
  const near = cells.filter((cell) => squaredDistance(cell, 128 * row + column) <= 36);
  return { cells: Uint16Array.from(near), words };
};

describe("names that their terms lead to", () => {
  it("are kept, and those of another subject are not", () => {
    const regions = [
      place("fruit", "banana"),
      place("animal", "lion", "wild"),
      place("city", "guitar"),
      place("music", "song"),
      place("car"),
    ];
    expect(foundNames(knownTerms(tiny), regions)).toEqual([true, true, false, true, false]);
  });

  it("may hold once a name that took their terms is gone", () => {
    // "water" is closest to the terms of the river, and is no name for a city.
    const [city, river] = [place("city", "water", "river", "lake"), place("water", "stream")];
    const [keepsCity, keepsRiver] = foundNames(knownTerms(tiny), [city, river]);
    expect(keepsCity).toBe(false);
    expect(foundNames(knownTerms(tiny), [river])).toEqual([true]);
    expect(keepsRiver).toBe(false);
  });

  it("are those that a comparison of every term with every name finds, in the first round at least", () => {
    const retina = syntheticRetina(1500);
    const random = seededRandom(6);
    const regions = Array.from({ length: 12 }, (_, i): ProposedName => {
      const first = i * 1300;
      return {
        cells: Uint16Array.from({ length: 60 }, (_, k) => first + k),
        words: [retina.term(retina.anchor(first + 30)), retina.term(random.below(1500))],
      };
    });
    const print = ({ words }: ProposedName) => {
      const map = new Float64Array(16_384);
      for (const word of words) {
        const positions = retina.positions(retina.idOf(word));
        for (const cell of positions) map[cell]! += 1 / positions.length;
      }
      const length = Math.hypot(...map);
      return map.map((value) => value / length);
    };
    const prints = regions.map(print);
    const found = regions.map(({ cells }, own) => {
      const terms = new Set(
        Array.from({ length: 48 }, (_, i) => retina.anchor(cells[Math.floor((i * 60) / 48)]!)),
      );
      const leading = [...terms].filter((term) => {
        const sums = prints.map((map) =>
          retina.positions(term).reduce((sum, cell) => sum + map[cell]!, 0),
        );
        return sums[own]! > 0 && Math.max(...sums) === sums[own];
      });
      return leading.length / terms.size;
    });
    const kept = foundNames(knownTerms(retina), regions);
    expect(kept.filter(Boolean).length).toBeGreaterThan(1);
    expect(kept.filter((isKept) => !isKept).length).toBeGreaterThan(0);
    // What goes in the first round goes for good; what stays may go in the second.
    found.forEach((share, region) => {
      if (share < 0.3 - 1e-9) expect(kept[region]).toBe(false);
    });
  });
});
