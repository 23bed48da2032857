import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Filter,
  isFilter,
  LONGEST_EXAMPLE,
} from "../../../../../core/workspace/filters/filter-model.ts";
import {
  filterFile,
  readFilterFile,
} from "../../../../../renderer/features/filters/model/filter-file.ts";
import {
  freeName,
  makeExample,
  makeFilter,
  withChange,
} from "../../../../../renderer/model/filters/make-filter.ts";

const RETINA = { name: "en_associative", checksum: "abc" };

const anyFilter: fc.Arbitrary<Filter> = fc
  .record({
    name: fc.string({ unit: "grapheme", minLength: 1 }),
    threshold: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    examples: fc.array(
      fc.record({
        text: fc.string({ unit: "grapheme" }),
        side: fc.constantFrom("positive" as const, "negative" as const),
        isMuted: fc.boolean(),
      }),
      { maxLength: 8 },
    ),
    use: fc.option(fc.string({ unit: "grapheme", minLength: 1 }), { nil: undefined }),
    outlook: fc.option(
      fc.record({
        source: fc.oneof(
          fc.constantFrom({ kind: "file" } as const, { kind: "shipped" } as const),
          fc.record({ kind: fc.constant("collection" as const), name: fc.string() }),
        ),
      }),
      { nil: undefined },
    ),
  })
  .map(({ examples, use, outlook, ...rest }) => ({
    ...makeFilter(rest.name),
    ...rest,
    ...(use === undefined ? {} : { use }),
    ...(outlook === undefined ? {} : { outlook }),
    examples: examples.map(({ text, side, isMuted }) => ({ ...makeExample(text, side), isMuted })),
  }));

/** What must survive a file. */
const essence = ({ name, threshold, goal, examples, use, outlook }: Filter) => ({
  name,
  threshold,
  goal,
  examples,
  use,
  outlook,
});

describe("filters in a file", () => {
  it("come back with every example, threshold and source, whatever the names", () => {
    fc.assert(
      fc.property(fc.array(anyFilter, { minLength: 1, maxLength: 4 }), (filters) => {
        const items = filters.map((filter) => ({ filter, positions: [1, 2], threshold: 0.3 }));
        const back = readFilterFile(JSON.stringify(filterFile(items, RETINA)));
        expect(back.map(essence)).toEqual(filters.map(essence));
        for (const filter of back) {
          expect(isFilter(filter)).toBe(true);
          expect(filter.importedFrom).toEqual(RETINA);
          expect(JSON.stringify(filter)).not.toContain("positions");
        }
      }),
    );
  });

  it("hold examples exactly as the service takes them", () => {
    const filter = makeFilter("Food", [
      makeExample("Bake", "positive"),
      makeExample("Vote", "negative"),
    ]);
    const file = filterFile([{ filter, positions: [5], threshold: 0.25 }], RETINA);
    expect(file).toMatchObject({
      filters: [
        {
          filter_name: "Food",
          positiveExamples: [{ text: "Bake" }],
          negativeExamples: [{ text: "Vote" }],
          positions: [5],
          threshold: 0.25,
        },
      ],
    });
  });

  it("are read in the service's own form too", () => {
    const [filter] = readFilterFile('{"positiveExamples":[{"text":"a"},"b"]}');
    expect(filter?.examples.map(({ text, side }) => [text, side])).toEqual([
      ["a", "positive"],
      ["b", "positive"],
    ]);
  });

  it("are refused with a sentence when they are none", () => {
    expect(() => readFilterFile("{")).toThrow(/not valid JSON/);
    expect(() => readFilterFile("[1, null]")).toThrow(/No filter was found/);
    expect(() => readFilterFile('{"version":9,"filters":[]}')).toThrow(/newer version/);
  });

  it("never break on hostile values", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({
          positiveExamples: ["x"],
          negativeExamples: value,
          options: value,
          edits: value,
          history: value,
          exampleIds: value,
          exampleOrder: value,
          intendedUse: value,
        });
        expect(readFilterFile(text).every(isFilter)).toBe(true);
      }),
    );
  });
});

describe("a filter", () => {
  it("gets a name that is free", () => {
    expect(freeName("Food", [])).toBe("Food");
    expect(freeName("Food", ["Food", "Food (2)"])).toBe("Food (3)");
    expect(freeName("  ", [])).toBe("Untitled");
  });

  it("grows its version with each change, and not without one", () => {
    const filter = makeFilter("Food");
    const changed = withChange(filter, (before) => ({ ...before, name: "Meals" }));
    expect(changed).toMatchObject({ name: "Meals", version: 2, changed: expect.any(String) });
    expect(withChange(filter, (before) => before)).toBe(filter);
  });

  it("cuts an endless example and says so", () => {
    const long = makeExample("x".repeat(LONGEST_EXAMPLE + 5), "positive");
    expect(long.text.length).toBe(LONGEST_EXAMPLE);
    expect(long.isCut).toBe(true);
    expect(makeExample("x", "positive").isCut).toBe(false);
  });
});
