import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  csvCell,
  isUnguarded,
  neutralise,
  withoutGuards,
} from "../../../../core/collection/table/csv-cell.ts";

describe("a cell of a table", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["x;=HYPERLINK(1)", "x;'=HYPERLINK(1)"],
    ['x; ""=HYPERLINK(1)', `x;' ""=HYPERLINK(1)`],
    ["x\n=1", "x\n'=1"],
    ["x\t@SUM(A1)", "x\t'@SUM(A1)"],
    ["x;+cmd|' /C calc'!A0", "x;'+cmd|' /C calc'!A0"],
    ["x\r\n- SUM(A1)", "x\r\n'- SUM(A1)"],
  ])("is no formula in any spreadsheet: %j", (text, safe) => {
    expect(neutralise(text)).toBe(safe);
  });

  it.each(["a list:\n- one\n- two", "a; b", "1 - 2", "x;-1", "me@example.org", "a=b; c"])(
    "stays as it is where nothing is a formula: %j",
    (text) => {
      expect(neutralise(text)).toBe(text);
    },
  );

  it("is never split into one that begins with = or @, whichever sign separates cells", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "=", "@", ";", ",", "\t", "\n", '"', " "),
    });
    fc.assert(
      fc.property(text, fc.constantFrom<"," | "\t">(",", "\t"), (written, separator) => {
        for (const piece of csvCell(written, separator).split(/[;,\t\n\r|]/))
          expect(piece).not.toMatch(/^[ "]*[=@]/);
      }),
    );
  });

  it("comes back without its apostrophes, whatever it was", () => {
    const text = fc.string({
      unit: fc.constantFrom(
        "a",
        "=",
        "@",
        "+",
        "(",
        "|",
        ";",
        ",",
        "\t",
        "\r",
        "\n",
        '"',
        " ",
        "'",
      ),
    });
    fc.assert(
      fc.property(text, (written) => {
        expect(withoutGuards(neutralise(written))).toBe(written);
        expect(isUnguarded(neutralise(written))).toBe(false);
      }),
    );
    expect(withoutGuards("'tis 'a' quote; 'b'")).toBe("'tis 'a' quote; 'b'");
    expect([isUnguarded("=1"), isUnguarded("-2.5"), isUnguarded("'=1")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("is quoted where another program would cut it", () => {
    expect(csvCell("x;=HYPERLINK(1)", ",")).toBe(`"x;'=HYPERLINK(1)"`);
    expect(csvCell("x;=HYPERLINK(1)", ",", true)).toBe(`"x;=HYPERLINK(1)"`);
    expect([csvCell(-1, ","), csvCell(null, ",")]).toEqual(["-1", ""]);
  });
});
