import fc from "fast-check";
import { expect, test } from "vitest";
import { notationsOf, numberOf } from "../../../../core/collection/table/read-value.ts";

test("reads what only one notation can mean", () => {
  expect(notationsOf([["3,14", "0,5", "2"]])).toEqual(["comma"]);
  expect(notationsOf([["1.234,5", "17"]])).toEqual(["comma"]);
  expect(notationsOf([["1 234,50", "12,00"]])).toEqual(["comma"]);
  expect(notationsOf([["1,234.5", "17"]])).toEqual(["point"]);
  expect(notationsOf([["1,234,567", "999,999"]])).toEqual(["point"]);
  expect(notationsOf([["3.14", "1.5e6", "1e-05", "n/a", 2]])).toEqual(["plain"]);
});

test("takes dashes and question marks among numbers for missing ones, and a column of them alone for texts", () => {
  expect(notationsOf([["3.14", "-", "?", "--", "2"]])).toEqual(["plain"]);
  expect(numberOf("-", "plain")).toBeNull();
  expect(notationsOf([["-", "?", "-"]])).toEqual([undefined]);
  for (const word of ["#DIV/0!", "(null)", "n.a.", "NaT"])
    expect(numberOf(word, "plain")).toBeNull();
});

test("lets the rest of the file decide what can be read in two ways, and keeps it as text where nothing does", () => {
  const either = ["1,234", "2,500"];
  expect(notationsOf([either])).toEqual([undefined]);
  expect(notationsOf([either, ["3,14"]])).toEqual(["comma", "comma"]);
  expect(notationsOf([either, ["3.14"]])).toEqual(["point", "plain"]);
  expect(notationsOf([either, ["3.14"], ["3,14"]])).toEqual([undefined, "plain", "comma"]);
  expect(notationsOf([["1.234", "2.500"]])).toEqual(["plain"]);
  expect(notationsOf([["1.234", "2.500"], ["3,14"]])).toEqual(["comma", "comma"]);
});

test("takes commas for thousands where whole numbers below 1,000 are beside them", () => {
  expect(notationsOf([["950", "1,234", "12,345"]])).toEqual(["point"]);
  expect(notationsOf([["950", "1,234", "12345"]])).toEqual([undefined]);
  expect(notationsOf([["0", "1,234"]])).toEqual([undefined]);
});

test("takes nothing else for numbers", () => {
  const kinds = [["1,5", "1.5"], ["12.03.2024"], ["1.2.3"], ["212 555"], ["1,23,456"], [["1"]]];
  for (const raws of kinds) expect(notationsOf([raws]), String(raws)).toEqual([undefined]);
  expect(numberOf("1.5", "comma")).toBeUndefined();
  expect(numberOf("1,234", "plain")).toBeUndefined();
});

test("leaves codes as they are, which would not come back digit for digit", () => {
  const codes = [
    ["01067", "80331"],
    ["+4930", "12"],
    ["1E5", "12"],
    ["1e5", "12"],
    ["1436278513418522630", "12"],
    ["1.1", "1.10"],
    ["00", "1"],
  ];
  for (const raws of codes) expect(notationsOf([raws]), String(raws)).toEqual([undefined]);
  expect(
    notationsOf([
      ["1.0", "2.25", "10.5"],
      ["2.50", "10.00", "7"],
    ]),
  ).toEqual(["plain", "plain"]);
});

test("gives back each plain number digit for digit", () => {
  const number = fc.oneof(
    fc.maxSafeInteger().filter((x) => Math.abs(x) < 1e15),
    fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
  );
  fc.assert(
    fc.property(number, (value) => {
      const text = String(value + 0);
      expect(String(numberOf(text, "plain"))).toBe(text);
    }),
  );
});

test("reads back what the languages write", () => {
  const value = fc
    .double({ noNaN: true, min: -1e9, max: 1e9 })
    .map((x) => Math.round(x * 100) / 100 + 0);
  const notations = [
    ["en", "point"],
    ["de", "comma"],
    ["fr", "comma"],
    ["de-CH", "point"],
  ] as const;
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1 }),
      fc.constantFrom(...notations),
      (values, [language, notation]) => {
        const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2 });
        const texts = values.map((each) => format.format(each));
        expect(texts.map((text) => numberOf(text, notation))).toEqual(values);
        const [found] = notationsOf([texts]);
        expect(texts.map((text) => numberOf(text, found!))).toEqual(values);
      },
    ),
  );
});

test("takes a point for a thousand beside days with points", () => {
  const lengths = ["1.234", "9.613", "17"];
  expect(notationsOf([lengths, ["31.12.2024", "1.2.2024"]])[0]).toBe("comma");
  expect(notationsOf([lengths, ["31.12.24", "01.02.24"]])[0]).toBe("comma");
  expect(notationsOf([lengths, ["12/31/2024"]])[0]).toBe("plain");
  expect(notationsOf([lengths, ["31.12.2024"], ["1,234.5"]])[0]).toBe("plain");
  expect(notationsOf([["0.5", "1.25"], ["31.12.2024"]])[0]).toBe("plain");
});
