import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../core/api/schema/json-value.ts";
import { applyChanges, diff, sameJson } from "../../../core/workspace/json-diff.ts";

const object = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 }) as fc.Arbitrary<{
  [key: string]: JsonValue;
}>;
/** Without halves of characters: those do not survive being written as UTF-8. */
const isWhole = (text: string) => Buffer.from(text, "utf8").toString("utf8") === text;

describe("diff", () => {
  it("names only what changed", () => {
    const before = { pins: [1, 2, 3], text: "a", kept: { deep: true } };
    const after = { ...before, pins: [1, 9, 3] };
    expect(diff(before, after)).toEqual([{ path: ["pins"], at: 1, remove: 1, insert: [9] }]);
  });

  it("turns any object into any other, forward and back", () => {
    fc.assert(
      fc.property(object, object, (before, after) => {
        expect(sameJson(applyChanges(before, diff(before, after)), after)).toBe(true);
        expect(sameJson(applyChanges(after, diff(after, before)), before)).toBe(true);
      }),
    );
  });

  it("keeps of a long text only what was cut and put in, and never half a character", () => {
    const text = (middle: string) => ({ text: `${"a".repeat(300)}${middle}${"z".repeat(300)}` });
    expect(diff(text("one"), text("two"))).toEqual([
      { path: ["text"], at: 300, remove: 3, text: "two" },
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "é", "😀", "😁", "\n")),
        fc.array(fc.constantFrom("a", "é", "😀", "😁", "\n")),
        (one, two) => {
          const [before, after] = [text(one.join("")), text(two.join(""))];
          const changes = diff(before, after);
          expect(applyChanges(before, changes)).toEqual(after);
          for (const change of changes) expect("text" in change && isWhole(change.text)).toBe(true);
        },
      ),
    );
  });

  it("is empty exactly for equal objects", () => {
    fc.assert(
      fc.property(object, (value) => {
        expect(diff(value, structuredClone(value))).toEqual([]);
      }),
    );
  });

  it("leaves its input alone, and treats __proto__ as any name", () => {
    const before = Object.freeze({ a: Object.freeze([1]) });
    const after = JSON.parse('{"a":[1,2],"__proto__":{"x":1}}') as { [key: string]: JsonValue };
    const made = applyChanges(before, diff(before, after));
    expect(JSON.stringify(made)).toBe('{"a":[1,2],"__proto__":{"x":1}}');
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
