import type { ReportSection } from "./export-source.ts";
import type { CellsRegion } from "./map/regions-of-cells.ts";

/** Sizes of paper by their names in CSS. */
export const PAPERS = { a4: "A4", letter: "Letter" } as const;

export type Paper = keyof typeof PAPERS;

export const INK = "#1d1d1b";
export const BAR = "#106186";

/** A table as it is printed: every cell a text. */
export interface PageTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** By column: are all of its cells numbers? They stand at the right edge. */
  readonly isNumber: readonly boolean[];
  /** Rows of the whole table; only the first are here. */
  readonly total: number;
}

export interface LegendEntry {
  /** As CSS. */
  readonly colour: string;
  readonly name: string;
  readonly cells: string;
}

/** The first few texts of a kind. */
export interface PageTexts {
  readonly title: string;
  readonly texts: readonly string[];
  /** How many there are besides. */
  readonly more: number;
}

/** All that a printed page says, whatever it is printed as: a report of what is in view, or the card of a filter. */
export interface PageFacts {
  readonly title: string;
  readonly subtitle: string;
  /** By the analyst; "" for none. */
  readonly notes: string;
  /** The map as SVG. */
  readonly picture: string;
  /** How much of it is set. */
  readonly size: string;
  /** What the colours mean; none where there is one. */
  readonly legend: readonly LegendEntry[];
  readonly sections: readonly ReportSection[];
  readonly regions: readonly CellsRegion[];
  /** Two kinds, side by side, or none. */
  readonly texts: readonly PageTexts[];
  readonly table: PageTable | null;
  readonly footer: string;
}
