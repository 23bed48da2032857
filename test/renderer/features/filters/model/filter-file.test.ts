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
import { versionsOf } from "../../../../../renderer/model/filters/filter-versions.ts";
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
    folder: fc.string(),
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
        share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        labels: fc.option(fc.integer({ min: 1, max: 500 })),
        source: fc.oneof(
          fc.constantFrom({ kind: "file" } as const, { kind: "shipped" } as const),
          fc.record({ kind: fc.constant("collection" as const), name: fc.string() }),
        ),
      }),
      { nil: undefined },
    ),
    cells: fc.uniqueArray(fc.nat(16_383), { maxLength: 9 }),
    kind: fc.constantFrom("add" as const, "take" as const),
  })
  .map(({ examples, use, outlook, cells, kind, ...rest }) => ({
    ...makeFilter(rest.name),
    ...rest,
    ...(use === undefined ? {} : { use }),
    ...(outlook === undefined ? {} : { outlook }),
    ...(cells.length === 0
      ? {}
      : {
          edits: [
            { id: "e", kind, cells: cells.sort((a, b) => a - b), name: "bank", retina: RETINA },
          ],
        }),
    examples: examples.map(({ text, side, isMuted }) => ({ ...makeExample(text, side), isMuted })),
  }));

/** What must survive a file. */
const essence = ({ name, folder, threshold, goal, examples, use, outlook, edits }: Filter) => ({
  name,
  folder,
  threshold,
  goal,
  examples,
  use,
  outlook,
  edits,
});

describe("filters in a file", () => {
  it("come back with every example, threshold and folder, whatever the names", () => {
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

  it("keep their versions, which can be gone back to as before", () => {
    const [bake, vote, boil] = ["Bake", "Vote", "Boil"].map((text) =>
      makeExample(text, "positive"),
    );
    const first = makeFilter("Food", [vote!, bake!]);
    const edit = { id: "e", kind: "take" as const, cells: [3], name: "bank", retina: RETINA };
    const steps: [string, (before: Filter) => Filter][] = [
      [
        "Move to the other side",
        (f) => ({ ...f, examples: [{ ...vote!, side: "negative" }, bake!] }),
      ],
      ["Take 1 cell out", (f) => ({ ...f, edits: [edit] })],
      ["Delete 1 example", (f) => ({ ...f, examples: f.examples.slice(1), threshold: 0.4 })],
      ["Add a text that belongs", (f) => ({ ...f, examples: [boil!, ...f.examples] })],
    ];
    const filter = steps.reduce(
      (before, [what, change]) => withChange(before, what, change),
      first,
    );
    const written = JSON.stringify(
      filterFile([{ filter, positions: null, threshold: null }], RETINA),
    );
    const [back] = readFilterFile(written);
    const [imported, present, ...earlier] = versionsOf(back!);
    expect(imported?.what).toBe("Import");
    const plain = (version: object) => ({ ...version, since: 0 });
    expect([present!, ...earlier].map(plain)).toEqual(versionsOf(filter).map(plain));
    const changed = withChange(back!, "Rename", (f) => ({ ...f, name: "Meals" }));
    expect(versionsOf(changed)).toHaveLength(7);
  });

  it("tell what was done, without a way back, where a file does not name its examples", () => {
    const filter = withChange(
      makeFilter("Food", [makeExample("Bake", "positive")]),
      "Mute",
      (f) => ({
        ...f,
        threshold: 0.5,
      }),
    );
    const file = JSON.parse(
      JSON.stringify(filterFile([{ filter, positions: null, threshold: null }], RETINA)),
    );
    for (const broken of [undefined, [["x", "x"], [], []], [[], [], []], 3]) {
      file.filters[0].exampleIds = broken;
      const [back] = readFilterFile(JSON.stringify(file));
      expect(back?.history.map(({ what }) => what)).toEqual(["Create", "Mute", "Import"]);
      expect(versionsOf(back!).map(({ what }) => what)).toEqual(["Import", "Mute"]);
    }
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

  it("grows its version and history with each change, and not without one", () => {
    const filter = makeFilter("Food");
    const changed = withChange(filter, "Rename", (before) => ({ ...before, name: "Meals" }));
    expect(changed).toMatchObject({ name: "Meals", version: 2 });
    expect(changed.history.map(({ what }) => what)).toEqual(["Create", "Rename"]);
    expect(withChange(filter, "Nothing", (before) => before)).toBe(filter);
  });

  it("cuts an endless example and says so", () => {
    const long = makeExample("x".repeat(LONGEST_EXAMPLE + 5), "positive");
    expect(long.text.length).toBe(LONGEST_EXAMPLE);
    expect(long.isCut).toBe(true);
    expect(makeExample("x", "positive").isCut).toBe(false);
  });
});
