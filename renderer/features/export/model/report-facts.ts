import type { Atlas } from "../../../model/atlas.ts";
import type { ExportTable, ReportSection } from "../../../model/export-source.ts";
import { formatCount, formatScore, plural } from "../../../model/format.ts";
import { isHeat, type MapLayer, unionOf, warmestOf } from "../../../model/map/layers.ts";
import { regionsOfCells } from "../../../model/map/regions-of-cells.ts";
import type { MapContent } from "../../../model/map-content.ts";
import type { LegendEntry, PageFacts, PageTable } from "../../../model/printed-page.ts";
import { sizeOnMap } from "./picture-sheet.ts";

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
  /** Name of the reader whose encoder read the texts; undefined where their words did. */
  readonly reader: string | undefined;
  readonly version: string;
  readonly today: Date;
}

/** Rows that a page has room for, at the most. */
const MOST_ROWS = 40;
const MOST_COLUMNS = 7;
const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });

/** All but what a person writes. */
export function reportFacts(parts: ReportParts): Omit<PageFacts, "title" | "notes"> {
  const { content, layers, picture, view, atlas, retina, version, today } = parts;
  const cells = isHeat(layers) ? warmestOf(layers) : unionOf(layers);
  const regions = atlas === null || cells.length === 0 ? [] : regionsOfCells(cells, atlas);
  const name = content.foreign?.retina ?? retina?.name;
  return {
    subtitle: [view, DATE.format(today), ...(name === undefined ? [] : [`map ${name}`])].join(
      " · ",
    ),
    picture,
    size: sizeOnMap(layers),
    legend: legendOf(layers, parts.colours),
    sections: parts.explanation,
    regions,
    texts: [],
    table: parts.table === null ? null : printed(parts.table),
    footer: [
      `Semascope ${version}`.trim(),
      ...(retina ? [`map ${retina.name}, checksum ${retina.checksum.slice(0, 12)}`] : []),
      ...(parts.reader === undefined ? [] : [`texts encoded by ${parts.reader}`]),
    ].join(" · "),
  };
}

/** One fingerprint needs no legend; a shade of a heat does. */
function legendOf(layers: readonly MapLayer[], colours: readonly string[]): LegendEntry[] {
  const isShades = isHeat(layers);
  const entries = layers.flatMap(({ label, letter, positions, isOutside }, at) =>
    positions.length === 0 || (isOutside && !isShades)
      ? []
      : [
          {
            colour: colours[at] ?? "",
            name: letter ? `${letter}  ${label}` : label,
            cells: plural(positions.length, "cell"),
          },
        ],
  );
  return entries.length < 2 && !isShades ? [] : entries;
}

function printed({ columns, rows, forPrograms = 0, total = rows.length }: ExportTable): PageTable {
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
