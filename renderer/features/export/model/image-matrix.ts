import { formatScore, plural } from "../../../model/format.ts";
import type { ShownMatrix } from "../../../model/shown-matrix.ts";
import type { Plan } from "./image-sheet.ts";
import {
  LEAST_NAMED,
  layOutMatrix,
  type MatrixLayout,
  type MatrixSheet,
} from "./matrix-picture.ts";

/** The values of a matrix as a picture takes them, apart from the page. */
export type MatrixValues = Pick<MatrixSheet, "names" | "values" | "unit" | "threshold">;

export function matrixValues({ names, valueAt, unit, threshold }: ShownMatrix): MatrixValues {
  const size = names.length;
  const values = new Float64Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      values[row * size + column] = valueAt(row, column);
  return { names, values, unit, threshold };
}

/** What is said of it below: how many items, and in which order. */
export const matrixNote = ({ names, order }: ShownMatrix): string =>
  `${plural(names.length, "item")}${order === "" ? "" : `, ${order}`}`;

/** The plan's values with its texts, as they are laid out and drawn. */
export const matrixSheet = ({ sheet }: Plan, matrix: MatrixValues): MatrixSheet => ({
  ...matrix,
  ...(sheet.title === undefined ? {} : { title: sheet.title }),
  ...(sheet.caption === undefined ? {} : { caption: sheet.caption }),
  hasLegend: sheet.hasLegend ?? false,
});

export const matrixLayout = (plan: Plan, matrix: MatrixValues, cell: number): MatrixLayout =>
  layOutMatrix(matrixSheet(plan, matrix), cell);

const MOST_TOLD = 5;

/** In words: the closest pairs. */
export function describeMatrix({ names, values, unit }: MatrixValues): string {
  const size = names.length;
  const pairs: { readonly text: string; readonly value: number }[] = [];
  for (let row = 0; row < size; row++)
    for (let column = row + 1; column < size; column++) {
      const value = values[row * size + column]!;
      if (!Number.isNaN(value)) pairs.push({ text: `${names[row]} and ${names[column]}`, value });
    }
  const closest = pairs.sort((a, b) => b.value - a.value).slice(0, MOST_TOLD);
  const told = closest.map(({ text, value }) => `${text} ${formatScore(value)}`).join("; ");
  return `${plural(size, "item")}, ${plural(pairs.length, "pair")} by ${unit}. Closest: ${told}.`;
}

/** What a person should know about it. */
export const matrixCautions = (cell: number): string[] =>
  cell < LEAST_NAMED ? [`Names need cells of at least ${LEAST_NAMED} pixels.`] : [];
