import { beforeAll, describe, expect, it } from "vitest";
import { blindSpots } from "../../../core/analysis/blind-spots.ts";
import type { Model } from "../../../core/analysis/engine.ts";
import { NEVER_CANCELLED } from "../../../core/cancellation.ts";
import { createTextEngine } from "../../../core/text/engine.ts";
import { openTagger, type Tagger } from "../../../core/text/tagger.ts";
import { buildRetina } from "../../support/retina-builder.ts";
import { seededRandom } from "../../support/seeded-random.ts";

/** A square of cells. */
const block = (row: number, column: number, side: number): number[] =>
  Array.from(
    { length: side * side },
    (_, i) => 128 * (row + Math.floor(i / side)) + column + (i % side),
  );

const MONEY = block(20, 20, 12);
const LAW = block(80, 80, 8);

/** "bank" and "money" live at one place; the terms near to them there, and at another place too. */
function makeRetina() {
  const random = seededRandom(5);
  const some = (cells: readonly number[], count: number) =>
    random.distinct(count, cells.length).map((place) => cells[place]!);
  const rows: [string, number[]][] = [
    ["bank", some(MONEY, 90)],
    ["money", some(MONEY, 90)],
    ["river", LAW],
    ...["loan", "credit", "lender", "mortgage", "lawsuit"].map((term): [string, number[]] => [
      term,
      [...some(MONEY, 60), ...LAW],
    ]),
    ...Array.from({ length: 30 }, (_, i): [string, number[]] => [
      `noise${i}`,
      random.distinct(80, 16_384),
    ]),
  ];
  return buildRetina(
    rows.map(([term, positions], i) => ({
      term,
      positions: [...new Set(positions)].sort((a, b) => a - b),
      occurrences: 500 - i,
      posTypes: ["NOUN" as const],
    })),
    { name: "two places" },
  );
}

let tagger: Tagger;
beforeAll(async () => {
  tagger = await openTagger();
});

function spotsFor(
  positive: readonly string[],
  { negative = [], edits = [] }: Partial<Omit<Parameters<typeof blindSpots>[1], "positive">> = {},
) {
  const retina = makeRetina();
  const model: Model = { retina, text: createTextEngine(retina, { tagger }) };
  return blindSpots(model, { positive: [...positive], negative, edits }, NEVER_CANCELLED);
}

describe("blind spots of a filter", () => {
  it("are where the terms near to what belongs live too, but the filter has no cell", () => {
    const [spot, ...others] = spotsFor(["bank", "money"]);
    expect(others).toEqual([]);
    expect(spot?.positions).toEqual(LAW);
    expect(spot?.texts).toBe(2);
    expect(spot?.terms).toHaveLength(3);
    expect(spot?.label).toBe(spot?.terms[0]);
  });

  it("are none where the texts that do not belong speak louder", () => {
    expect(spotsFor(["bank", "money"], { negative: ["river"] })).toEqual([]);
  });

  it("are none that a text that does not belong names or lies in, so that advice never contradicts it", () => {
    const [spot] = spotsFor(["bank", "money"]);
    for (const term of spot?.terms ?? []) {
      const found = spotsFor(["bank", "money"], { negative: [`Bank money, but never ${term}!`] });
      expect(found.flatMap(({ terms }) => terms)).not.toContain(term);
    }
  });

  it("are none where a person has decided on the cells", () => {
    for (const kind of ["take", "add"] as const)
      expect(spotsFor(["bank", "money"], { edits: [{ kind, positions: LAW }] })).toEqual([]);
  });

  it("are none when the filter covers what is near", () => {
    expect(spotsFor(["bank money loan credit lawsuit"])).toEqual([]);
  });

  it("ask for a text that belongs and that the retina knows", () => {
    expect(() => spotsFor([" "])).toThrow("at least one text that belongs");
    expect(() => spotsFor(["zzqx"])).toThrow("None of the words");
  });
});
