import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { datesIn, readDate } from "../../../../core/collection/table/read-date.ts";

describe("a date", () => {
  it.each([
    ["2024-03-01", undefined, "2024-03-01"],
    ["2024-03-01T10:05:00.000+0530", undefined, "2024-03-01T10:05:00"],
    ["2024-03", undefined, "2024-03-01"],
    ["1.3.2024", undefined, "2024-03-01"],
    ["9/25/2021", "mdy", "2021-09-25"],
    ["25/9/2021 7:05 PM", "dmy", "2021-09-25T19:05:00"],
    ["25 Sep 2021", undefined, "2021-09-25"],
    ["September 25, 2021", undefined, "2021-09-25"],
    ["25. September 2021", undefined, "2021-09-25"],
    ["25 de septiembre de 2021", undefined, "2021-09-25"],
    ["Sat, 25 Sep 2021 10:00:00 GMT", undefined, "2021-09-25T10:00:00"],
    ["Fri Mar 01 04:30:00 +0000 2024", undefined, "2024-03-01T04:30:00"],
    ["20210925", "ymd", "2021-09-25"],
    ["20210925T070500Z", undefined, "2021-09-25T07:05:00"],
    ["25-Sep-21", undefined, "2021-09-25"],
    ["25-Sep-84", undefined, "1984-09-25"],
    ["25.9.21", "dmy", "2021-09-25"],
    ["9/25/21", "mdy", "2021-09-25"],
    ["25.9.21", undefined, undefined],
    ["9/25/21 7:05 PM", "mdy", "2021-09-25T19:05:00"],
    ["1er mars 2024", undefined, "2024-03-01"],
    ["3/2024", undefined, "2024-03-01"],
    ["13/2024", undefined, undefined],
    ["2024-Q3", undefined, "2024-07-01"],
    ["Q1 2024", undefined, "2024-01-01"],
    ["2021年9月25日", undefined, "2021-09-25"],
    ["2021", "year", "2021-01-01"],
    ["1709267400", "seconds", "2024-03-01T04:30:00"],
    ["1709267400000", "milliseconds", "2024-03-01T04:30:00"],
    ["45352", "excel", "2024-03-01"],
    ["45352.5625", "excel", "2024-03-01T13:30:00"],
    ["2024-02-30", undefined, undefined],
    ["9/25/2021", "dmy", undefined],
    ["3/4/2021", undefined, undefined],
    ["20210925", undefined, undefined],
    ["may 2nd be with you", undefined, undefined],
  ] as const)("of %s (%s) is %s", (text, format, date) => {
    expect(readDate(text, format)).toBe(date);
  });
});

describe("the dates of a column", () => {
  it("are in the order that one value shows", () => {
    expect(datesIn(["03/08/2026", "26/06/2026"])).toMatchObject({
      format: "dmy",
      isAmbiguous: false,
    });
    expect(datesIn(["03/08/2026", "7/31/2026"])).toMatchObject({
      format: "mdy",
      isAmbiguous: false,
    });
    expect(datesIn(["03/08/2026", "05/06/2026"])).toMatchObject({ isAmbiguous: true });
    expect(datesIn(["03/08/2026", "05/06/2026"], "mdy")).toEqual({
      format: "mdy",
      isAmbiguous: false,
      share: 1,
    });
    expect(datesIn(["bread", "12"])).toMatchObject({ share: 0 });
  });

  it("may have two digits of the year where the whole column is so", () => {
    const read = (texts: string[]) => {
      const { format, isAmbiguous, share } = datesIn(texts);
      return isAmbiguous || share < 1 ? undefined : texts.map((text) => readDate(text, format));
    };
    expect(read(["31.01.24", "05.02.24"])).toEqual(["2024-01-31", "2024-02-05"]);
    expect(read(["3/14/24", "12/1/23 10:05"])).toEqual(["2024-03-14", "2023-12-01T10:05:00"]);
    expect(read(["24.03.01", "24.03.02", "23.04.05"])).toBeUndefined();
    expect(read(["3/4/24", "5/6/24"])).toBeUndefined();
    for (const version of ["1.2.10", "1.10.3", "12.10.11.4"])
      expect(read([version, "1.2.10"])).toBeUndefined();
    expect(read(["31.01.24", "unknown"])).toBeUndefined();
  });

  it("are never read in two orders", () => {
    const day = fc.date({
      min: new Date("1900-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(
        fc.array(day, { minLength: 1 }),
        fc.constantFrom("dmy", "mdy"),
        (days, format) => {
          const texts = days.map((each) => {
            const [y, m, d] = each.toISOString().slice(0, 10).split("-").map(Number);
            return format === "dmy" ? `${d}/${m}/${y}` : `${m}/${d}/${y}`;
          });
          const found = datesIn(texts);
          if (found.isAmbiguous) return;
          const read = texts.map((text) => readDate(text, found.format));
          expect(read).toEqual(days.map((each) => each.toISOString().slice(0, 10)));
        },
      ),
    );
  });
});
