import type { PanelPoints } from "../../../../core/image/panel.ts";
import { readSvgState } from "../../../../core/image/svg.ts";
import { SIDE } from "../../../../core/kernel/grid.ts";
import { isPositions } from "../../../../core/workspace/cells.ts";
import { isListOf, isRecord, isText } from "../../../../core/workspace/fit.ts";
import { type Fingerprint, isFingerprint } from "../../../model/fingerprint.ts";
import { readImageSettings } from "./image-settings.ts";
import type { Plan } from "./image-sheet.ts";
import { readPngTexts } from "./png-chunks.ts";

/** The keyword of the text inside a PNG. */
export const STATE_KEYWORD = "semascope-state";

const FORMAT = "semascope-picture";

/** What a picture keeps of how it was made. */
export interface PictureState {
  readonly label: string;
  /** What it shows; two for a comparison. */
  readonly fingerprints: readonly Fingerprint[];
  readonly isComparison: boolean;
  /** Cells that were chosen on the map. */
  readonly chosen: readonly number[];
  /** How the picture was made; whoever takes them checks them. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

export const stateText = (state: PictureState): string =>
  JSON.stringify({ format: FORMAT, version: 1, ...state });

/** @throws Error with a sentence for the person, when the file is no picture or carries nothing */
export function readPicture(name: string, bytes: Uint8Array): PictureState {
  const text = stateInside(name, bytes);
  if (text === undefined)
    throw new Error(
      `${name} contains no state: it was saved without it, or another program has rewritten it. It can be viewed, but not reopened.`,
    );
  const state = parse(text);
  if (!state)
    throw new Error(`The state in ${name} is damaged, or was written by another version.`);
  return state;
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47];

function stateInside(name: string, bytes: Uint8Array): string | undefined {
  if (PNG_START.every((byte, index) => bytes[index] === byte))
    return readPngTexts(bytes).find(({ keyword }) => keyword === STATE_KEYWORD)?.text;
  const text = new TextDecoder().decode(bytes);
  if (/<svg[\s>]/.test(text.slice(0, 4096))) return readSvgState(text);
  throw new Error(
    `${name} is neither a PNG nor an SVG picture. Pictures exported here open when they are dropped on the window.`,
  );
}

function parse(text: string): PictureState | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || value.format !== FORMAT || !isText(value.label)) return null;
    const { label, fingerprints } = value;
    if (!isListOf(isFingerprint)(fingerprints) || fingerprints.length === 0) return null;
    return {
      label,
      fingerprints,
      isComparison: value.isComparison === true && fingerprints.length === 2,
      chosen: isPositions(value.chosen) ? value.chosen : [],
      settings: readImageSettings(isRecord(value.settings) ? value.settings : {}),
    };
  } catch {
    return null;
  }
}

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
