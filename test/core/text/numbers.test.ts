import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kindInKey, numberKey } from "../../../core/text/numbers.ts";

const alone = { before: " ", after: " " };
const key = (token: string, around: Partial<typeof alone> = {}) =>
  numberKey(token, { ...alone, ...around });

describe("the key of a number", () => {
  it("tells years, amounts, shares and small numbers apart", () => {
    expect(["1987", "1990s", "1000", "2100"].map((token) => kindInKey(key(token)))).toEqual([
      "year",
      "year",
      "year",
      "year",
    ]);
    expect(["999", "2101", "1,200", "100", "12000"].map((token) => kindInKey(key(token)))).toEqual(
      Array(5).fill("amount"),
    );
    expect(["0", "7", "99", "10th"].map((token) => kindInKey(key(token)))).toEqual(
      Array(4).fill("small"),
    );
    expect(["3.5", "0,25"].map((token) => kindInKey(key(token)))).toEqual(["share", "share"]);
  });

  it("goes by the sign beside a number, in any language", () => {
    expect(key("5", { after: "% " })).toBe("5 share");
    expect(key("5", { after: " %" })).toBe("5 share");
    expect(key("5", { before: " €" })).toBe("5 amount");
    expect(key("1987", { before: "$" })).toBe("1987 amount");
    expect(key("5", { after: ") " })).toBe("5 small");
  });

  it("is the same however thousands are parted and in whatever digits", () => {
    expect(key("1,234,567.8")).toBe("1234567.8 amount");
    expect(key("1.234.567")).toBe("1234567 amount");
    expect(key("١٩٨٧")).toBe("1987 year");
    expect(key("१२")).toBe("12 small");
    fc.assert(
      fc.property(fc.integer({ min: 2101, max: 1e12 }), (number) => {
        expect(key(number.toLocaleString("en"))).toBe(`${number} amount`);
      }),
    );
  });

  it("is never taken for a word's", () => {
    expect(kindInKey("zebra")).toBeUndefined();
  });
});
