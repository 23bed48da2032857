import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../core/api/schema/json-value.ts";
import type { Content } from "../../../core/workspace/workspace.ts";
import { sameJson, slicesOf, withChange } from "../../../renderer/model/steps.ts";

const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);
const content: fc.Arbitrary<Content> = fc.dictionary(fc.constantFrom("a", "b", "__proto__"), json);

describe("withChange", () => {
  it("leads from one content to the other and back", () => {
    fc.assert(
      fc.property(content, content, (before, after) => {
        expect(sameJson(withChange(before, before, after), after)).toBe(true);
        expect(sameJson(withChange(after, after, before), before)).toBe(true);
      }),
    );
  });

  it("leaves whatever the step does not change as it is now", () => {
    fc.assert(
      fc.property(content, json, json, (now, before, after) => {
        const own = { ...now, step: { at: before, kept: 1 } };
        const [from, to] = [{ step: { at: before } }, { step: { at: after } }];
        expect(sameJson(withChange(own, from, to), { ...now, step: { at: after, kept: 1 } })).toBe(
          true,
        );
      }),
    );
  });

  it("changes a member of an object that was changed elsewhere, and replaces a list as a whole", () => {
    const now = { looks: { mail: { lens: "topics", rows: [1, 2] }, web: {} } };
    const before = { looks: { mail: { lens: "rows", rows: [1] } } };
    const after = { looks: { mail: { lens: "rows", rows: [1, 2] } } };
    expect(withChange(now, after, before)).toEqual({
      looks: { mail: { lens: "topics", rows: [1] }, web: {} },
    });
    expect(withChange({}, before, after)).toEqual(after);
  });
});

describe("sameJson", () => {
  it("agrees with the text of values whose members are in order", () => {
    const pair = fc.oneof(
      fc.tuple(json, json),
      json.map((value) => [value, structuredClone(value)] as const),
    );
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(sameJson(a, b)).toBe(JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b)));
      }),
    );
  });
});

const inOrder = (value: JsonValue): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === "object" && value !== null
      ? Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, member]) => [name, inOrder(member)])
      : value;

it("names the slices that a step changes", () => {
  const same = { x: 1 };
  const step = {
    label: "",
    view: "",
    before: { same, a: 1, gone: 1 },
    after: { same, a: 2, came: 1 },
  };
  expect(slicesOf(step).sort()).toEqual(["a", "came", "gone"]);
});
