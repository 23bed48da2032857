import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CollectionInfo, StreamedRow } from "../../../../core/collection/port/store.ts";
import { cleanValue } from "../../../../core/collection/port/values.ts";
import { withoutGuards } from "../../../../core/collection/table/csv-cell.ts";
import { readValue } from "../../../../core/collection/table/read-value.ts";
import {
  csvHeader,
  csvLine,
  csvRow,
  type ExportOptions,
  exportShape,
  jsonRow,
} from "../../../../core/collection/table/write-rows.ts";
import { HEAD } from "../port/arbitrary-selection.ts";

const INFO: CollectionInfo = {
  ...HEAD,
  rows: 1,
  withoutCells: 0,
  labels: [{ filter: "war", belongs: 1, not: 0, authors: [] }],
  scores: ["war"],
};
const ROW: StreamedRow = {
  id: "@1",
  text: 'a "text",\nwith lines',
  values: ["=1+1", "-x", -2.5, ["a", "b"], "2024-01-01T10:00:00"],
  size: 2,
  score: 0.25,
  labels: [{ filter: "war", belongs: true }],
  scores: [],
  cells: Uint16Array.of(0, 16_383),
};
const PLAIN: ExportOptions = { format: "csv", hasCloseness: false, hasPositions: false, lines: [] };
const SHAPE = exportShape(INFO, undefined, { ...PLAIN, hasCloseness: true, hasPositions: true });

describe("an exported row", () => {
  it("is CSV in which no cell is a formula, and numbers stay numbers", () => {
    const [header, row] = parse(csvHeader(SHAPE) + csvRow(ROW, SHAPE)) as string[][];
    expect(header).toEqual([
      "id",
      "party",
      "__proto__",
      '"; drop table rows; --',
      "a'b.c%_*?",
      "date",
      "label war",
      "score war",
      "closeness",
      "positions",
      "text",
    ]);
    expect(row).toEqual([
      "'@1",
      "'=1+1",
      "'-x",
      "-2.5",
      "a;b",
      "2024-01-01T10:00:00",
      "belongs",
      "",
      "0.25",
      "0;16383",
      'a "text",\nwith lines',
    ]);
  });
  it("says what a row belongs to, by scores from a line on", () => {
    const scores = [
      { name: "war", score: 0.4 },
      { name: "trade", score: 0.2 },
    ];
    const decision = (score: number, trade: number, cells = ROW.cells) => {
      const lines = [
        { score: "war", from: score },
        { score: "trade", from: trade },
      ];
      const shape = exportShape({ ...INFO, scores: ["trade", "war"] }, undefined, {
        ...PLAIN,
        lines,
      });
      const json = jsonRow({ ...ROW, scores, cells }, shape);
      return new Map(Object.entries(JSON.parse(json) as object)).get("decision");
    };
    expect(decision(0.4, 0.3)).toEqual(["war"]);
    expect(decision(0.1, 0.1)).toEqual(["war", "trade"]);
    expect(decision(0.5, 0.3)).toEqual(["none"]);
    expect(decision(0.1, 0.1, new Uint16Array(0))).toBeNull();
  });
  it("says who gave a label where somebody else than the person did", () => {
    const authors = [{ author: "assistant: a", rows: 1 }];
    const labels = [
      { filter: "peace", belongs: 0, not: 2, authors },
      { filter: "war", belongs: 1, not: 0, authors: [] },
    ];
    const shape = exportShape({ ...INFO, labels }, undefined, PLAIN);
    const theirs = { filter: "peace", belongs: false, author: "assistant: a" };
    const rows = [{ ...ROW, labels: [theirs, ...ROW.labels] }, ROW];
    const [header, first, second] = parse(
      csvHeader(shape) + rows.map((row) => csvRow(row, shape)).join(""),
    ) as string[][];
    const at = header!.indexOf("label peace");
    const of = (row: readonly string[] | undefined) => row?.slice(at, at + 3);
    expect([header, first, second].map(of)).toEqual([
      ["label peace", "label war", "author peace"],
      ["not", "belongs", "assistant: a"],
      ["", "belongs", ""],
    ]);
  });
  it("is JSON with every member, whatever it is called", () => {
    const line = jsonRow(ROW, SHAPE);
    expect(line.endsWith("}\n")).toBe(true);
    const members = new Map(Object.entries(JSON.parse(line) as object));
    expect(members.get("__proto__")).toBe("-x");
    expect(members.get("a'b.c%_*?")).toEqual(["a", "b"]);
    expect(members.get("score war")).toBeNull();
    expect(members.get("positions")).toEqual([0, 16_383]);
    expect(members.size).toBe(11);
  });
  it("keeps the names, booleans and empty lists of the file, and renames what would come twice", () => {
    const columns = [
      { name: "id", type: "text" },
      { name: "TEXT", type: "text" },
      { name: "is new", type: "text" },
      { name: "tags", type: "list" },
      { name: "label war", type: "text" },
    ] as const;
    const source = { text: "text", booleans: ["is new"], emptyLists: ["tags"] };
    const info = { ...INFO, columns, scores: [] };
    const row = { ...ROW, values: ["x", "y", "true", null, "z"], text: "t" };
    const csv = exportShape(info, source, PLAIN);
    expect(csv.renamed).toEqual([
      { column: "id", name: "id (2)" },
      { column: "label war", name: "label war (2)" },
    ]);
    expect(jsonRow(row, csv)).toBe(
      '{"id (2)":"@1","id":"x","TEXT":"y","is new":true,"tags":[],"label war":"z","label war (2)":"belongs","text":"t"}\n',
    );
    const parquet = exportShape(info, source, { ...PLAIN, format: "parquet" });
    expect(parquet.renamed).toContainEqual({ column: "text", name: "text (2)" });
  });
  it("writes a list in one cell so that reading finds the same parts", () => {
    const part = fc.string({
      unit: fc.constantFrom("a", "null", ";", "|", " ", "[", "]", '"', ",", "="),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const list = cleanValue(parts, "list")!;
        const [[cell] = []] = parse(csvLine([list, "x"])) as string[][];
        expect(readValue(withoutGuards(cell!), "list")).toEqual(list);
      }),
    );
  });
});
