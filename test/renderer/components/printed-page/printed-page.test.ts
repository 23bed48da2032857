import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CELLS } from "../../../../core/kernel/grid.ts";
import { pageHtml } from "../../../../renderer/components/printed-page/page-html.ts";
import {
  heatLayers,
  liftLayers,
} from "../../../../renderer/features/collection/model/heat-layers.ts";
import { sensesExplained } from "../../../../renderer/features/explore/model/explain-senses.ts";
import { compareLayers } from "../../../../renderer/model/map/layers.ts";
import { reportOf } from "../../features/export/model/report-parts.ts";

const layers = compareLayers([1, 2, 3], [3, 4], { left: "violin", right: "guitar" });
const table = {
  columns: ["term", "cells", "share"],
  rows: [
    ["cello", 98, 0.2987],
    ["harp", 1200, null],
  ],
} as const;

describe("a report", () => {
  it("leaves out columns that only programs read", () => {
    const facts = reportOf({ layers, table: { ...table, forPrograms: 1 } });
    expect(facts.table?.columns).toEqual(["term", "cells"]);
    expect(facts.table?.rows).toEqual([
      ["cello", "98"],
      ["harp", "1,200"],
    ]);
  });

  it("says what is on the map, what the colours mean, and the table in words", () => {
    const facts = reportOf({ layers, table, notes: "Seen twice." });
    expect(facts).toMatchObject({
      title: "violin and guitar",
      subtitle: "Compare · 4 March 2026 · map en_associative",
      notes: "Seen twice.",
      size: "4 of 16,384 cells · 0.024%",
      legend: [
        { colour: "#106186", name: "Only violin", cells: "2 cells" },
        { colour: "#ff6600", name: "Both", cells: "1 cell" },
        { colour: "#20bcff", name: "Only guitar", cells: "1 cell" },
      ],
      table: {
        columns: ["term", "cells", "share"],
        rows: [
          ["cello", "98", "0.299"],
          ["harp", "1,200", "–"],
        ],
        isNumber: [false, true, true],
        total: 2,
      },
      footer: "Semascope 1.2.3 · map en_associative, checksum 0123456789ab",
    });
  });

  it("counts the cells that a heat colours, and says where it is warmest", () => {
    const lift = new Float64Array(CELLS).fill(1);
    lift.fill(1.5, 0, 40);
    lift.fill(5, 100, 110);
    const facts = reportOf({
      layers: liftLayers(lift),
      atlas: { levels: 1, anchors: [], nameAt: (cell) => (cell < 100 ? "Trade" : "Rivers") },
    });
    expect(facts.size).toBe("50 of 16,384 cells are coloured");
    expect(facts.legend.map(({ name, cells }) => [name, cells])).toEqual([
      ["more often", "40 cells"],
      ["4×", "10 cells"],
    ]);
    expect(facts.regions.map(({ title, share }) => [title, share])).toEqual([["Rivers", 1]]);
    expect(reportOf({ layers: [] }).size).toBe("No cell is set");
  });

  it("of a heat, counts each cell with a row once", () => {
    const counts = fc.array(fc.nat(9), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(counts, (some) => {
        const warm = some.filter((count) => count > 0).length;
        const { size, legend } = reportOf({ layers: heatLayers(some) });
        expect(size).toBe(warm === 0 ? "No cell is set" : `${warm} of 16,384 cells are coloured`);
        expect(legend.reduce((sum, { cells }) => sum + Number.parseInt(cells, 10), 0)).toBe(warm);
      }),
    );
  });

  it("tells senses apart, and says nothing where there is one", () => {
    const sense = (label: string) => ({ label, names: [label, "paw"], positions: [1, 2] });
    expect(sensesExplained([sense("cat")])).toEqual([]);
    expect(sensesExplained([sense("cat"), sense("car")])).toEqual([
      { title: "2 senses", lines: ["cat: paw; 2 cells", "car: paw; 2 cells"] },
    ]);
  });

  it("shows any text as text, in every part of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const hostile = `<script>&"'${text}`;
        const facts = reportOf({
          layers,
          title: hostile,
          notes: hostile,
          table: { columns: [hostile], rows: [[hostile]] },
          explanation: [{ title: hostile, lead: hostile, lines: [hostile] }],
        });
        const written = pageHtml(facts, "a4");
        expect(written).not.toContain("<script");
        expect(written).not.toMatch(/\shref=|\ssrc=/);
      }),
      { numRuns: 30 },
    );
  });

  it("counts the rows that have no room", () => {
    const rows = Array.from({ length: 400 }, (_, at) => [`row ${at}`, at]);
    const html = pageHtml(reportOf({ layers, table: { columns: ["text", "place"], rows } }), "a4");
    expect(html).toContain("row 14");
    expect(html).not.toContain("row 15<");
    expect(html).toContain("and 385 more rows");
  });

  it("prints on the chosen paper, and needs no style in an element", () => {
    const html = pageHtml(reportOf({ layers, table }), "letter");
    expect(html).toContain("@page{size:Letter;margin:12mm}");
    expect(html).not.toContain('style="');
  });
});
