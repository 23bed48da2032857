import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classesOf } from "../../../../../renderer/features/collection/model/point-classes.ts";

describe("classes of points", () => {
  it("are the most frequent values, what is left, and rows without one", () => {
    const values = ["b", "a", "b", null, ..."cdefghi".split("")];
    const { classes, classOf } = classesOf(values, "text", values.length);
    expect(classes.map(({ label }) => label)).toEqual([
      ..."bacdefg".split(""),
      "2 other values",
      "without a value",
    ]);
    expect([...classOf]).toEqual([0, 1, 0, 8, 2, 3, 4, 5, 6, 7, 7]);
    expect(classesOf(null, "text", 3)).toMatchObject({ classes: [{ label: "rows" }] });
  });

  it("are ranges of equally many rows where values have an order", () => {
    const years = Array.from({ length: 60 }, (_, i) => `${1900 + i}-01-01`);
    const { classes, classOf } = classesOf(years, "date", 60);
    expect(classes.map(({ label }) => label)).toEqual([
      "1900 – 1910",
      "1910 – 1920",
      "1920 – 1930",
      "1930 – 1940",
      "1940 – 1950",
      "1950 – 1959",
    ]);
    expect(classes.map(({ towards }) => towards?.share)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect([classOf[0], classOf[9], classOf[10], classOf[59]]).toEqual([0, 0, 1, 5]);
    const alike = classesOf([2, 2, null], "number", 3);
    expect(alike.classes.map(({ label }) => label)).toEqual(["2", "without a value"]);
    expect([...alike.classOf]).toEqual([0, 0, 1]);
  });

  it("are never more than nine, and a greater number is in no earlier class", () => {
    const value = fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 40 }), (values) => {
        const { classes, classOf } = classesOf(values, "number", values.length);
        expect(classes.length).toBeLessThanOrEqual(9);
        values.forEach((a, i) => {
          expect(classOf[i]).toBeLessThan(classes.length);
          if (a === null) expect(classes[classOf[i]!]!.label).toBe("without a value");
          values.forEach((b, k) => {
            if (a !== null && b !== null && a < b)
              expect(classOf[i]).toBeLessThanOrEqual(classOf[k]!);
          });
        });
      }),
    );
  });
});
