import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Backdrop,
  backdropOf,
  MOST_BACKDROP,
  outlookSchema,
  readShare,
  shareText,
} from "../../../../core/workspace/filters/outlook.ts";
import { prepareFilter } from "../../../../core/workspace/filters/prepare-examples.ts";
import { preparedKeyOf } from "../../../../core/workspace/filters/scored.ts";
import { fits } from "../../../../core/workspace/fit.ts";
import { makeExample, makeFilter } from "../../../../renderer/model/filters/make-filter.ts";

const texts = (count: number, size = 1) =>
  Array.from({ length: count }, (_, n) => ({ text: `text ${n} `.repeat(size) }));

describe("a typed share", () => {
  it("is read as so many of 100, however it is written", () => {
    expect(readShare("20")).toBe(0.2);
    expect(readShare(" 2,5 % ".trim())).toBe(0.025);
    for (const wrong of ["", "many", "-1", "101"]) expect(readShare(wrong)).toBeNull();
  });

  it("is written as it was typed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), (tenths) => {
        const typed = String(tenths / 10);
        expect(shareText(readShare(typed)!)).toBe(typed);
      }),
    );
  });
});

describe("texts that stand for others", () => {
  it("are spread over all of them, and none is empty", () => {
    const backdrop = backdropOf("f", [...texts(5000), { text: "  " }])!;
    expect(backdrop.texts).toHaveLength(MOST_BACKDROP);
    expect(backdrop.of).toBe(5000);
    const places = backdrop.texts.map((text) => Number(text.split(" ")[1]));
    expect(Math.min(...places)).toBe(0);
    expect(Math.max(...places)).toBe(4990);
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
    const key = (of: Parameters<typeof prepareFilter>[0], own: Backdrop | null) =>
      preparedKeyOf(prepareFilter(of, null, own));
    const source = { kind: "file" } as const;
    const told = { ...filter, outlook: { share: 0.2, labels: null, source } };
    const counted = { ...filter, outlook: { share: 0.2, labels: 40, source } };
    const keys = [
      key(filter, null),
      key(filter, backdrop("a")),
      key(told, null),
      key(told, backdrop("a")),
      key(counted, backdrop("a")),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(key(told, backdrop("a"))).toBe(keys[3]);
    expect(prepareFilter(told, null, backdrop("a"))).toBe(
      prepareFilter({ ...told }, null, backdrop("a")),
    );
  });
});

describe("what is kept of the texts a filter is for", () => {
  it("is refused when it is damaged", () => {
    const good = { share: 0.2, labels: null, source: { kind: "file" } };
    expect(fits(outlookSchema, good)).toBe(true);
    expect(
      fits(outlookSchema, { ...good, labels: 40, source: { kind: "collection", name: "x" } }),
    ).toBe(true);
    for (const bad of [
      { ...good, share: 1.5 },
      { ...good, labels: 0 },
      { ...good, source: { kind: "collection" } },
      { ...good, source: null },
      null,
    ])
      expect(fits(outlookSchema, bad)).toBe(false);
  });
});
