import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createTextEngine } from "../../../core/text/engine.ts";
import { openTagger } from "../../../core/text/tagger.ts";
import type { TextEngine } from "../../../core/text/types.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { textRetina } from "./text-retina.ts";

const retina = textRetina();
let engine: TextEngine;
beforeAll(async () => {
  engine = createTextEngine(retina, { tagger: await openTagger() });
});

const VOCABULARY =
  "apple banana computer money river bank guitar song the of and not zzzq jaguar wheel".split(" ");
const words = fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 30 });
const code = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return "none";
};

describe("the fingerprint of a text", () => {
  it("of one word or phrase is that term's own", () => {
    for (const text of ["apple", " Apple!", "apple apple", "New York", "apples"]) {
      const term = text.trim().toLowerCase().startsWith("new") ? "new york" : "apple";
      expect([...engine.fingerprint(text)]).toEqual([...retina.positions(retina.idOf(term))]);
    }
  });

  it("has sorted, unique positions, at most 983", () => {
    fc.assert(
      fc.property(words, (list) => {
        fc.pre(list.some((word) => word !== "zzzq"));
        const positions = engine.fingerprint(list.join(" "));
        expect(positions.length).toBeGreaterThan(0);
        expect(positions.length).toBeLessThanOrEqual(983);
        for (let i = 1; i < positions.length; i++)
          expect(positions[i]).toBeGreaterThan(positions[i - 1]!);
      }),
      { numRuns: 50 },
    );
  });

  it("does not depend on the order of the words", () => {
    fc.assert(
      fc.property(words, fc.nat(), (list, seed) => {
        fc.pre(list.some((word) => word !== "zzzq"));
        const other = seededRandom(seed).shuffled(list);
        expect([...engine.fingerprint(other.join(". "))]).toEqual([
          ...engine.fingerprint(list.join(". ")),
        ]);
      }),
      { numRuns: 50 },
    );
  });

  it("made only of function words still has more than 100 positions", () => {
    expect(engine.fingerprint("not that of the and").length).toBeGreaterThan(100);
  });

  it("brings texts on one subject closer than texts on two", () => {
    const shared = (a: string, b: string) => {
      const other = new Set(engine.fingerprint(b));
      return engine.fingerprint(a).filter((p) => other.has(p)).length;
    };
    const fruit = "Eat a sweet banana and a pear";
    expect(shared(fruit, "the tree and its fruit")).toBeGreaterThan(
      3 * shared(fruit, "the guitar song"),
    );
  });

  it("names what is wrong with a text it cannot use", () => {
    expect(code(() => engine.fingerprint(" \n\t"))).toBe("empty-text");
    expect(code(() => engine.fingerprint("zzzq 東京 🙂"))).toBe("no-known-words");
    expect(code(() => engine.fingerprint("!!! ---"))).toBe("no-known-words");
    expect(code(() => engine.fingerprint("\ud800\udc00\ud800"))).toBe("no-known-words");
    expect(code(() => engine.keywords(""))).toBe("empty-text");
  });
});

describe("a number or unknown word", () => {
  const shared = (a: string, b: string) => {
    const other = new Set(engine.fingerprint(b));
    return engine.fingerprint(a).filter((cell) => other.has(cell)).length;
  };

  it("counts beside known words, so that texts meet on it", () => {
    expect(shared("guitar bananarama", "river bananarama")).toBeGreaterThan(
      shared("guitar bananarama", "river bananaphone") + 30,
    );
    expect(shared("guitar in 1987", "river in 1987")).toBeGreaterThan(
      shared("guitar in 1987", "river in 1986") + 30,
    );
  });

  it("is explained: where it lies, and what it caused", () => {
    const report = engine.words("the guitar of bananarama, zzqx");
    const [bananarama, zzqx] = [report.at(-2), report.at(-1)];
    expect(bananarama).toMatchObject({ use: "used", term: null, reason: "" });
    expect(bananarama?.near[0]).toBe("banana");
    expect(bananarama?.weight).toBeGreaterThan(0.1);
    expect(zzqx).toMatchObject({ use: "unknown", near: [], weight: 0 });
    expect(report.find(({ word }) => word === "guitar")?.near).toEqual([]);
  });

  it("makes no fingerprint by itself", () => {
    for (const text of ["bananarama", "bananarama 1986", "5%"]) {
      expect(code(() => engine.fingerprint(text))).toBe("no-known-words");
      expect(engine.words(text).map(({ use }) => use)).not.toContain("used");
    }
  });

  it("counts for less in a long text", () => {
    const filler = Array.from({ length: 60 }, (_, id) => retina.term(id));
    const weightIn = (text: string) =>
      engine.words(`${text} bananarama`).find(({ word }) => word === "bananarama")?.weight ?? 0;
    expect(weightIn(filler.join(", "))).toBeLessThan(weightIn(filler.slice(0, 20).join(", ")) / 3);
    expect(weightIn(filler.join(", "))).toBeGreaterThan(0);
  });
});

describe("the words of a text", () => {
  it("are used, unknown or ignored, at their places in the text", () => {
    const text = "The apple, zzzq New York";
    const report = engine.words(text);
    expect(report.map((w) => [text.slice(w.start, w.end), w.use])).toEqual([
      ["The", "used"],
      ["apple", "used"],
      ["zzzq", "unknown"],
      ["New York", "used"],
    ]);
    expect(report[2]?.reason).not.toBe("");
    expect(report[3]?.term).toBe("new york");
  });

  it("share the fingerprint out completely", () => {
    fc.assert(
      fc.property(words, (list) => {
        const report = engine.words(list.join(" "));
        const sum = report.reduce((total, word) => total + word.weight, 0);
        expect(sum).toBeCloseTo(report.some((w) => w.use === "used") ? 1 : 0, 9);
      }),
      { numRuns: 30 },
    );
  });

  it("get credit only for cells they reach", () => {
    const apple = retina.positions(retina.idOf("guitar"));
    const [own, away] = engine.credits("guitar", [apple.slice(0, 10), Uint16Array.of()]);
    expect(own?.map((w) => w.weight)).toEqual([1]);
    expect(away?.map((w) => w.weight)).toEqual([0]);
    const [none] = engine.credits("lake guitar", [Uint16Array.of(64 * 128 + 64)]);
    expect(none?.map((w) => w.weight)).toEqual([0, 0]);
  });

  it("of an empty text are none", () => {
    expect(engine.words("")).toEqual([]);
  });
});

describe("a filter", () => {
  it("keeps a cell that both sides support equally", () => {
    const text = "a sweet apple and a pear";
    const alone = engine.createFilter("fruit", [text], []).positions;
    expect([...engine.createFilter("fruit", [text], [text]).positions]).toEqual([...alone]);
  });
});

describe("the examples of a filter", () => {
  const texts = ["a sweet apple and a pear", "banana tree", "zzqx zzqy"];

  it("get credit that adds up, by what they put into the filter, whatever their order", () => {
    const { positions } = engine.createFilter("fruit", texts, []);
    const credits = engine.exampleCredits(texts, positions);
    expect(credits.reduce((sum, cells) => sum + cells, 0)).toBeCloseTo(positions.length, 6);
    expect(credits[2]).toBe(0);
    const turned = engine.exampleCredits(texts.toReversed(), positions);
    expect(turned[2]).toBeCloseTo(credits[0]!, 9);
  });

  it("have stand-ins of their length that are the same every time, none of them empty", async () => {
    const other = createTextEngine(retina, { tagger: await openTagger() });
    const made = engine.syntheticNegatives(texts);
    expect(made).toHaveLength(100);
    expect(made.every(({ length }) => length > 0 && length <= 983)).toBe(true);
    expect(other.syntheticNegatives(texts).map(String)).toEqual(made.map(String));
    const long = engine.syntheticNegatives([
      "apple pear banana fruit car engine music song jaguar lion",
    ]);
    const size = (list: readonly Uint16Array[]) =>
      list.reduce((sum, { length }) => sum + length, 0);
    expect(size(long)).toBeGreaterThan(size(made));
  });
});

describe("a category filter", () => {
  it("covers its positive examples and at most 6% of the map", () => {
    const filter = engine.createFilter(
      "fruit",
      ["a sweet apple", "banana and pear", "eat fruit"],
      [],
    );
    expect(filter.name).toBe("fruit");
    expect(filter.positions.length).toBeLessThanOrEqual(983);
    expect(filter.positions.length).toBeGreaterThan(300);
  });

  const inside = (positions: Uint16Array, topic: string) => {
    const cells = new Set(retina.positions(retina.idOf(topic)));
    return positions.filter((p) => cells.has(p)).length;
  };

  it("loses what the negatives share more with", () => {
    const plain = engine.createFilter("x", ["apple jaguar", "python apple"], []).positions;
    const sharp = engine.createFilter(
      "x",
      ["apple jaguar", "python apple"],
      ["computer software", "program"],
    ).positions;
    expect(inside(plain, "computer")).toBeGreaterThan(10);
    expect(inside(sharp, "computer")).toBeLessThan(inside(plain, "computer") / 4);
    expect(inside(sharp, "animal")).toBeGreaterThan(50);
  });

  it("of three texts loses what one negative has too, and keeps what they have in common", () => {
    const texts = ["apple jaguar", "python apple", "apple computer"];
    const plain = engine.createFilter("x", texts, []).positions;
    const sharp = engine.createFilter("x", texts, ["computer software"]).positions;
    expect(inside(plain, "computer")).toBeGreaterThan(50);
    expect(inside(sharp, "computer")).toBeLessThan(0.6 * inside(plain, "computer"));
    expect(inside(sharp, "apple")).toBeGreaterThan(2 * inside(sharp, "computer"));
    const against = engine.createFilter("x", texts, ["apple song"]).positions;
    expect(inside(against, "apple")).toBeGreaterThan(130);
  });

  it("is never empty when a positive has known words, even against itself", () => {
    const filter = engine.createFilter("x", ["apple"], ["apple", "apple and banana"]);
    expect(filter.positions.length).toBeGreaterThan(0);
  });

  it("counts a repeated example once", () => {
    const once = engine.createFilter("x", ["apple pie", "river bank of the stream"], []);
    const thrice = engine.createFilter(
      "x",
      ["apple pie", "apple pie", " apple pie", "river bank of the stream"],
      [],
    );
    expect([...thrice.positions]).toEqual([...once.positions]);
  });

  it("says what is missing", () => {
    expect(code(() => engine.createFilter("x", [], ["apple"]))).toBe("bad-input");
    expect(code(() => engine.createFilter("x", [" "], []))).toBe("empty-text");
    expect(code(() => engine.createFilter("x", ["zzzq"], []))).toBe("no-known-words");
  });
});

describe("keywords", () => {
  const text =
    "The software company sells an operating system. The operating system runs on every computer, and the company grows.";

  it("are noun phrases of the text, lower case, without duplicates, most important first", () => {
    const found = engine.keywords(text);
    expect(found.slice(0, 2).sort()).toEqual(["operating system", "software company"]);
    expect(new Set(found).size).toBe(found.length);
    for (const keyword of found) expect(text.toLowerCase()).toContain(keyword);
  });

  it("are as many as asked for at most", () => {
    expect(engine.keywords(text, 2)).toHaveLength(2);
  });

  it("fall back to the known words of a text without nouns", () => {
    expect(engine.keywords("not to eat").length).toBeGreaterThan(0);
  });
});

describe("slices", () => {
  const fruit =
    "Eat the sweet banana. The apple and the pear are fruit. The fruit is on the tree. Eat fruit.";
  const music =
    "The guitar plays a song. Music is the song. Play music and a song. The guitar is music.";

  it("cut where the subject changes", () => {
    const text = `\n  ${fruit}\n ${music}  `;
    const slices = engine.slices(text);
    expect(slices.map((slice) => slice.text)).toEqual([fruit, music]);
    for (const slice of slices) expect(text.slice(slice.start, slice.end)).toBe(slice.text);
  });

  it("leave a sentence that says little with its paragraph", () => {
    const [last, first] = ["It is on it.", "It is the one."];
    const cutOf = (gap: string) =>
      engine.slices(`${fruit} ${last}${gap}${first} ${music}`)[1]?.text;
    expect(cutOf("\n\n")).toBe(`${first} ${music}`);
    expect(cutOf(" ")).toBe(`${last} ${first} ${music}`);
  });

  it("collapse white space and keep a single subject whole", () => {
    expect(engine.slices("Eat\n\tthe   fruit.").map((slice) => slice.text)).toEqual([
      "Eat the fruit.",
    ]);
    expect(engine.slices("")).toEqual([]);
  });

  it("cover every word of any text in order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...VOCABULARY, ".", "\n\n", "🙂", "\ud800", "東京"), {
          maxLength: 60,
        }),
        (list) => {
          const text = list.join(" ");
          const squeezed = (s: string) => s.replace(/\s/g, "");
          const slices = engine.slices(text);
          if (slices.length > 0)
            expect(squeezed(slices.map((s) => s.text).join(""))).toBe(squeezed(text));
          else expect(text).not.toMatch(/[a-z]/);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("any text at all", () => {
  it("is answered or refused by every function without hanging", () => {
    const hostile = [
      "a".repeat(300_000),
      "a.b.".repeat(30_000),
      "http://".repeat(15_000),
      "\ud800 ".repeat(1000),
      "-".repeat(60_000),
      "new ".repeat(30_000),
    ];
    for (const text of hostile) {
      for (const act of [
        engine.fingerprint,
        engine.words,
        engine.keywords,
        engine.tokenize,
        engine.slices,
      ])
        expect(["none", "no-known-words", "empty-text"]).toContain(code(() => act(text)));
    }
  }, 120_000);
});
