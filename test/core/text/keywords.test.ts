import { beforeAll, describe, expect, it } from "vitest";
import { createTextEngine } from "../../../core/text/engine.ts";
import { openTagger } from "../../../core/text/tagger.ts";
import type { TextEngine } from "../../../core/text/types.ts";
import { textRetina } from "./text-retina.ts";

let engine: TextEngine;
beforeAll(async () => {
  engine = createTextEngine(textRetina(), { tagger: await openTagger() });
});

/** Words that are no keywords, so that what follows them is late. */
const FILLER = "It is not that of the and to it in a. ".repeat(30);
/** The keywords of a text that such words make long. */
const longText = (text: string) => engine.keywords(`${text} ${FILLER}${FILLER}`, 20);
const rankOf = (keyword: string, text: string) => engine.keywords(text, 20).indexOf(keyword);

describe("keywords", () => {
  it("are read in the words of tags", () => {
    expect(engine.keywords("#BananaGuitar and #GuitarMusic, again", 20)).toEqual(
      expect.arrayContaining(["banana guitar", "guitar music"]),
    );
    expect(engine.keywords("Look: #bananas", 20)).toContain("bananas");
  });

  it("come earlier the earlier they are in the text", () => {
    const guitarFirst = `The guitar. ${FILLER} The banana.`;
    const bananaFirst = `The banana. ${FILLER} The guitar.`;
    expect(rankOf("guitar", guitarFirst)).toBe(0);
    expect(rankOf("banana", guitarFirst)).toBe(1);
    expect(rankOf("banana", bananaFirst)).toBe(0);
    expect(rankOf("guitar", bananaFirst)).toBe(1);
  });

  it("come earlier when they are repeated, although late", () => {
    const repeated = `The guitar. The banana. The banana. The banana. The banana.`;
    expect(rankOf("banana", repeated)).toBe(0);
  });

  it("are no more than asked for", () => {
    expect(engine.keywords("The guitar and the banana and the lion.", 2)).toHaveLength(2);
  });

  it("are as many per subject as its share of the text, also where the first could give all", () => {
    const fruit =
      "Eat the sweet banana. The apple and the pear are fruit. The fruit is on the tree. Eat fruit.";
    const music =
      "The guitar plays a song. Music is the song. Play music and a song. The guitar is music.";
    const [eating, playing] = [`${fruit} ${fruit}`, `${music} ${music}`];
    for (const text of [`${eating} ${playing}`, `${playing} ${eating}`]) {
      const found = engine.keywords(text, 4);
      expect(found.filter((keyword) => music.toLowerCase().includes(keyword))).toHaveLength(2);
    }
  });

  it("repeat no word, and part a name from the noun before it", () => {
    const text =
      "Anil Ambani Anil Ambani said that crane maker Huisman has a guitar. The guitar guitar is sweet.";
    const found = engine.keywords(text, 20);
    expect(found).toEqual(expect.arrayContaining(["anil ambani", "crane maker", "huisman"]));
    for (const keyword of found) {
      const words = keyword.split(" ");
      expect(new Set(words).size).toBe(words.length);
    }
  });

  it("leave out what a better one says already", () => {
    const found = engine.keywords("The sweet banana song. The guitar. The song.", 20);
    expect(found).toContain("sweet banana song");
    expect(found).not.toContain("song");
    expect(found).toContain("guitar");
  });

  it("are words of several phrases too, and none of one phrase alone", () => {
    const apart = "The banana song. The banana tree.";
    expect(longText(apart)).toContain("banana");
    expect(longText(apart)).not.toContain("song");
  });

  it("are in a long text what comes again, in a short one phrases", () => {
    const text = "The guitar song. The guitar music. The guitar fruit.";
    expect(engine.keywords(text, 1)[0]).toContain(" ");
    expect(longText(text)[0]).toBe("guitar");
  });

  it("have at most three words, the last ones of a longer phrase, and no number among them", () => {
    const text =
      "The old wooden acoustic guitar players came. The 528,000-plus banana players sang. It has 3,000 bananas..";
    const found = engine.keywords(text, 20);
    expect(found).toContain("acoustic guitar players");
    expect(found).toContain("banana players");
    for (const keyword of found) {
      expect(keyword.split(" ").length).toBeLessThanOrEqual(3);
      expect(keyword).not.toMatch(/\d{2}/);
    }
  });
});
