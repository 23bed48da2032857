// @vitest-environment jsdom
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asSource,
  blankOut,
  cutsInside,
  firstPart,
  looksLikeHtml,
  nearMiddle,
  partsAt,
  plainOfHtml,
  plainOfMarkdown,
  wishAgainst,
} from "../../../../../renderer/features/text/model/text-ranges.ts";

const NO_WISHES = { leftOut: [], withoutNumbers: false, withoutFaint: false };

describe("leaving words out", () => {
  it("puts a comma and spaces where a word stood", () => {
    expect(blankOut("the old bank", [{ start: 4, end: 7 }])).toBe("the ,   bank");
  });

  it("keeps the length and every other character at its place", () => {
    const ranges = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 9 })));
    fc.assert(
      fc.property(fc.string({ minLength: 70, maxLength: 90 }), ranges, (text, pairs) => {
        const sorted = pairs
          .map(([start, length]) => ({ start, end: start + length }))
          .sort((a, b) => a.start - b.start)
          .filter((range, i, all) => i === 0 || range.start >= all[i - 1]!.end)
          .filter((range, i, all) => all.findIndex((other) => other.end > range.start) === i);
        const blanked = blankOut(text, sorted);
        expect(blanked.length).toBe(text.length);
        for (let at = 0; at < text.length; at++) {
          const range = sorted.find(({ start, end }) => at >= start && at < end);
          const expected = range ? (at === range.start ? "," : " ") : text[at];
          expect(blanked[at]).toBe(expected);
        }
      }),
    );
  });

  it("hands a text on without the commas that blanking leaves", () => {
    const text = "the old big bank, river";
    const blanked = blankOut(text, [
      { start: 4, end: 7 },
      { start: 8, end: 11 },
    ]);
    expect(asSource(blanked)).toBe("the,   bank, river");
    expect(asSource("one, two")).toBe("one, two");
  });

  it("tells which wish speaks against a word", () => {
    const word = { word: "Route66", start: 0, end: 7, use: "used", weight: 0.001 };
    expect(wishAgainst(word, NO_WISHES)).toBe("");
    expect(wishAgainst(word, { ...NO_WISHES, leftOut: ["route66"] })).toBe("left out by you");
    expect(wishAgainst(word, { ...NO_WISHES, withoutNumbers: true })).toContain("numbers");
    expect(wishAgainst(word, { ...NO_WISHES, withoutFaint: true })).toBe("too faint");
    expect(wishAgainst({ ...word, weight: 0.2 }, { ...NO_WISHES, withoutFaint: true })).toBe("");
  });
});

describe("parts of a text", () => {
  it("trims each part and drops blank ones", () => {
    expect(partsAt("one \n\n two", [3, 6])).toEqual([
      { start: 0, end: 3 },
      { start: 7, end: 10 },
    ]);
  });

  it("covers every visible character once", () => {
    const cuts = fc.array(fc.nat(50)).map((list) => [...new Set(list)].sort((a, b) => a - b));
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), cuts, (text, places) => {
        const parts = partsAt(text, places);
        for (let at = 0; at < text.length; at++) {
          const holders = parts.filter(({ start, end }) => at >= start && at < end).length;
          expect(holders).toBeLessThanOrEqual(1);
          if (text[at]!.trim() !== "") expect(holders).toBe(1);
        }
      }),
    );
  });

  it("offers the beginnings of sentences, else of words, else none, nearest to the middle first", () => {
    const text = "First one. Second one is longer. Third.";
    const whole = { start: 0, end: text.length };
    expect(cutsInside(text, whole)).toEqual([11, 33]);
    expect(nearMiddle([11, 33], whole, 1)).toEqual([11]);
    expect(nearMiddle([11, 33], whole, 9)).toEqual([11, 33]);
    expect(cutsInside("alpha beta", { start: 0, end: 10 })).toEqual([6]);
    expect(cutsInside("alpha", { start: 0, end: 5 })).toEqual([]);
  });

  it("takes the first part of a text up to a whole sentence or word", () => {
    expect(firstPart("One two. Three four.", 15)).toBe("One two.");
    expect(firstPart("one two three", 9)).toBe("one two");
    expect(firstPart("onetwothree", 6)).toBe("onetwo");
    expect(firstPart("short", 9)).toBe("short");
  });
});

describe("text out of pages", () => {
  it("keeps what a reader sees", () => {
    const page = "<p>Rain &amp; wind</p><script>alert(1)</script><ul><li>one</li><li>two</li></ul>";
    expect(looksLikeHtml(page)).toBe(true);
    expect(plainOfHtml(page).split(/\s+/)).toEqual(["Rain", "&", "wind", "one", "two"]);
  });

  it("takes comparisons and generics for text", () => {
    expect(looksLikeHtml("a < b and c > d")).toBe(false);
    expect(looksLikeHtml("a list of strings: Array<string>")).toBe(false);
  });

  it("drops the marks of Markdown", () => {
    const source =
      "# Title\n\nSome **bold** and _soft_ [link](http://x.y) with snake_case_name.\n- item";
    expect(plainOfMarkdown(source)).toBe(
      "Title\n\nSome bold and soft link with snake_case_name.\nitem",
    );
  });
});
