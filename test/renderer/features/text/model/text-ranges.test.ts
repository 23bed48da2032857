// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import {
  firstPart,
  looksLikeHtml,
  plainOfHtml,
  plainOfMarkdown,
} from "../../../../../renderer/features/text/model/text-ranges.ts";

describe("parts of a text", () => {
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
