import fc from "fast-check";
import { expect, test } from "vitest";
import { passagesOf } from "../../../core/reader/passages.ts";

test("a sentence is one passage, a long text some of whole sentences", () => {
  expect(passagesOf("  The dog barks.  ")).toEqual(["The dog barks."]);
  const sentence = (word: string) => `The ${word.repeat(30)} stands alone among the others.`;
  const [a, b, c, d] = ["goose", "horse", "mouse", "whale"].map(sentence);
  // 150 for the word and 38 for the rest: two are 377, three are more than 400.
  expect(passagesOf([a, b, c, d].join(" "))).toEqual([`${a} ${b}`, `${c} ${d}`]);
});

test("letters that are words of their own take more room", () => {
  const sentence = `${"猫".repeat(60)}。`;
  expect(passagesOf(sentence + sentence).map(({ length }) => length)).toEqual([61, 61]);
});

test("leaves nothing out of a text of up to 32 passages", () => {
  const text = fc
    .array(fc.constantFrom("a", "Cats. ", "Dogs run.\n", "! ", "猫。", "x".repeat(90)), {
      maxLength: 60,
    })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (given) => {
      const squeezed = (whole: string) => whole.replaceAll(/\s/g, "");
      expect(squeezed(passagesOf(given).join(""))).toBe(squeezed(given));
    }),
  );
  expect(passagesOf("Dogs run home. ".repeat(2000))).toHaveLength(32);
});
