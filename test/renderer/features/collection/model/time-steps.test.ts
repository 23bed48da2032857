import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TIME_UNITS } from "../../../../../core/api/schema/collection-types.ts";
import { dayAt, dayNumber, startOfUnit } from "../../../../../core/collection/port/time-units.ts";
import {
  countsOn,
  edgesOfRange,
  fillSteps,
  nextStart,
  rangeName,
  rangeOfSteps,
  stepName,
} from "../../../../../renderer/features/collection/model/time-steps.ts";

const YEARS = [
  { start: "1999-01-01", rows: 2 },
  { start: "2000-01-01", rows: 0 },
  { start: "2001-01-01", rows: 5 },
];

describe("steps of time", () => {
  it("have no gaps once they are filled", () => {
    expect(fillSteps([YEARS[0]!, YEARS[2]!], "year")).toEqual(YEARS);
    expect(fillSteps([], "year")).toEqual([]);
  });

  it("become a range of days, and the range the steps again", () => {
    const range = rangeOfSteps(YEARS, "year", 2, 1);
    expect(range).toEqual({ from: "2000-01-01", below: "2002-01-01" });
    expect(edgesOfRange(YEARS, range)).toEqual([1, 3]);
    expect(edgesOfRange(YEARS, null)).toEqual([0, 3]);
    expect(edgesOfRange(YEARS, { from: "2010-01-01" })).toEqual([0, 0]);
    expect(rangeName(YEARS, "year", [1, 3])).toBe("2000 to 2001");
    expect(rangeName(YEARS, "year", [1, 2])).toBe("2000");
  });

  it("take the rows of a part at their own place", () => {
    expect(countsOn(YEARS, [{ start: "2001-01-01", rows: 3 }])).toEqual([0, 0, 3]);
  });

  it("are named as people name them", () => {
    expect(TIME_UNITS.map((unit) => stepName("1987-04-03", unit))).toEqual([
      "3 Apr 1987",
      "3 Apr 1987",
      "Apr 1987",
      "Q2 1987",
      "1987",
      "1987s",
    ]);
  });

  it("follow each other without a day between: every day lies in one of them", () => {
    const day = fc
      .integer({ min: dayNumber("1600-01-01"), max: dayNumber("2400-01-01") })
      .map(dayAt);
    fc.assert(
      fc.property(day, fc.constantFrom(...TIME_UNITS), (from, unit) => {
        const start = startOfUnit(from, unit);
        const next = nextStart(start, unit);
        expect(next > from).toBe(true);
        expect(startOfUnit(next, unit)).toBe(next);
        expect(startOfUnit(dayAt(dayNumber(next) - 1), unit)).toBe(start);
      }),
    );
  });

  it("come back from the range that they make", () => {
    const steps = fillSteps(
      [
        { start: "1790-01-01", rows: 1 },
        { start: "1890-01-01", rows: 1 },
      ],
      "decade",
    );
    fc.assert(
      fc.property(fc.nat(steps.length - 1), fc.nat(steps.length - 1), (a, b) => {
        expect(edgesOfRange(steps, rangeOfSteps(steps, "decade", a, b))).toEqual([
          Math.min(a, b),
          Math.max(a, b) + 1,
        ]);
      }),
    );
  });
});
