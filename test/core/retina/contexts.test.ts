import { expect, test } from "vitest";
import { tinyRetina } from "../../support/tiny-retina.ts";

const retina = tinyRetina();
const labelsOf = (term: string) =>
  retina.contexts(retina.positions(retina.idOf(term))).map(({ label }) => retina.term(label));

test("the contexts of a word are its senses, each named by a term of that sense", () => {
  expect(labelsOf("apple")).toEqual(["fruit", "computer"]);
  expect(labelsOf("bank")).toEqual(["money", "water"]);
});

test("a word of one sense has one context, also where its patch reaches over the edges of the map", () => {
  const [context, ...others] = retina.contexts(retina.positions(retina.idOf("music")));
  expect(others).toEqual([]);
  expect(context?.positions).toHaveLength(328);
});
