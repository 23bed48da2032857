import { describe, expect, it } from "vitest";
import { namesFor } from "../../../core/atlas/name-regions.ts";
import { buildRetina } from "../../support/retina-builder.ts";

const AREA = Array.from({ length: 64 }, (_, cell) => cell);
/** A term that many documents use, on the first `cells` cells. */
const noun = (term: string, cells: number) => ({
  term,
  occurrences: 50_000,
  posTypes: ["NOUN" as const],
  positions: AREA.slice(0, cells),
});
const namesAmong = (...rows: ReturnType<typeof noun>[]) =>
  namesFor(buildRetina(rows), Uint16Array.from(AREA), new Set());

describe("the names of an area", () => {
  it("start with the noun that uses most of it", () => {
    expect(namesAmong(noun("river", 64), noun("boat", 40))).toEqual(["river", "boat"]);
  });

  it("are neither numbers, nor scraps, nor contractions, whatever they cover", () => {
    const rest = [noun("1984", 64), noun("der", 64), noun("didn't", 64), noun("wouldn’t", 64)];
    rest.push(noun("madame de", 64), noun("de saint", 64));
    expect(namesAmong(noun("talk", 8), ...rest)).toEqual(["talk"]);
  });
});
