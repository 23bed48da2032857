import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ColumnType } from "../../../../../core/api/schema/collection-types.ts";
import { NEVER_CANCELLED } from "../../../../../core/cancellation.ts";
import {
  readSourceFields,
  SOURCE_FIELDS,
} from "../../../../../core/collection/port/source-fields.ts";
import {
  csvHeader,
  csvRow,
  type ExportOptions,
  exportShape,
  jsonRow,
} from "../../../../../core/collection/table/write-rows.ts";
import { importCollection } from "../../../../../core/node/collections/import/import-collection.ts";
import type { ImportRequest } from "../../../../../core/node/collections/import/import-types.ts";
import { writeParquet } from "../../../../../core/node/files/write-parquet.ts";
import { ObviousStore } from "../../../collection/port/obvious-store.ts";
import { toyRequest, toyTools } from "./toy-import.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-round-trip-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

type Format = ExportOptions["format"];
const KINDS = ["text", "number", "date", "list", "boolean"] as const;
type Kind = (typeof KINDS)[number];
const typeOf = (kind: Kind): ColumnType => (kind === "boolean" ? "text" : kind);

interface Table {
  readonly text: string;
  readonly id: string | undefined;
  readonly columns: readonly { readonly name: string; readonly kind: Kind }[];
  readonly rows: readonly ReadonlyMap<string, unknown>[];
}

/** What separates cells, ends lines, opens quotations and starts formulas, among letters. */
const HOSTILE = fc.string({
  maxLength: 12,
  unit: fc.constantFrom(
    ..."aAbé1'\"`,;|\t\r\n\\ =+-@(!{}[]<>#:_%$\u00a0\u2028",
    "e\u0301",
    "\u{1f600}",
    "null",
    "__proto__",
    "id",
    "text",
    "label war",
  ),
});
/** Readers of CSV trim the names of columns, and tell the delimiter from the first line. */
const NAME = HOSTILE.map((name) => name.replace(/[\r\n]/g, " ").trim()).filter(
  (name) => name !== "",
);
const DAY = fc.date({
  min: new Date("0100-01-01"),
  max: new Date("2999-01-01"),
  noInvalidDate: true,
});
const VALUES: Readonly<Record<Kind, fc.Arbitrary<unknown>>> = {
  text: HOSTILE,
  number: fc.double({ noNaN: true, noDefaultInfinity: true }),
  date: fc.tuple(DAY, fc.constantFrom(10, 19)).map(([day, end]) => day.toISOString().slice(0, end)),
  list: fc.array(HOSTILE, { maxLength: 3 }),
  boolean: fc.boolean(),
};
const TABLE: fc.Arbitrary<Table> = fc
  .record({
    names: fc.uniqueArray(NAME, { minLength: 2, maxLength: 6 }),
    kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 6, maxLength: 6 }),
    hasId: fc.boolean(),
    isSparse: fc.boolean(),
    rows: fc.integer({ min: 1, max: 6 }),
  })
  .chain(({ names: [text, second, ...others], kinds, hasId, isSparse, rows }) => {
    const id = hasId ? second! : undefined;
    const own = hasId ? others : [second!, ...others];
    const columns = own.map((name, i) => ({ name, kind: kinds[i]! }));
    const fields = [
      fc.tuple(fc.constant(text!), HOSTILE),
      ...(id === undefined ? [] : [fc.tuple(fc.constant(id), HOSTILE)]),
      ...columns.map(({ name, kind }) =>
        fc.tuple(fc.constant(name), isSparse ? fc.option(VALUES[kind]) : VALUES[kind]),
      ),
    ];
    const row = fc.tuple(...fields).map((cells) => new Map<string, unknown>(cells));
    return fc
      .array(row, { minLength: rows, maxLength: rows })
      .map((all): Table => ({ text: text!, id, columns, rows: all }));
  });

/** Member by member: a column may be called `__proto__`. */
const jsonLine = (row: ReadonlyMap<string, unknown>) =>
  `{${[...row].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}\n`;

const chosenFor = ({ text, id, columns }: Table) => ({
  text,
  ...(id === undefined ? {} : { id }),
  kinds: columns.map(({ name, kind }) => ({ column: name, kind: typeOf(kind) })),
});

async function imported(file: string, own: Partial<ImportRequest>) {
  const store = new ObviousStore();
  const report = await importCollection(toyRequest([file], own), toyTools(store), {
    signal: NEVER_CANCELLED,
    onProgress: () => undefined,
  });
  const collection = store.open("tests");
  return { collection, report, info: await collection.describe() };
}
type Imported = Awaited<ReturnType<typeof imported>>;

async function exported({ collection, info }: Imported, format: Format, file: string) {
  const source = readSourceFields(await collection.note(SOURCE_FIELDS));
  const shape = exportShape(info, source, {
    format,
    hasCloseness: false,
    hasPositions: false,
    lines: [],
  });
  if (format === "parquet") await writeParquet(collection.stream({}), shape, file);
  else {
    const lines = format === "csv" ? [csvHeader(shape)] : [];
    const lineOf: typeof csvRow = format === "csv" ? csvRow : jsonRow;
    for await (const batch of collection.stream({}))
      for (const row of batch) lines.push(lineOf(row, shape));
    await writeFile(file, lines.join(""));
  }
  return shape;
}

const contentOf = async ({ collection }: Imported) =>
  (await collection.rows({}, { offset: 0, limit: 100 })).map(({ id, text, values }) => ({
    id,
    text,
    values,
  }));

/** Import, export, import; whatever the names and values are, nothing changes. */
async function roundTrip(table: Table, format: Format): Promise<void> {
  const start = path.join(folder, "start.jsonl");
  await writeFile(start, table.rows.map(jsonLine).join(""));
  const before = await imported(start, { chosen: chosenFor(table) });
  const file = path.join(folder, `export.${format}`);
  const { columns } = await exported(before, format, file);
  // In Parquet names that differ in case alone are numbered. Ids that the import made have a column of their own.
  const [id, ...others] = columns.map(({ name }) => name);
  const named = before.info.columns.map(({ type }, i) => ({ name: others[i]!, type }));
  const kinds = named.map(({ name, type }) => ({ column: name, kind: type }));
  const chosen = { id: id!, text: others.at(-1)!, kinds };
  // A few hostile rows may look like a table of another shape, which a user then sets right.
  const reading = format === "csv" ? { delimiter: ",", quote: '"', header: 1 } : {};
  const after = await imported(file, { chosen, reading });
  expect(after.info.columns).toEqual(named);
  if (format !== "parquet") expect(named).toEqual(before.info.columns);
  expect(await contentOf(after)).toEqual(await contentOf(before));
}

describe("import, export and import", () => {
  it.each(["csv", "jsonl", "parquet"] as const)("give the same rows in %s", async (format) => {
    await fc.assert(
      fc.asyncProperty(TABLE, (table) => roundTrip(table, format)),
      { numRuns: format === "parquet" ? 20 : 120 },
    );
  });
});
