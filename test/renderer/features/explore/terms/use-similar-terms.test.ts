import { expect, it } from "vitest";
import { languagesOf } from "../../../../../renderer/features/explore/terms/use-similar-terms.ts";

it("lists the languages of an expression's parts once each, however deep they lie", () => {
  const hund = { term: "hund", language: "de" };
  expect(languagesOf({ term: "dog" })).toEqual([]);
  expect(languagesOf(hund)).toEqual(["de"]);
  expect(
    languagesOf({
      or: [{ term: "dog" }, { sub: [hund, { text: "le chien", language: "fr" }] }, hund],
    }),
  ).toEqual(["de", "fr"]);
});
