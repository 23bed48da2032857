import type { Atlas } from "../../../model/atlas.ts";
import type { ExportTable, ReportSection } from "../../../model/export-source.ts";
import { cardRegions } from "../../../model/filters/card/card-regions.ts";
import { formatCount, formatScore, formatSize, plural } from "../../../model/format.ts";
import { type MapLayer, unionOf } from "../../../model/map/layers.ts";
import type { MapContent } from "../../../model/map-content.ts";

/** A table as it is printed: every cell a text. */
export interface ReportTable {
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

/** All that a report says, whatever it is printed as. */
export interface ReportFacts {
  readonly title: string;
  readonly subtitle: string;
  /** By the analyst; "" for none. */
  readonly notes: string;
  /** The map as SVG. */
  readonly picture: string;
  /** How much is set. */
  readonly size: string;
  /** What the colours mean; none where there is one. */
  readonly legend: readonly LegendEntry[];
  readonly sections: readonly ReportSection[];
  readonly regions: ReturnType<typeof cardRegions>;
  readonly table: ReportTable | null;
  readonly footer: string;
}

/** What a report is made of. */
export interface ReportParts {
  readonly content: MapContent;
  /** As they are drawn. */
  readonly layers: readonly MapLayer[];
  readonly picture: string;
  /** Of the layers, as CSS. */
  readonly colours: readonly string[];
  readonly view: string;
  readonly table: ExportTable | null;
  readonly explanation: readonly ReportSection[];
  readonly atlas: Pick<Atlas, "nameAt" | "anchors" | "levels"> | null;
  readonly retina: { readonly name: string; readonly checksum: string } | null;
  readonly version: string;
  readonly today: Date;
}

/** Rows that a page has room for, at the most. */
const MOST_ROWS = 40;
const MOST_COLUMNS = 7;
const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });

/** All but what a person writes. */
export function reportFacts(parts: ReportParts): Omit<ReportFacts, "title" | "notes"> {
  const { content, layers, picture, view, atlas, retina, version, today } = parts;
  const cells = unionOf(layers);
  const regions = atlas === null || cells.length === 0 ? [] : cardRegions(cells, atlas);
  const name = content.foreign?.retina ?? retina?.name;
  return {
    subtitle: [view, DATE.format(today), ...(name === undefined ? [] : [`retina ${name}`])].join(
      " · ",
    ),
    picture,
    size: cells.length === 0 ? "No cell is set" : formatSize(cells.length),
    legend: legendOf(layers, parts.colours),
    sections: parts.explanation,
    regions,
    table: parts.table === null ? null : printed(parts.table),
    footer: [
      `Semascope ${version}`.trim(),
      ...(retina ? [`retina ${retina.name}, checksum ${retina.checksum.slice(0, 12)}`] : []),
    ].join(" · "),
  };
}

function legendOf(layers: readonly MapLayer[], colours: readonly string[]): LegendEntry[] {
  const entries = layers.flatMap(({ label, letter, positions, isOutside }, at) =>
    positions.length === 0 || isOutside
      ? []
      : [
          {
            colour: colours[at] ?? "",
            name: letter ? `${letter}  ${label}` : label,
            cells: plural(positions.length, "cell"),
          },
        ],
  );
  return entries.length < 2 ? [] : entries;
}

function printed({
  columns,
  rows,
  forPrograms = 0,
  total = rows.length,
}: ExportTable): ReportTable {
  const shown = columns.slice(0, Math.min(MOST_COLUMNS, columns.length - forPrograms));
  const isNumber = shown.map(
    (_, at) =>
      rows.some((row) => typeof row[at] === "number") &&
      rows.every((row) => row[at] == null || typeof row[at] === "number"),
  );
  const isWhole = shown.map((_, at) => rows.every((row) => Number.isInteger(row[at] ?? 0)));
  const printCell = (value: string | number | null | undefined, at: number): string => {
    if (value == null) return "–";
    if (typeof value === "string") return value.replace(/\s+/g, " ").trim();
    return isWhole[at] || Math.abs(value) >= 1000
      ? formatCount(Math.round(value))
      : formatScore(value);
  };
  return {
    columns: shown,
    rows: rows.slice(0, MOST_ROWS).map((row) => shown.map((_, at) => printCell(row[at], at))),
    isNumber,
    total,
  };
}
