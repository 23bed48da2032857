import type { Sheet } from "./layout.ts";
import type { PanelGround, PlaceName } from "./panel.ts";

/** A step of a scale: cells from `from` on, up to the next step; a step without a colour is left blank. */
interface HeatStep {
  readonly from: number;
  readonly label: string;
  readonly color: string | null;
}

/** Light to dark, readable in grey too (after ColorBrewer's YlGnBu). */
const SHADES = ["#d8ecd2", "#a8d9c4", "#6cc1c8", "#3b9bbf", "#2a69a6", "#1f2f7a"] as const;

/** Steps of equal ratio from the mean number of rows to the largest: few cells are hot, and those are looked for. */
export function heatSteps(values: ArrayLike<number>): HeatStep[] {
  let greatest = 0;
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    greatest = Math.max(greatest, values[i]!);
    sum += values[i]!;
  }
  if (greatest === 0) return [];
  const first = Math.max(1, Math.ceil(sum / values.length));
  const ratio = (greatest / first) ** (1 / SHADES.length);
  const edges = SHADES.map((_, i) => Math.max(first + i, Math.round(first * ratio ** i)));
  const kept = edges.filter((edge) => edge <= greatest);
  return kept.map((from, i) => {
    const last = (kept[i + 1] ?? greatest + 1) - 1;
    const rows = from === last ? `${from}` : `${from} to ${last}`;
    const label = rows === "1" ? "1 row" : `${rows} rows`;
    return { from, label, color: SHADES[SHADES.length - kept.length + i]! };
  });
}

/** How many times as frequent: the same steps in every picture, so that pictures can be compared. */
export const liftSteps = (): HeatStep[] => [
  { from: 0, label: "less", color: null },
  { from: 1.5, label: "1.5 to 2 times as often", color: "#d8ecd2" },
  { from: 2, label: "2 to 3 times", color: "#a8d9c4" },
  { from: 3, label: "3 to 5 times", color: "#3b9bbf" },
  { from: 5, label: "5 to 10 times", color: "#2a69a6" },
  { from: 10, label: "10 times as often or more", color: "#1f2f7a" },
];

/** The same towards both sides; between them is what chance alone may be. */
export const differenceSteps = (a: string, b: string): HeatStep[] => [
  { from: 0, label: `more in ${b}: 5 times as often or more`, color: "#8c510a" },
  { from: 1 / 5, label: "2 to 5 times", color: "#d8973c" },
  { from: 1 / 2, label: "up to 2 times", color: "#f0d6a4" },
  { from: 0.999_999, label: "no difference beyond chance", color: null },
  { from: 1.000_001, label: `more in ${a}: up to 2 times`, color: "#b5dcd6" },
  { from: 2, label: "2 to 5 times as often", color: "#3f9f94" },
  { from: 5, label: "5 times as often or more", color: "#01514a" },
];

interface HeatTexts {
  readonly title: string;
  readonly caption: string;
  readonly names: readonly PlaceName[];
  /** Tints and terrain under the values; absent: none. */
  readonly ground?: PanelGround;
}

/** A map coloured by a value of each cell, with its scale as the legend. */
export function heatSheet(
  values: ArrayLike<number>,
  steps: readonly HeatStep[],
  { title, caption, names, ground }: HeatTexts,
): Sheet {
  const cells = steps.map(() => [] as number[]);
  for (let cell = 0; cell < values.length; cell++) {
    let step = steps.length - 1;
    while (step >= 0 && values[cell]! < steps[step]!.from) step--;
    cells[step]?.push(cell);
  }
  const layers = steps.flatMap(({ label, color }, i) =>
    color === null ? [] : [{ label, color, positions: Uint16Array.from(cells[i]!) }],
  );
  const panel = { layers, names, ...(ground === undefined ? {} : { ground }) };
  return { title, caption, hasLegend: true, hasMargin: true, panels: [panel] };
}

/** What a name is about: its middle on the map and how much it weighs. */
interface NameWish {
  readonly text: string;
  readonly cell: number;
  readonly weight: number;
}

const SIDE = 128;
/** Cells a character takes at the usual size of names, and a line. */
const CHARACTER = 1.4;
const LINE = 2.6;

/** The heaviest names that fit without touching one another, larger the heavier. */
export function placeNames(wishes: readonly NameWish[]): PlaceName[] {
  const sorted = [...wishes].sort((a, b) => b.weight - a.weight);
  const heaviest = sorted[0]?.weight ?? 1;
  const placed: (PlaceName & { readonly width: number; readonly height: number })[] = [];
  for (const { text, cell, weight } of sorted) {
    const scale = 1 + Math.sqrt(weight / heaviest);
    const width = text.length * CHARACTER * scale;
    const height = LINE * scale;
    const x = Math.min(Math.max((cell % SIDE) + 0.5, width / 2), SIDE - width / 2);
    const y = Math.min(Math.max(Math.floor(cell / SIDE) + 0.5, height / 2), SIDE - height / 2);
    const isFree = placed.every(
      (other) =>
        Math.abs(other.x - x) > (other.width + width) / 2 ||
        Math.abs(other.y - y) > (other.height + height) / 2,
    );
    if (isFree && width <= SIDE) placed.push({ text, x, y, scale, width, height });
  }
  return placed.map(({ text, x, y, scale }) => ({ text, x, y, scale }));
}
