import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutNoise } from "../../../core/text/noise.ts";
import { tokens } from "../../../core/text/tokens.ts";
import { anyCharacter } from "../../support/any-character.ts";

const wordsIn = (text: string) => tokens(withoutNoise(text)).map((token) => token.text);

describe("noise in a text", () => {
  it.each([
    ["Rain fell.<br /><br />Nobody <b>minded</b>.", "rain fell nobody minded"],
    [
      '<p class="x" id=y>The <em>boat</em></p><!-- hidden --><script>var i = 1</script>',
      "the boat",
    ],
    [
      "the plot isn&#39;t bad &amp; the score&nbsp;&mdash; good",
      "the plot isn't bad the score good",
    ],
    ["caf&eacute; na&iuml;ve Stra&szlig;e &amp;quot;", "café naïve straße"],
    ["see https://news.example.net/a?utm_source=x&id=3, or www.example.net.", "see or"],
    ["read example.org/bread and Example.com", "read and example"],
    ["write to a.b+c@mail.example.org or ask @town_hall", "write to or ask"],
    ["RT @someone: good bread", "good bread"],
    ["an exam-\n  ple of a cut word", "an example of a cut word"],
    ["#ClimateChange and #G20Summit", "climate change and g20 summit"],
  ])("%j reads as %j", (text, expected) => {
    expect(wordsIn(text).join(" ")).toBe(expected);
  });

  it("is not what only looks like it", () => {
    for (const text of [
      "I paid 5 < 10 euros, a > b and b < c",
      "if a <b and c> d then",
      "AT&T and R&B; &unknown; &#0;",
      "Mr. Smith@ home, 3 <4",
      "the end.Start again",
      "a well-known twenty-\nFive",
    ])
      expect(withoutNoise(text)).toBe(text);
  });

  it("leaves nothing of a text that is nothing but markup", () => {
    expect(withoutNoise("<br/><br/>&nbsp;").trim()).toBe("");
  });

  it("keeps every other character in its place", () => {
    const pieces = [
      "<b>",
      "</p>",
      "&amp;",
      "&eacute;",
      "&#39;",
      "@me",
      "http://a.b/c",
      "-\n",
      "<!--",
      "x",
    ];
    const unit = fc.oneof(anyCharacter, fc.constantFrom(...pieces));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        expect(withoutNoise(text)).toHaveLength(text.length);
      }),
    );
  });
});
