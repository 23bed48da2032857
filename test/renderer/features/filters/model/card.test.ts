// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { prepareExamples } from "../../../../../core/workspace/filters/prepare-examples.ts";
import { pageHtml } from "../../../../../renderer/components/printed-page/page-html.ts";
import {
  type CardMaterial,
  cardFacts,
} from "../../../../../renderer/features/filters/model/card-facts.ts";
import { makeExample, makeFilter } from "../../../../../renderer/model/filters/make-filter.ts";

const POSITIONS = Array.from({ length: 40 }, (_, i) => i * 7);

const retina: CardMaterial["retina"] = {
  name: "en_tiny",
  file: "",
  bytes: 1,
  state: "ready",
  problem: null,
  checksum: "c",
  map: "",
  language: "English",
  description: "",
  corpus: "own texts",
  licence: "CC0",
  created: "",
  terms: 1200,
  phrases: 0,
  words: 0,
  documents: 0,
  options: {},
  quality: {},
  isDefault: true,
  removable: false,
};

interface Given {
  readonly name?: string;
  readonly use?: string;
  readonly texts?: readonly string[];
  readonly others?: readonly string[];
  readonly corpus?: string;
}

const EXPECTED = {
  threshold: 0.3,
  precision: 0.9,
  recall: 0.8,
  f1: 0.847,
  low: 0.7,
  high: 0.9,
};
const PREDICTED = {
  ...EXPECTED,
  share: 0.2,
  shareFrom: "estimate" as const,
  shareLow: 0.1,
  shareHigh: 0.3,
  background: { texts: 303, learned: 0 },
  lines: [EXPECTED],
};

/** Cells below 140 lie round money, the rest nowhere. */
function material({ name = "Money", use, texts = ["a", "b"], others = [], corpus }: Given = {}) {
  const filter = {
    ...makeFilter(name, [
      ...texts.map((text) => makeExample(text, "positive")),
      ...others.map((text) => makeExample(text, "negative")),
    ]),
    ...(use === undefined ? {} : { use }),
  };
  const prepared = prepareExamples(filter.examples);
  const scored = [
    ...prepared.positive.map(({ id }) => ({ id, score: 0.5, belongs: true })),
    ...prepared.negative.map(({ id }) => ({ id, score: 0.1, belongs: false })),
  ];
  const hasBand = prepared.positive.length >= 5 && prepared.negative.length >= 5;
  return {
    filter,
    prepared,
    scored,
    threshold: 0.3,
    report: {
      positions: POSITIONS,
      examples: [],
      threshold: { suggested: 0.3, low: 0.2, high: 0.4, basis: "background" },
      predicted: prepared.positive.length < 2 ? null : PREDICTED,
      band: hasBand ? "good" : null,
    },
    atlas: {
      nameAt: (position: number) => (position < 140 ? "money" : ""),
      anchors: Array.from({ length: 16_384 }, (_, cell) => `term ${cell}`),
      levels: 3,
      regions: [{ id: "1", level: 0, name: "money & <b>", x: 60, y: 60, size: 900 }],
    } as unknown as CardMaterial["atlas"],
    retina: { ...retina, corpus: corpus ?? retina.corpus },
    today: new Date("2026-02-03T12:00:00Z"),
  } satisfies CardMaterial;
}

const five = (word: string) => ["a", "b", "c", "d", "e"].map((letter) => `${word} ${letter}`);
const HOSTILE = `<script>alert("1")</script>&'"\u0000<img src=x onerror=alert(1)>`;

const pageIn = (html: string) => new DOMParser().parseFromString(html, "text/html");

describe("the card of a filter", () => {
  it("says what the filter is for, where it lies, how it decides and on what map", () => {
    const facts = cardFacts(
      material({ use: "News on banks", texts: five("x"), others: five("y") }),
    );
    const html = pageIn(pageHtml(facts, "a4")).body.textContent;
    for (const words of [
      "Money",
      "40 of 16,384 cells",
      "News on banks",
      "A text matches if its cosine is at least 0.300.",
      "Suggested for the best F1",
      "0.200 to 0.400",
      "Good",
      "F1 on new texts: about 0.85 (0.70 to 0.90)",
      "Counted on 303 unlabelled texts",
      "en_tiny",
      "English, 1,200 terms. Licence: CC0.",
      "Matches · 5 texts",
      "x d",
      "and 1 more",
      "Version 1",
      "this card 2026-02-03",
    ])
      expect(html).toContain(words);
    expect(html).not.toContain("x e");
    expect(facts.regions).toEqual([
      {
        title: "money",
        share: 0.5,
        facts: "20 cells, 50%\u00a0· term 0\u00a0· term 7\u00a0· term 14",
      },
      { title: "Elsewhere", share: 0.5, facts: "20 cells, 50%" },
    ]);
  });

  it("gives no grade for few examples, and no figure for one", () => {
    const lines = (given: Given) =>
      cardFacts(material(given)).sections.find(({ title }) => title === "Quality");
    const few = lines({ texts: ["a", "b"], others: ["c"] });
    expect(few?.lead).toBeUndefined();
    expect(few?.lines[0]).toContain("about 0.85");
    const one = lines({ texts: ["a"] });
    expect(one?.lead).toBeUndefined();
    expect(one?.lines[0]).toContain("Choose a collection");
  });

  it("says how the threshold was set", () => {
    const given = material();
    const facts = cardFacts({
      ...given,
      filter: { ...given.filter, threshold: 0.25 },
      threshold: 0.25,
    });
    const told = facts.sections.flatMap(({ lines }) => lines);
    expect(told).toContain("Set by hand; 0.300 was suggested.");
  });

  it("shows any text as text, without script or anything from outside", () => {
    const given = {
      name: HOSTILE,
      use: HOSTILE,
      texts: [HOSTILE, "b"],
      others: [HOSTILE.toUpperCase()],
      corpus: HOSTILE,
    };
    const facts = cardFacts(material(given));
    const page = pageIn(pageHtml(facts, "a4"));
    const { documentElement } = page;
    expect(documentElement.querySelector("script, img, link, a, iframe, use, image")).toBeNull();
    for (const element of documentElement.querySelectorAll("*"))
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|href|src/);
        expect(value).not.toMatch(/url\(/);
      }
    expect(page.querySelector("h1")?.textContent).toContain(`<script>alert("1")</script>&'"`);
  });
});
