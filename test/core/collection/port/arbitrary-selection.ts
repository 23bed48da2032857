import fc from "fast-check";
import type { Column, Predicate, Value } from "../../../../core/api/schema/collection-types.ts";
import type { CollectionHead, NewRow, Selection } from "../../../../core/collection/port/store.ts";
import { cleanText, cleanValue } from "../../../../core/collection/port/values.ts";
import { parseForms, parseWords } from "../../../../core/collection/port/words.ts";
import { arbitraryPositions } from "../../../support/arbitrary-positions.ts";

export const COLUMNS: readonly Column[] = [
  { name: "party", type: "text" },
  { name: "__proto__", type: "text" },
  { name: '"; drop table rows; --', type: "number" },
  { name: "a'b.c%_*?", type: "list" },
  { name: "date", type: "date" },
];

export const HEAD: CollectionHead = {
  name: "tests",
  retina: { name: "toy", checksum: "00ff" },
  columns: COLUMNS,
  roles: { date: "date", category: "party" },
  created: "2026-01-02T03:04:05.000Z",
};

/** Few of each, so that rows agree often. */
const WORDS = [
  "free",
  "trade",
  "War",
  "tariff",
  "Éclair",
  "E\u0301clair",
  "don't",
  "U.S.",
  "-",
  "日本",
];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(" "));
const category = fc.constantFrom(
  "whig",
  "Whig",
  "none",
  "ÄÖ",
  "İ",
  "x".repeat(1200),
  "😀",
  "\uFFFD",
  "=1+1",
);
const number = fc.constantFrom(-1.5, 0, 1, 2, 2.5, 1e300, 5e-324, 9007199254740991);
const day = fc.constantFrom("0001-01-01", "1799-12-31", "1900-02-28", "2000-02-29", "9999-12-31");
const date = fc.oneof(day, fc.constant("2000-02-29T23:59:59"));
const list = fc.array(category, { maxLength: 3 });
const OF_TYPE = { text: category, number, date, list } as const;

const ids = fc.constantFrom(
  "1",
  "2",
  "10",
  "b",
  "B",
  "ä",
  "日",
  "😀",
  "\uFFFD",
  "a b",
  "__proto__",
  "%_",
);

const arbitraryValue = ({ type }: Column): fc.Arbitrary<Value> =>
  fc
    .option(OF_TYPE[type] as fc.Arbitrary<Value>, { nil: null, freq: 4 })
    .map((value) => cleanValue(value, type) ?? null);

export const arbitraryRow: fc.Arbitrary<NewRow> = fc.record({
  id: ids,
  text: text.map(cleanText),
  values: fc.tuple(...COLUMNS.map(arbitraryValue)),
  cells: arbitraryPositions(20),
});

export const AUTHORS = ["assistant: a", 'no "one" [else]'];
export const LABELS = ["war", "__proto__"];
export const SCORES = ["war", "constructor"];

const columnTest: fc.Arbitrary<Predicate> = fc.constantFrom(...COLUMNS).chain(({ name, type }) => {
  const value = (type === "list" ? category : OF_TYPE[type]) as fc.Arbitrary<string | number>;
  const tests: fc.Arbitrary<Predicate>[] = [
    fc.record({ column: fc.constant(name), equals: value }),
    fc.record({ column: fc.constant(name), in: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    fc.record({ column: fc.constant(name), missing: fc.boolean() }),
  ];
  if (type === "text" || type === "list")
    tests.push(
      fc.record({
        column: fc.constant(name),
        contains: fc.constantFrom("w", "HI", "ä", "%", "_", "*", "i", "=1", "x".repeat(999)),
      }),
    );
  else
    tests.push(
      fc.record({ column: fc.constant(name), from: value }),
      fc.record({ column: fc.constant(name), to: value }),
      fc.record({ column: fc.constant(name), below: value }),
    );
  return fc.oneof(...tests);
});

const leaf: fc.Arbitrary<Predicate> = fc.oneof(
  { weight: 3, arbitrary: columnTest },
  fc.record(
    {
      label: fc.constantFrom(...LABELS, "never used"),
      is: fc.constantFrom("belongs", "not", "unlabelled"),
      by: fc.constantFrom(...AUTHORS),
    },
    { requiredKeys: ["label", "is"] },
  ) as fc.Arbitrary<Predicate>,
  fc.record({
    score: fc.constantFrom(...SCORES),
    from: fc.double({ min: 0, max: 0.5, noNaN: true }),
  }),
  fc.record({ score: fc.constantFrom(...SCORES), missing: fc.boolean() }),
);

const { predicate } = fc.letrec<{ predicate: Predicate }>((tie) => ({
  predicate: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.record({ and: fc.array(tie("predicate"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie("predicate"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie("predicate") }),
  ),
}));

const somePositions = arbitraryPositions(40).filter((positions) => positions.length > 0);
const words = fc
  .constantFrom(
    "free",
    "FREE trade",
    '"free trade"',
    "free -war",
    "-tariff",
    "don't",
    "u.s.",
    "éclair",
    "日本",
  )
  .map((query) => parseWords(query));
const forms = fc
  .constantFrom("free", "tarif*", '"free trade" or war', "日本 or 本", "f* or éclair")
  .map((word) => ({ all: [], none: [], any: parseForms(word) }));

export const arbitrarySelection: fc.Arbitrary<Selection> = fc
  .record(
    {
      like: somePositions,
      least: fc.double({ min: 0, max: 0.6, noNaN: true }),
      words: fc.oneof(words, forms),
      where: predicate,
      labels: predicate,
      region: fc.record({ positions: somePositions, share: fc.constantFrom(0, 0.1, 0.25, 0.5, 1) }),
      ids: fc.array(ids, { minLength: 1, maxLength: 8 }),
      sample: fc.record({ rows: fc.integer({ min: 1, max: 5 }), seed: fc.nat(9) }),
    },
    { requiredKeys: [] },
  )
  .map(({ least, ...selection }) =>
    selection.like === undefined || least === undefined ? selection : { ...selection, least },
  );
