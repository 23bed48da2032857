import fc from "fast-check";
import { expect, it } from "vitest";
import { categoryName } from "../../../../../renderer/features/collection/model/category-name.ts";

const like = (label: string) => ({ kind: "like", expression: { text: label }, label }) as const;

it("is what was searched for, or a number", () => {
  expect(categoryName([like("tariff")], [])).toBe("tariff");
  expect(categoryName([{ kind: "words", words: "gold" }], [])).toBe("gold");
  expect(categoryName([{ kind: "words", words: '"free trade"' }], [])).toBe("free trade");
  expect(categoryName([like("“tariff”")], [])).toBe("tariff");
  expect(categoryName([like("tariff")], ["tariff"])).toBe("category 1");
  expect(categoryName([like("a sentence that is far too long to be a name")], [])).toBe(
    "category 1",
  );
  expect(categoryName([], ["category 1", "category 2"])).toBe("category 3");
});

it("is never in use", () => {
  const names = fc.array(fc.constantFrom("trade", "category 1", "category 2", "category 4"));
  fc.assert(
    fc.property(names, names, (sought, taken) => {
      expect(taken).not.toContain(categoryName(sought.map(like), taken));
    }),
  );
});
