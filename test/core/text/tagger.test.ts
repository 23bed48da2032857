import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { compoundTag, parsePennTag, pennTag } from "../../../core/text/penn-tags.ts";
import { guardRuns, openTagger, type Tagger } from "../../../core/text/tagger.ts";
import { anyCharacter } from "../../support/any-character.ts";

let tagger: Tagger;
beforeAll(async () => {
  tagger = await openTagger();
});
const tagged = (text: string) =>
  tagger.sentences(text).map(({ words }) => words.map((w) => `${w.text}/${w.tag}`).join(" "));

describe("guardRuns", () => {
  it("leaves ordinary text alone", () => {
    expect(guardRuns("plain text")).toEqual({ text: "plain text", cuts: [] });
  });

  it("breaks up long runs so that the text can be had back", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", " ", "🙂", "x".repeat(90), "y".repeat(300))),
        (parts) => {
          const text = parts.join("");
          const guarded = guardRuns(text);
          expect(guarded.text).not.toMatch(/\S{103}/);
          expect(
            [...guarded.text].filter((_, i) => !guarded.cuts.includes(i)).length,
          ).toBeLessThanOrEqual([...text].length + 1);
          let back = "";
          for (let i = 0; i < guarded.text.length; i++)
            if (!guarded.cuts.includes(i)) back += guarded.text[i];
          expect(back).toBe(text);
        },
      ),
    );
  });
});

describe("the tagger", () => {
  it("joins up to six parts, and begins a word with the seventh", () => {
    const words = (text: string) =>
      tagger.sentences(text).flatMap((sentence) => sentence.words.map((word) => word.text));
    expect(words("a-b-c-d-e-f")).toEqual(["a-b-c-d-e-f"]);
    expect(words("a-b-c-d-e-f-g")).toEqual(["a-b-c-d-e-f", "g"]);
  });

  it("tags words with the tags of the service", () => {
    expect(tagged("She can play 3 songs, quickly.")).toEqual([
      "she/P can/MD play/VB 3/CD songs/NNS quickly/RB",
    ]);
  });

  it("reads a paragraph of any length", () => {
    const last = tagger.sentences(`${" ".repeat(12_000_000)}words`).at(-1);
    expect(last).toMatchObject({ start: 12_000_000, end: 12_000_005 });
  });

  it("does not end a sentence after an initial", () => {
    expect(tagger.sentences("George L. Fox was born here. He was an actor.")).toHaveLength(2);
  });

  it("ends a sentence at a free-standing point even before a small letter", () => {
    expect(tagger.sentences("He died . this evidence in mind , the writer began .")).toHaveLength(
      2,
    );
  });

  it("joins hyphenated compounds", () => {
    expect(tagged("a class-based language")).toEqual(["a/CW class-based/JJ language/NN"]);
  });

  it("places every word of any text where it is", () => {
    const part = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom("Hello world.", "\n\n", "a".repeat(250), "it's", "state-of-the-art"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join(" ");
        let last = 0;
        for (const sentence of tagger.sentences(text))
          for (const word of sentence.words) {
            expect(word.start).toBeGreaterThanOrEqual(last);
            expect(word.start).toBeLessThan(word.end);
            expect(word.end).toBeLessThanOrEqual(text.length);
            last = word.end;
          }
      }),
    );
  });
});

describe("Penn tags", () => {
  it("tell plurals, modals and brackets", () => {
    expect(pennTag({ universal: "NOUN", word: "dogs", lemma: "dog" })).toBe("NNS");
    expect(pennTag({ universal: "AUX", word: "must", lemma: "must" })).toBe("MD");
    expect(pennTag({ universal: "AUX", word: "is", lemma: "be" })).toBe("VB");
    expect(pennTag({ universal: "PUNCT", word: "(", lemma: "(" })).toBe("LRB");
    expect(pennTag({ universal: "PUNCT", word: ",", lemma: "," })).toBe("PUNCT");
    expect(pennTag({ universal: "SYM", word: "[", lemma: "[" })).toBe("SYM");
  });

  it("call a compound a noun only when it is built of nouns", () => {
    expect(compoundTag(["NN", "P", "NN"])).toBe("NN");
    expect(compoundTag(["JJ", "NN"])).toBe("JJ");
    expect(compoundTag(["NN", "VB"])).toBe("JJ");
  });

  it("are read as clients write them", () => {
    expect(parsePennTag(" nnp ")).toBe("NNP");
    expect(parsePennTag("-LRB-")).toBe("LRB");
    expect(parsePennTag("VBZ")).toBe("VB");
    expect(parsePennTag("XYZ")).toBeUndefined();
  });
});
