import { describe, expect, it } from "vitest";
import type { Prepared, Report } from "../../../../../core/workspace/filters/prepare-examples.ts";
import { effectsOf } from "../../../../../renderer/features/filters/model/edit-effects.ts";
import { makeExample } from "../../../../../renderer/model/filters/make-filter.ts";

const positive = ["loan", "bank"].map((text) => makeExample(text, "positive"));
const negative = [makeExample("river bank", "negative")];
const retina = { name: "en", checksum: "1" };

const example = (side: "positive" | "negative", index: number, leftOutScore: number | null) => ({
  side,
  index,
  leftOutScore,
  score: 0.5,
});

const report = {
  examples: [
    example("positive", 0, 0.6),
    example("positive", 1, null),
    example("negative", 0, 0.1),
  ],
  standIns: [],
  edits: [
    {
      cells: 5,
      examples: [
        { side: "positive", index: 0, without: 0.7 },
        { side: "positive", index: 1, without: 0.2 },
        { side: "negative", index: 0, without: 0.4 },
      ],
    },
    { cells: 0, examples: [] },
  ],
} as unknown as Report;

const edit = (id: string) => ({ id, kind: "take" as const, cells: [1], name: "", retina });
const prepared: Prepared = {
  positive,
  negative,
  skipped: new Map(),
  edits: [edit("a"), edit("b")],
};

describe("what a change of the cells does to the examples", () => {
  it("turns those that are decided otherwise without it, by their honest scores", () => {
    const effects = effectsOf(report, prepared, 0.3);
    expect(effects.get("a")).toEqual({
      cells: 5,
      touched: 3,
      turned: [
        { example: positive[1], isIn: true },
        { example: negative[0], isIn: false },
      ],
    });
    expect(effects.get("b")).toEqual({ cells: 0, touched: 0, turned: [] });
  });

  it("turns none at a threshold that lies on one side of every score", () => {
    expect(effectsOf(report, prepared, 0.05).get("a")?.turned).toEqual([]);
  });
});
