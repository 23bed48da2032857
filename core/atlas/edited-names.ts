import { ApiError, badRetinaFile } from "../errors.ts";
import { CELLS } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";
import { DIVISION } from "./division.ts";
import type { Atlas } from "./types.ts";

/** Levels that an editor names, from the widest on. */
export const EDITED_LEVELS = 3;
const LONGEST_NAME = 60;
const COLUMNS = ["level", "place", "name", "kind", "note"] as const;
const DESCRIPTION = "description";
/** Words that only spelling or chance brought together: drawn paler, and the regions inside have no names. */
const SCRAPS = "scraps";

/** One region as an editor has it. */
export interface EditedRegion {
  /** Line of the file. */
  readonly line: number;
  /** 0 is the widest. */
  readonly level: number;
  /** A cell inside it. */
  readonly place: number;
  /** "" where the name of the wider region is to do. */
  readonly name: string;
  /** The name says what kind of words live there ("Given names"); the words of a name are at home there themselves. */
  readonly isDescription: boolean;
  readonly isScraps: boolean;
  /** What lives there, in a line. */
  readonly note: string;
}

/**
 * A file of names. Its regions are in the order of an outline: after a region those of the next level that it consists of. So moving a
 * line moves a border.
 */
export interface EditedNames {
  /** Checksum of the retina. */
  readonly retina: string;
  readonly division: number;
  /** Words that are right although the retina does not know them. */
  readonly spelling: readonly string[];
  readonly regions: readonly EditedRegion[];
}

/** The names that an editor gave to the regions of a retina; undefined where there are none. @throws bad-retina-file */
export function editedNamesOf({
  regionNames,
  checksum,
}: Pick<Retina, "regionNames" | "checksum">): EditedNames | undefined {
  if (regionNames === "") return undefined;
  const names = readNames(regionNames);
  if (names.retina !== checksum)
    throw refuse(
      `they were made for a retina with the checksum ${names.retina || "(none)"}, and this one has ${checksum}`,
    );
  if (names.division !== DIVISION)
    throw refuse(
      `they were made for version ${names.division || "(none)"} of the division of the map, and this program has ${DIVISION}`,
    );
  return names;
}

/** The text that `editedNamesOf` can read, or "", and why that is. */
export function usableNames(retina: Pick<Retina, "name" | "regionNames" | "checksum">): {
  readonly text: string;
  readonly problem?: string;
} {
  try {
    editedNamesOf(retina);
    return { text: retina.regionNames };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { text: "", problem: unused(retina, cause.message) };
  }
}

export const unused = ({ name }: Pick<Retina, "name">, reason: string) =>
  `The edited names of regions of “${name}” are not used: ${reason}. Correct them, or edit what semascope atlas draft “${name}” prints.`;

function readNames(text: string): EditedNames {
  const rows = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .map((row, i) => ({ line: i + 1, cells: row.split("\t").map((cell) => cell.trim()) }))
    .filter(
      ({ cells: [first = "", ...others] }) =>
        !first.startsWith("#") && [first, ...others].join("") !== "",
    );
  const at = rows.findIndex(({ cells: [first] }) => first === COLUMNS[0]);
  if (at === -1) throw refuse(`no line begins with “${COLUMNS[0]}” and names the columns`);
  const head = new Map(rows.slice(0, at).map(({ cells: [key = "", value = ""] }) => [key, value]));
  const columns = rows[at]?.cells ?? [];
  const missing = COLUMNS.find((name) => !columns.includes(name));
  if (missing !== undefined) throw refuse(`there is no column “${missing}”`, rows[at]?.line);
  return {
    retina: head.get("retina") ?? "",
    division: Number(head.get("division") ?? 0),
    spelling: (head.get("spelling") ?? "").split(/[\s,]+/).filter((word) => word !== ""),
    regions: rows.slice(at + 1).map(({ line, cells }) => {
      const cell = (name: (typeof COLUMNS)[number]) => cells[columns.indexOf(name)] ?? "";
      return regionOf(line, cell);
    }),
  };
}

function regionOf(line: number, cell: (name: (typeof COLUMNS)[number]) => string): EditedRegion {
  const level = numberIn(cell("level"), 1, EDITED_LEVELS);
  if (level === undefined)
    throw refuse(`the level is a number from 1 to ${EDITED_LEVELS}, not “${cell("level")}”`, line);
  const place = numberIn(cell("place"), 0, CELLS - 1);
  if (place === undefined)
    throw refuse(`the place is a cell from 0 to ${CELLS - 1}, not “${cell("place")}”`, line);
  const name = cell("name").replace(/\s+/g, " ");
  if (name.length > LONGEST_NAME)
    throw refuse(
      `a name has at most ${LONGEST_NAME} characters, and “${name}” has ${name.length}`,
      line,
    );
  const kind = cell("kind");
  if (!["", DESCRIPTION, SCRAPS].includes(kind))
    throw refuse(`the kind is empty, “${DESCRIPTION}” or “${SCRAPS}”, not “${kind}”`, line);
  return {
    line,
    level: level - 1,
    place,
    name,
    isDescription: kind !== "",
    isScraps: kind === SCRAPS,
    note: cell("note"),
  };
}

function numberIn(text: string, least: number, most: number): number | undefined {
  const number = Number(text);
  return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined;
}

/** `reason` completes “the names are not used: …”. */
const refuse = (reason: string, line?: number) =>
  badRetinaFile(line === undefined ? reason : `in line ${line} ${reason}`);

/**
 * For each level and each part of the map the region that it belongs to.
 * @param partOf for each cell the part that it lies in: a region of the division that editors put together
 * @throws bad-retina-file unless each part is named once, and the place of each region lies within it
 */
export function ownersOf(regions: readonly EditedRegion[], partOf: Uint16Array): EditedRegion[][] {
  const owners = Array.from({ length: EDITED_LEVELS }, (): EditedRegion[] => []);
  const around: EditedRegion[] = [];
  for (const region of regions) {
    const { level, line, place } = region;
    if (around.length < level)
      throw refuse(
        `a region of level ${level + 1} comes before the one of level ${level} that it is part of`,
        line,
      );
    around.splice(level, EDITED_LEVELS, region);
    if (level < EDITED_LEVELS - 1) continue;
    const part = partOf[place]!;
    const twin = owners[level]![part];
    if (twin !== undefined)
      throw refuse(`the cell ${place} lies in the region of line ${twin.line}`, line);
    around.forEach((holder, its) => {
      owners[its]![part] = holder;
    });
  }
  const missing = partOf.findIndex((part) => owners[0]![part] === undefined);
  if (missing !== -1)
    throw refuse(`no line of level ${EDITED_LEVELS} names the region round the cell ${missing}`);
  for (const region of regions)
    if (owners[region.level]![partOf[region.place]!] !== region)
      throw refuse(
        `the cell ${region.place} lies in none of the regions of level ${EDITED_LEVELS} below it; give a cell of one of these`,
        region.line,
      );
  return owners;
}

/** A row of a draft: a region, its size, and the terms that tell an editor what lives there. */
export interface DraftRow {
  readonly level: number;
  readonly place: number;
  readonly name: string;
  readonly kind: string;
  readonly note: string;
  readonly cells: number;
  readonly terms: readonly string[];
}

/** What an editor begins with: the regions of the edited levels as an outline, with the names that they have now. */
export function draftOf(
  { regions, regionOf }: Pick<Atlas, "regions" | "regionOf">,
  {
    termsOf,
    names,
  }: {
    readonly termsOf: (region: number) => readonly string[];
    /** The names that the atlas has of an editor. */
    readonly names: EditedNames | undefined;
  },
): DraftRow[] {
  const wide = regions.filter(({ level }) => level < EDITED_LEVELS);
  const edited = (level: number, id: number) =>
    names?.regions.find((row) => row.level === level && regionOf[level]?.[row.place] === id);
  const rowsIn = (parent: number | null): DraftRow[] =>
    wide
      .filter((region) => region.parent === parent)
      .flatMap(({ id, level, label, cells, centre }) => {
        const before = edited(level, id);
        const row = {
          level: level + 1,
          place: before?.place ?? centre,
          name: label,
          kind: before?.isScraps ? SCRAPS : before?.isDescription ? DESCRIPTION : "",
          note: before?.note ?? "",
          cells,
          terms: termsOf(id),
        };
        return [row, ...rowsIn(id)];
      });
  return rowsIn(null);
}

/** The file of a draft. What the program does not read, the sizes and the terms, may stay in it. */
export function writeDraft(
  checksum: string,
  rows: readonly DraftRow[],
  names?: EditedNames,
): string {
  return [
    "# Names of the regions of a map; core/atlas/README.md says how to edit them.",
    ["retina", checksum].join("\t"),
    ["division", DIVISION].join("\t"),
    ["spelling", (names?.spelling ?? []).join(" ")].join("\t"),
    [...COLUMNS, "cells", "terms"].join("\t"),
    ...rows.map(({ level, place, name, kind, note, cells, terms }) =>
      [level, place, name, kind, note, cells, terms.join(", ")].join("\t"),
    ),
  ].join("\n");
}
