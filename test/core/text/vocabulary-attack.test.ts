import { expect, it, vi } from "vitest";
import { tokensOf } from "../../../core/collection/port/words.ts";
import { Vocabulary } from "../../../core/text/vocabulary.ts";

it("compares few words even where words were made to have one hash", () => {
  // Under a hash of 31 * hash + code, “c0” is as good as “an”: 4,096 words of twelve such pairs would all be one.
  const words = Array.from({ length: 4096 }, (_, i) =>
    Array.from({ length: 12 }, (_, bit) => ((i >> bit) & 1 ? "c0" : "an")).join(""),
  );
  const vocabulary = new Vocabulary(tokensOf);
  const compared = vi.spyOn(String.prototype, "startsWith");
  vocabulary.read(words.join(" "));
  const count = compared.mock.calls.length;
  compared.mockRestore();
  expect(vocabulary.words).toEqual(words);
  expect(count).toBeLessThan(1000);
});
