import type { PanelPoints } from "../../../../core/image/panel.ts";
import { SIDE } from "../../../../core/kernel/grid.ts";
import type { Plan } from "./image-sheet.ts";

/** A picture with the file it is in; "" where it is in none yet. */
interface Told {
  readonly file: string;
  readonly plan: Plan;
}

/** Column and row of each in cells, with its kind. */
const pointsAsData = ({ x, y, kindOf, kinds }: PanelPoints) =>
  Array.from(kindOf, (kind, point) => ({
    kind: kinds[kind]?.label ?? "",
    x: x[point],
    y: y[point],
  }));

/** What pictures show, as data: every set of cells with its name, and points, in the order of drawing. */
export const dataOf = (pictures: readonly Told[], retina: string): string =>
  `${JSON.stringify(
    {
      format: "semascope-positions",
      version: 1,
      retina,
      grid: { columns: SIDE, rows: SIDE, order: "row by row from the upper left, from 0" },
      pictures: pictures.map(({ file, plan }) => ({
        ...(file === "" ? {} : { file }),
        title: plan.label,
        panels: (plan.frames ?? [plan]).flatMap(({ sheet }) =>
          sheet.panels.map(({ caption, layers, points }) => ({
            ...((caption ?? sheet.caption) ? { caption: caption ?? sheet.caption } : {}),
            layers: layers.map(({ label, positions }) => ({ label, positions: [...positions] })),
            ...(points ? { points: pointsAsData(points) } : {}),
          })),
        ),
      })),
    },
    null,
    1,
  )}\n`;
