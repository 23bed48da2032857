import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closeness } from "../../../../core/collection/port/cells.ts";
import { drawOf, sampleKey } from "../../../../core/collection/port/sample-key.ts";
import {
  dayAt,
  dayNumber,
  startOfUnit,
  unitFor,
} from "../../../../core/collection/port/time-units.ts";
import { byCodePoint, cleanValue, isDate, keyOf } from "../../../../core/collection/port/values.ts";

describe("values", () => {
  it("keeps what fits the type, and calls nothing what is nothing", () => {
    expect(cleanValue("", "text")).toBeNull();
    expect(cleanValue(Number.NaN, "number")).toBeNull();
    expect(Object.is(cleanValue(-0, "number"), 0)).toBe(true);
    expect(cleanValue([], "list")).toBeNull();
    expect(cleanValue(["", "a"], "list")).toEqual(["a"]);
    expect(cleanValue("12", "number")).toBeUndefined();
    expect(cleanValue("a\0b\ud800", "text")).toBe("a\ufffdb\ufffd");
  });
  it("compares a text by its letters, however they were written", () => {
    expect(keyOf("Mu\u0308nchen")).toBe("München");
    expect(keyOf("München")).toBe("München");
  });
  it("knows the days that exist", () => {
    expect(["2000-02-29", "2024-12-31T23:59:59", "0001-01-01"].every(isDate)).toBe(true);
    expect(
      ["1900-02-29", "2024-13-01", "2024-1-1", "0000-01-01", "2024-01-01T24:00:00"].some(isDate),
    ).toBe(false);
  });
  it("cuts no character in half", () => {
    expect(keyOf(`${"a".repeat(999)}😀b`)).toBe("a".repeat(999));
    expect(keyOf(`${"a".repeat(998)}😀b`)).toBe(`${"a".repeat(998)}😀`);
  });
  it("orders texts as their UTF-8 bytes", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "\uFFFD", "😀", "日") });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(byCodePoint(a, b))).toBe(
          Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
        );
      }),
    );
  });
  it("measures closeness as a cosine", () => {
    expect(closeness(3, 9, 4)).toBe(0.5);
    expect(closeness(0, 0, 4)).toBe(0);
  });
});

describe("units of time", () => {
  const day = fc
    .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  it("begin where a calendar says", () => {
    expect(startOfUnit("2026-11-22", "week")).toBe("2026-11-16");
    expect(startOfUnit("2026-11-22", "quarter")).toBe("2026-10-01");
    expect(startOfUnit("1799-12-31", "decade")).toBe("1790-01-01");
  });
  it("count days as the platform does", () => {
    fc.assert(
      fc.property(day, (each) => {
        const number = (Date.parse(each) - Date.parse("0000-03-01")) / 86_400_000;
        expect(dayNumber(each)).toBe(number);
        expect(dayAt(number)).toBe(each);
        const monday = new Date(startOfUnit(each, "week"));
        expect(monday.getUTCDay()).toBe(1);
        expect(dayNumber(each) - dayNumber(startOfUnit(each, "week"))).toBeLessThan(7);
      }),
    );
  });
  it("are chosen by the span", () => {
    expect(unitFor("2024-01-01", "2024-01-31")).toBe("day");
    expect(unitFor("2020-01-01", "2024-01-31")).toBe("month");
    expect(unitFor("1790-01-08", "2019-02-05")).toBe("decade");
  });
});

describe("the keys of samples", () => {
  it("are the same for every row and seed only where the draws are", () => {
    const number = fc.nat(2 ** 31 - 1);
    fc.assert(
      fc.property(number, number, fc.nat(2 ** 32 - 1), (one, other, seed) => {
        expect(sampleKey(one, seed) === sampleKey(other, seed)).toBe(one === other);
      }),
    );
  });
  it("choose every row about as often", () => {
    const rows = Array.from({ length: 20 }, (_, i) => drawOf(`row ${i}`));
    const chosen = new Array<number>(20).fill(0);
    for (let seed = 0; seed < 2000; seed++) {
      const keys = rows.map((draw) => sampleKey(draw, seed));
      const fifth = [...keys].sort((a, b) => a - b)[4]!;
      keys.forEach((key, i) => {
        if (key <= fifth) chosen[i]!++;
      });
    }
    // 500 expected, standard deviation 19.
    for (const times of chosen) expect(Math.abs(times - 500)).toBeLessThan(100);
  });
});
