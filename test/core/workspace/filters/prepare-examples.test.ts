import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Example, Side } from "../../../../core/workspace/filters/filter-model.ts";
import {
  prepareExamples,
  type Report,
  reportsById,
} from "../../../../core/workspace/filters/prepare-examples.ts";
import { marksOf } from "../../../../renderer/model/filters/example-marks.ts";
import { makeExample } from "../../../../renderer/model/filters/make-filter.ts";

const example = (text: string, side: Side, isMuted = false): Example => ({
  ...makeExample(text, side),
  isMuted,
});
const texts = (examples: readonly Example[]) => examples.map(({ text }) => text);

const anyExamples = fc.array(
  fc
    .tuple(
      fc.constantFrom("one", "One ", "two", "three  x", "three x", "", "  "),
      fc.constantFrom<Side>("positive", "negative"),
      fc.boolean(),
    )
    .map(([text, side, isMuted]) => example(text, side, isMuted)),
  { maxLength: 12 },
);

describe("what is sent of the examples", () => {
  it("counts a repeated text once and leaves out blank and muted ones", () => {
    const examples = [
      example("Bake the bread", "positive"),
      example("bake  the BREAD", "positive"),
      example(" ", "positive"),
      example("Roast it", "positive", true),
      example("Vote today", "negative"),
    ];
    const { positive, negative, skipped } = prepareExamples(examples);
    expect(texts(positive)).toEqual(["Bake the bread"]);
    expect(texts(negative)).toEqual(["Vote today"]);
    expect([...skipped.values()]).toEqual(["duplicate", "empty", "muted"]);
  });

  it("sends a text that stands on both sides for neither, until one is muted", () => {
    const both = [example("same", "positive"), example("Same", "negative")];
    expect(prepareExamples(both)).toMatchObject({ positive: [], negative: [] });
    const settled = [both[0]!, { ...both[1]!, isMuted: true }];
    expect(texts(prepareExamples(settled).positive)).toEqual(["same"]);
  });

  it("sends or explains every example, and never two of the same text", () => {
    fc.assert(
      fc.property(anyExamples, (examples) => {
        const { positive, negative, skipped } = prepareExamples(examples);
        const sent = [...positive, ...negative];
        expect(sent.length + skipped.size).toBe(examples.length);
        const keys = sent.map(({ text }) => text.toLowerCase().replace(/\s+/g, " ").trim());
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys).not.toContain("");
        for (const { isMuted } of sent) expect(isMuted).toBe(false);
      }),
    );
  });
});

const report = (side: Side, index: number, warnings: string[] = []) =>
  ({
    side,
    index,
    score: 0.5,
    leftOutScore: 0.4,
    cells: 9,
    warnings,
  }) as unknown as Report["examples"][number];

describe("what is known of an example", () => {
  it("finds the engine's entry although skipped examples shift the places", () => {
    const examples = [
      example("", "positive"),
      example("first", "positive"),
      example("against", "negative"),
    ];
    const prepared = prepareExamples(examples);
    const answer = {
      examples: [report("positive", 0), report("negative", 0)],
    } as unknown as Report;
    const found = reportsById(prepared, answer);
    expect([...found.keys()]).toEqual([examples[1]!.id, examples[2]!.id]);
  });

  it("lists its marks, the gravest first", () => {
    const long = { ...example("x", "positive"), isCut: true };
    expect(marksOf(long, undefined, report("positive", 0, ["short", "conflict"]))).toEqual([
      "near-conflict",
      "short",
      "cut",
    ]);
    expect(marksOf(long, "muted", undefined)).toEqual(["cut"]);
  });
});
