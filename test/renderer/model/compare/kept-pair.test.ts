import fc from "fast-check";
import { expect, it } from "vitest";
import {
  keptPair,
  type Side,
  START,
  sideOf,
} from "../../../../renderer/model/compare/comparison.ts";

const text = (typed: string): Side => sideOf({ text: typed }, typed);
const [bank, choir] = [text("The bank raised rates."), text("The choir sang.")];

it("offers the pair that another text replaces", () => {
  const before = { ...START, left: bank, right: choir };
  expect(keptPair(before, "right", text("A goal in the last minute."))).toEqual({
    left: bank,
    right: choir,
  });
});

it("never offers a pair whose text was still being typed", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 40 }), (typed) => {
      let now = { ...START, left: bank };
      for (let end = 1; end <= typed.length; end++) {
        const right = text(typed.slice(0, end));
        now = { ...now, right, previous: keptPair(now, "right", right) };
      }
      expect(now.previous).toBeNull();
    }),
  );
});
