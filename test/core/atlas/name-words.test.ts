import { expect, it } from "vitest";
import { termsOf, wordsOf } from "../../../core/atlas/name-words.ts";
import { tinyRetina } from "../../support/tiny-retina.ts";

const retina = tinyRetina();
const terms = (label: string) => termsOf(retina, label).map((id) => retina.term(id));

it("a name is read as the terms of its words, without those that join them", () => {
  expect(terms("music, new york, river")).toEqual(["music", "new york", "river"]);
  expect(terms("Money and music")).toEqual(["money", "music"]);
  expect(terms("Fruit of Qwrtzx")).toEqual(["fruit"]);
  expect(wordsOf("Fruit of Qwrtzx")).toEqual(["fruit", "qwrtzx"]);
});

it("a phrase that the retina knows comes before its words", () => {
  expect(terms("River bank")).toEqual(["river bank"]);
  expect(terms("Wild river bank and music")).toEqual(["wild", "river bank", "music"]);
  expect(terms("")).toEqual([]);
});
