import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLexicon } from "../../../core/text/lexicon.ts";
import { readTerms } from "../../../core/text/read-terms.ts";
import { anyCharacter } from "../../support/any-character.ts";
import { textRetina } from "./text-retina.ts";

const lexicon = createLexicon(textRetina());
const read = (text: string) => readTerms(text, lexicon).map((o) => o.text);

describe("readTerms", () => {
  it("takes the longest phrase at each place", () => {
    expect(read("The interest rate in New York")).toEqual([
      "the",
      "interest rate",
      "in",
      "new york",
    ]);
  });

  it("finds a hyphenated phrase, and none across a comma or a sentence", () => {
    expect(read("new-york")).toEqual(["new york"]);
    expect(read("new, york")).toEqual(["new", "york"]);
    expect(read("It is new. York is a city.")).not.toContain("new york");
  });

  it("does not correct names inside a sentence", () => {
    expect(readTerms("the Goverment", lexicon)[1]?.kind).toBe("unknown");
    expect(readTerms("the goverment", lexicon)[1]?.kind).toBe("spelling");
  });

  it("gives offsets that cut the very words out of any text, in order", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.constantFrom("apple", "New York", "\ud800"),
        (noise, word) => {
          const text = `${noise} ${word} ${noise}`;
          let last = 0;
          for (const { start, end } of readTerms(text, lexicon)) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          }
          expect(last).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});
