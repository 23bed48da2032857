import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { CollectionInfo, StreamedRow } from "../../../../core/collection/port/store.ts";
import {
  csvHeader,
  csvRow,
  exportColumns,
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
const SHAPE = exportColumns(INFO, { hasCloseness: true, hasPositions: true, lines: [] });

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
      const shape = exportColumns(
        { ...INFO, scores: ["trade", "war"] },
        { hasCloseness: false, hasPositions: false, lines },
      );
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
    const plain = { hasCloseness: false, hasPositions: false, lines: [] };
    const shape = exportColumns({ ...INFO, labels }, plain);
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
    expect(members.size).toBe(11);
  });
});
