import { describe, expect, it } from "vitest";
import { IMAGE_PRESETS, SERVICE } from "../../../../../core/image/style.ts";
import {
  drawMatrixPicture,
  layOutMatrix,
  type MatrixSheet,
  matrixSvg,
} from "../../../../../renderer/features/export/model/matrix-picture.ts";

/** Three items; the last pair was never compared. */
const SHEET: MatrixSheet = {
  names: ["cat", "dog", "<b>car</b>"],
  values: Float64Array.of(1, 0.8, 0.1, 0.8, 1, Number.NaN, 0.1, Number.NaN, 1),
  unit: "cosine",
  threshold: 0.3,
  title: "Pets",
  hasLegend: true,
};
const CELL = 24;

function pixelsOf(sheet: MatrixSheet, cell: number, style = SERVICE) {
  const picture = drawMatrixPicture(sheet, cell, style);
  const row = new Uint16Array(picture.width);
  return (x: number, y: number): string => {
    picture.paintRow(y, row);
    return picture.palette[row[x]!]!.join();
  };
}

/** The colour in the middle of a cell. */
function cellsOf(sheet: MatrixSheet, cell: number, style = SERVICE) {
  const { field } = layOutMatrix(sheet, cell);
  const pixel = pixelsOf(sheet, cell, style);
  const middle = Math.floor(cell / 2);
  return (row: number, column: number) =>
    pixel(field.x + column * cell + middle, field.y + row * cell + middle);
}

describe("a matrix as a picture", () => {
  it("is darker for higher values, the same across the diagonal, and apart where there is none", () => {
    const at = cellsOf(SHEET, CELL);
    const light = (color: string) => Number(color.split(",")[0]);
    expect(light(at(0, 1))).toBeLessThan(light(at(0, 2)));
    expect(at(0, 1)).toBe(at(1, 0));
    expect(at(1, 2)).toBe(at(0, 0));
    expect(at(1, 2)).not.toBe(at(0, 2));
  });

  it("frames what is close, and fills it where a cell is too small for a frame", () => {
    const { field } = layOutMatrix(SHEET, CELL);
    const pixel = pixelsOf(SHEET, CELL);
    const ink = "29,29,27,255";
    expect(pixel(field.x + CELL, field.y)).toBe(ink);
    expect(pixel(field.x + 2 * CELL - 2, field.y + 5)).toBe(ink);
    expect(pixel(field.x + 2 * CELL, field.y)).not.toBe(ink);
    expect(cellsOf(SHEET, 4)(0, 1)).toBe("255,102,0,255");
  });

  it("names every row and column once, before and above the cells, where there is room to read them", () => {
    const { texts, field, width, height } = layOutMatrix(SHEET, CELL);
    const names = texts.filter(({ role }) => role === "panel");
    expect(names.map(({ text }) => text)).toEqual([...SHEET.names, ...SHEET.names]);
    for (const { x, y, isUpright } of names) {
      if (isUpright) expect(y).toBeLessThanOrEqual(field.y);
      else expect(x).toBeLessThan(field.x);
    }
    expect(field.x + field.width).toBeLessThanOrEqual(width);
    expect(field.y + field.height).toBeLessThan(height);
    const small = layOutMatrix(SHEET, 9);
    expect(small.texts.filter(({ role }) => role === "panel")).toEqual([]);
    expect(small.field.x).toBe(0);
  });

  it("has a legend from zero on only when it is wanted", () => {
    const told = (sheet: MatrixSheet) => layOutMatrix(sheet, CELL).texts.map(({ text }) => text);
    expect(told(SHEET)).toEqual(expect.arrayContaining(["0", "1 cosine", "cosine from 0.30 on"]));
    expect(told({ ...SHEET, hasLegend: false })).not.toContain("0");
  });

  it("is the same cells as vectors, with names as text and nothing else", () => {
    const svg = matrixSvg(
      SHEET,
      { cell: CELL, style: IMAGE_PRESETS.Transparent! },
      { title: "Pets", description: "How alike" },
    );
    const { field } = layOutMatrix(SHEET, CELL);
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        expect(svg).toContain(`M${field.x + column * CELL} ${field.y + row * CELL}h`);
    expect(svg.match(/rotate\(-90 /g)).toHaveLength(3);
    expect(svg).toContain("&lt;b&gt;car&lt;/b&gt;");
    expect(svg).not.toMatch(/<b>|<script|<rect/);
  });
});
