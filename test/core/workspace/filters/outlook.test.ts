import { describe, expect, it } from "vitest";
import {
  type Backdrop,
  backdropOf,
  MOST_BACKDROP,
  outlookSchema,
} from "../../../../core/workspace/filters/outlook.ts";
import { prepareFilter } from "../../../../core/workspace/filters/prepare-examples.ts";
import { preparedKeyOf } from "../../../../core/workspace/filters/scored.ts";
import { fits } from "../../../../core/workspace/fit.ts";
import { makeExample, makeFilter } from "../../../../renderer/model/filters/make-filter.ts";

const texts = (count: number, size = 1) =>
  Array.from({ length: count }, (_, n) => ({ text: `text ${n} `.repeat(size) }));

describe("texts that stand for others", () => {
  it("are spread over all of them, and none is empty", () => {
    const backdrop = backdropOf("f", [...texts(5000), { text: "  " }])!;
    expect(backdrop.texts).toHaveLength(MOST_BACKDROP);
    expect(backdrop.of).toBe(5000);
    const places = backdrop.texts.map((text) => Number(text.split(" ")[1]));
    expect(Math.min(...places)).toBe(0);
    expect(Math.max(...places)).toBe(4995);
    expect(new Set(places).size).toBe(MOST_BACKDROP);
  });

  it("are fewer where they are long, but never too few, and still of the whole list", () => {
    const backdrop = backdropOf("f", texts(400, 5000))!;
    expect(backdrop.texts.length).toBeGreaterThanOrEqual(20);
    expect(backdrop.texts.length).toBeLessThan(60);
    const places = backdrop.texts.map((text) => Number(text.split(" ")[1]));
    expect(Math.max(...places)).toBeGreaterThan(200);
  });

  it("are none where there are fewer than 20", () => {
    expect(backdropOf("f", texts(19))).toBeNull();
    expect(backdropOf("f", texts(20))).not.toBeNull();
  });

  it("make another question of the same examples, and the same one of the same texts", () => {
    const filter = makeFilter("f", [makeExample("a", "positive")]);
    const backdrop = (name: string): Backdrop => backdropOf(name, texts(30))!;
    const prepared = (own: Backdrop | null, share?: number) => prepareFilter(filter, own, share);
    const keys = [
      prepared(null),
      prepared(backdrop("a")),
      prepared(null, 0.2),
      prepared(backdrop("a"), 0.2),
    ].map(preparedKeyOf);
    expect(new Set(keys).size).toBe(keys.length);
    expect(prepared(backdrop("a"), 0.2)).toBe(prepared(backdrop("a"), 0.2));
  });
});

describe("what is kept of the texts a filter is for", () => {
  it("is refused when it is damaged", () => {
    expect(fits(outlookSchema, { source: { kind: "file" } })).toBe(true);
    expect(fits(outlookSchema, { source: { kind: "collection", name: "x" } })).toBe(true);
    // Earlier versions also stored a share.
    expect(fits(outlookSchema, { share: 0.2, labels: 40, source: { kind: "shipped" } })).toBe(true);
    for (const bad of [{ source: { kind: "collection" } }, { source: null }, null])
      expect(fits(outlookSchema, bad)).toBe(false);
  });
});
