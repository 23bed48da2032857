import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CELLS } from "../../../../core/kernel/grid.ts";
import { fontsNeeded } from "../../../../renderer/components/printed-page/load-fonts.ts";
import { pageHtml } from "../../../../renderer/components/printed-page/page-html.ts";
import { pageSheet, sheetSvg } from "../../../../renderer/components/printed-page/page-sheet.ts";
import {
  lettersLacking,
  PageWriter,
} from "../../../../renderer/components/printed-page/page-writer.ts";
import {
  heatLayers,
  liftLayers,
} from "../../../../renderer/features/collection/model/heat-layers.ts";
import { sensesExplained } from "../../../../renderer/features/explore/model/explain-senses.ts";
import { compareLayers } from "../../../../renderer/model/map/layers.ts";
import { textOf } from "../../../../renderer/model/printed-page.ts";
import { interOutliner } from "../../../support/inter-outliner.ts";
import { reportOf } from "../../features/export/model/report-parts.ts";

const outline = interOutliner("latin");
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
      subtitle: "Compare · 4 March 2026 · retina en_associative",
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
      footer: "Semascope 1.2.3 · retina en_associative, checksum 0123456789ab",
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
        for (const written of [
          pageHtml(facts, "a4"),
          sheetSvg(pageSheet(facts, "letter", outline), facts.picture),
        ]) {
          expect(written).not.toContain("<script");
          expect(written).not.toMatch(/\shref=|\ssrc=/);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("keeps every line of a long one within the sheet, and counts the rows that have no room", () => {
    const rows = Array.from({ length: 400 }, (_, at) => [`${"long text ".repeat(40)}${at}`, at]);
    const notes = "a word ".repeat(2000);
    const facts = reportOf({ layers, notes, table: { columns: ["text", "place"], rows } });
    const svg = sheetSvg(pageSheet(facts, "a4", outline), facts.picture);
    const places = [...svg.matchAll(/translate\(([\d.-]+) ([\d.-]+)\)/g)].map(([, x, y]) => ({
      x: Number(x),
      y: Number(y),
    }));
    expect(places.length).toBeGreaterThan(20);
    const isOutside = ({ x, y }: { x: number; y: number }) =>
      !(x >= 48 && x <= 794 - 48 && y <= 1123);
    expect(places.filter(isOutside)).toEqual([]);
    expect(pageHtml(facts, "a4")).toContain("and 380 more rows");
  });

  it("sets no line again that is as it was before a letter was typed", () => {
    const set: string[] = [];
    const counting: typeof outline = (text, face) => {
      set.push(text);
      return outline(text, face);
    };
    const rows = Array.from({ length: 40 }, (_, at) => [`row ${at}`, at]);
    const facts = reportOf({
      layers,
      notes: "Two sense",
      table: { columns: ["text", "place"], rows },
    });
    pageSheet(facts, "a4", counting);
    expect(set.length).toBeGreaterThan(40);
    set.length = 0;
    const page = pageSheet({ ...facts, notes: "Two senses" }, "a4", counting);
    expect(set).toEqual(["Two senses"]);
    expect(page).toEqual(pageSheet({ ...facts, notes: "Two senses" }, "a4", outline));
  });
});

describe("lines on a page", () => {
  const page = new PageWriter(outline);
  const look = { size: 12 };

  it("never are wider than their column, whatever is written", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.integer({ min: 40, max: 400 }),
        (text, width) => {
          for (const line of page.wrapped(text, look, { width, most: 5 }))
            expect(page.widthOf(line, look)).toBeLessThanOrEqual(width);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are cut from a text of any length, without setting more of it than may fit", () => {
    let letters = 0;
    const counting = new PageWriter((text, face) => {
      letters += text.length;
      return outline(text, face);
    });
    const cut = counting.cut("A sentence of an article. ".repeat(4000), look, 300);
    expect(cut).toMatch(/^A sentence of an article\. A sentence .*…$/);
    expect(counting.widthOf(cut, look)).toBeGreaterThan(300 - 2 * look.size);
    expect(letters).toBeLessThan(1000);
  });

  it("keep the line ends of what was typed, and end in … where there are too many", () => {
    expect(page.wrapped("one\ntwo\nthree", look, { width: 200, most: 3 })).toEqual([
      "one",
      "two",
      "three",
    ]);
    expect(page.wrapped("one\ntwo\nthree", look, { width: 200, most: 2 })).toEqual([
      "one",
      "two …",
    ]);
  });

  it("show a letter that the typeface lacks as a sign of it", () => {
    expect(page.widthOf("語", look)).toBeGreaterThan(0);
  });
});

describe("letters of a report", () => {
  it("are set from every file of the typeface, and those that none has are named once", () => {
    const table = { columns: ["слово"], rows: [["λόγος 語 語 字"]] };
    const facts = reportOf({ table, notes: "Łódź ☂" });
    const all = interOutliner("latin", "latin-ext", "cyrillic", "greek");
    expect(lettersLacking(textOf(facts), all)).toEqual(["☂", "語", "字"]);
    expect(lettersLacking(textOf(facts), outline)).toContain("с");
    const face = { weight: 400, size: 12, spacing: 0 } as const;
    const mixed = all("aс", face)!;
    expect(mixed.width).toBeCloseTo(all("a", face)!.width + all("с", face)!.width, 6);
  });

  it("need no file but the usual one where the text is English, and those of its letters elsewhere", () => {
    expect(fontsNeeded("A word, “quoted” – and café …")).toEqual([]);
    for (const text of ["Łódź", "слово", "λόγος", "Việt"])
      expect(fontsNeeded(text).length, text).toBeGreaterThan(0);
  });
});
