import { beforeAll, describe, expect, it } from "vitest";
import { buildAtlas } from "../../../core/atlas/build-atlas.ts";
import { checkNames } from "../../../core/atlas/check-names.ts";
import { COUNTS, DIVISION, divide } from "../../../core/atlas/division.ts";
import {
  type DraftRow,
  draftOf,
  editedNamesOf,
  usableNames,
  writeDraft,
} from "../../../core/atlas/edited-names.ts";
import { murmur3 } from "../../../core/kernel/hash.ts";
import { syntheticRetina } from "../../support/retina-builder.ts";

/** Each test divides the map of this one and names its parts, which takes twice as long with 3000 terms. */
const retina = syntheticRetina(1000);
const { checksum } = retina;
const found = buildAtlas(retina);
const draft = draftOf(found, { names: undefined, termsOf: () => ["law", "court"] });
const unedited = writeDraft(checksum, draft);

/** The atlas with these rows as the file, or why they are not used. */
function edited(rows: readonly DraftRow[]) {
  const reasons: string[] = [];
  const names = writeDraft(checksum, rows);
  const atlas = buildAtlas(retina, { names, say: (reason) => reasons.push(reason) });
  return { atlas, reasons };
}

/** The draft with some of its rows changed. */
const withRows = (changes: Readonly<Record<number, Partial<DraftRow>>>) =>
  draft.map((row, i) => ({ ...row, ...changes[i] }));

const firstOf = (level: number) => draft.findIndex((row) => row.level === level);
/** Line of the file in which a row stands. */
const lineOf = (row: number) => row + 6;

/** Whether the region of a row has a cell. */
const holds = ({ level, place }: DraftRow, cell: number) =>
  found.regionOf[level - 1]?.[place] === found.regionOf[level - 1]?.[cell];

describe("a draft of names", () => {
  it("is an outline of the three wider levels: every region once, after the one that holds it", () => {
    const wide = found.regions.filter(({ level }) => level < 3);
    expect(draft.map(({ place }) => place).sort()).toEqual(wide.map(({ centre }) => centre).sort());
    draft.forEach(({ level, place }, i) => {
      const holder = draft.slice(0, i).findLast((row) => row.level === level - 1);
      const ids = found.regionOf[level - 2];
      if (level > 1) expect(ids?.[holder?.place ?? -1]).toBe(ids?.[place]);
    });
  });

  it("changes nothing before it is edited", () => {
    const { atlas, reasons } = edited(draft);
    expect(reasons).toEqual([]);
    const wide = ({ regions }: typeof found) =>
      regions
        .filter(({ level }) => level < 3)
        .map(({ id, level, label, parent, centre }) => ({ id, level, label, parent, centre }));
    expect(wide(atlas)).toEqual(wide(found));
    expect(atlas.regionOf).toEqual(found.regionOf);
  });

  it("keeps names, notes and places that were edited before", () => {
    const row = firstOf(3);
    const rows = withRows({
      [row]: { name: "Odds and ends", kind: "description", note: "Scraps." },
    });
    const names = writeDraft(checksum, rows);
    const again = draftOf(buildAtlas(retina, { names }), {
      names: editedNamesOf({ regionNames: names, checksum }),
      termsOf: () => ["law", "court"],
    });
    expect(again).toEqual(rows);
  });
});

describe("edited names", () => {
  it("are what the regions are called, however little their cells have in common", () => {
    const rows = draft.map((row, i) => ({ ...row, name: `Place ${i}` }));
    const { regions, regionOf } = edited(rows).atlas;
    for (const { level, place, name } of rows)
      expect(regions[regionOf[level - 1]?.[place] ?? -1]?.label).toBe(name);
    expect(regions.filter(({ level, label }) => level < 3 && label === "")).toEqual([]);
  });

  it("keep the terms of a region beside its name", () => {
    const { regions, regionOf } = edited(
      draft.map((row, i) => ({ ...row, name: `Place ${i}` })),
    ).atlas;
    const region = regions[regionOf[0]?.[draft[0]?.place ?? 0] ?? 0];
    expect(region?.runnersUp.length).toBeGreaterThan(0);
  });

  it("leave a district of scraps one name, and mark all that lies in it", () => {
    const scraps = draft[0]!;
    const inside = (row: DraftRow) => row.level > 1 && holds({ ...scraps }, row.place);
    const rows = draft.map((row, i) => ({
      ...row,
      name: inside(row) ? "" : `Place ${i}`,
      kind: i === 0 ? "scraps" : "",
    }));
    const { atlas, reasons } = edited(rows);
    expect(reasons).toEqual([]);
    const ids = atlas.regionOf.map((level) => level[scraps.place]!);
    expect(ids.map((id) => atlas.regions[id]?.label)).toEqual(["Place 0", "", "", ""]);
    const marked = atlas.regions.filter(({ isScraps }) => isScraps).map(({ id }) => id);
    const within = atlas.regionOf.flatMap((level) =>
      Array.from(level).filter((_, cell) => atlas.regionOf[0]?.[cell] === ids[0]),
    );
    expect(marked).toEqual([...new Set(within)].sort((a, b) => a - b));
    const text = writeDraft(checksum, rows);
    const names = editedNamesOf({ regionNames: text, checksum });
    if (names === undefined) throw new Error("There are no names.");
    const remarks = checkNames(retina, atlas, names);
    expect(remarks.filter((remark) => remark.includes("has no name"))).toEqual([]);
    const again = draftOf(atlas, { names, termsOf: () => ["law", "court"] });
    expect(again.map(({ kind }) => kind)).toEqual(rows.map(({ kind }) => kind));
  });

  it("move a border where a line is moved below another region", () => {
    const at = draft.findIndex(({ level }, i) => level === 3 && draft[i - 1]?.level === 3);
    const moved = draft[at];
    const beside = draft[at - 1]?.place ?? 0;
    const last = draft.at(-1)?.place ?? 0;
    if (moved === undefined) throw new Error("No region consists of two.");
    // The cell of a region above it may lie in what is moved, and then has to be another.
    const rows = draft.map((row, i) =>
      i < at && row.level < 3 && holds(row, beside) ? { ...row, place: beside } : row,
    );
    const { atlas, reasons } = edited([...rows.toSpliced(at, 1), moved]);
    expect(reasons).toEqual([]);
    for (const ids of atlas.regionOf.slice(0, 2)) {
      expect(ids[moved.place]).toBe(ids[last]);
      expect(ids[moved.place]).not.toBe(ids[beside]);
    }
  });

  it.each<[string, readonly DraftRow[], string]>([
    [
      "a region that no line names",
      draft.slice(0, -1),
      "no line of level 3 names the region round the cell ",
    ],
    [
      "two lines for one region",
      [...draft, { ...draft[firstOf(3)]! }],
      `in line ${lineOf(draft.length)} the cell ${draft[firstOf(3)]?.place} lies in the region of line ${lineOf(firstOf(3))}`,
    ],
    [
      "a region outside one of the level above",
      draft.slice(1),
      `in line ${lineOf(0)} a region of level 2 comes before the one of level 1 that it is part of`,
    ],
    [
      "a place outside its region",
      withRows({ 0: { place: draft.at(-1)?.place ?? 0 } }),
      `in line ${lineOf(0)} the cell ${draft.at(-1)?.place} lies in none of the regions of level 3 below it`,
    ],
  ])("are not used with %s, and the reason is given", (_, rows, reason) => {
    const { atlas, reasons } = edited(rows);
    expect(reasons).toEqual([expect.stringContaining(reason)]);
    expect(atlas).toEqual(found);
  });

  const problemOf = (regionNames: string) => usableNames({ name: "law", regionNames, checksum });

  it.each([
    [
      "another retina",
      unedited.replace(checksum, "1".repeat(32)),
      "a retina with the checksum 1111",
    ],
    ["another division", unedited.replace("division\t1", "division\t0"), "the division of the map"],
    ["no columns", "a table", "no line begins with “level” and names the columns"],
    ["a missing column", unedited.replace("\tkind\t", "\t"), "in line 5 there is no column “kind”"],
    [
      "an odd level",
      unedited.replace(/\n1\t/, "\n4\t"),
      "in line 6 the level is a number from 1 to 3, not “4”",
    ],
    [
      "an odd place",
      unedited.replace(/\n1\t\d+/, "\n1\t16384"),
      "a cell from 0 to 16383, not “16384”",
    ],
    [
      "an odd kind",
      unedited.replace(/\n1\t(\d+)\t([^\t]*)\t/, "\n1\t$1\t$2\tperhaps\t"),
      "“perhaps”",
    ],
    [
      "an endless name",
      unedited.replace(/\n1\t(\d+)\t[^\t]*/, `\n1\t$1\t${"long ".repeat(20)}`),
      "in line 6 a name has at most 60 characters",
    ],
  ])("for %s are not read, and a sentence says why", (_, text, reason) => {
    const { text: used, problem } = problemOf(text);
    expect(used).toBe("");
    expect(problem).toContain(`The edited names of regions of “law” are not used: `);
    expect(problem).toContain(reason);
  });

  it("are read with a byte order mark, Windows line ends, comments and empty lines", () => {
    const odd = `\uFEFF# mine\r\n\r\n${unedited.replaceAll("\n", "\r\n")}\r\n\t\t\r\n`;
    expect(problemOf(odd)).toEqual({ text: odd });
    const names = editedNamesOf({ regionNames: odd, checksum });
    expect(names?.regions.map(({ name }) => name)).toEqual(draft.map(({ name }) => name));
  });
});

describe("the check of edited names", () => {
  const named = found.regions.filter(({ level, label }) => level === 0 && label !== "");
  /** A word that lies in a region. */
  const wordOf = (region: number) =>
    (named[region]?.label.split(", ")[0] ?? "").replace(/^./, (letter) => letter.toUpperCase());

  /** For each of some wide regions what its line says; all others are descriptions. */
  const LINES: readonly Pick<DraftRow, "name" | "kind">[] = [
    { name: wordOf(0), kind: "" },
    { name: "", kind: "" },
    { name: "a, b", kind: "" },
    { name: "One two three four", kind: "" },
    { name: wordOf(4).toLowerCase(), kind: "" },
    { name: "Qwrtzx", kind: "" },
    { name: wordOf(8), kind: "" },
    { name: wordOf(1), kind: "description" },
    { name: "Vbnmpq", kind: "description" },
  ];
  const rowOf = (line: number) =>
    draft.findIndex(({ level, place }) => level === 1 && place === named[line]?.centre);
  let all: readonly string[];
  beforeAll(() => {
    const rows = draft.map((row, i) => ({ ...row, name: `Place ${i}`, kind: "description" }));
    LINES.forEach((line, i) => {
      Object.assign(rows[rowOf(i)]!, line);
    });
    const text = writeDraft(checksum, rows).replace("spelling\t", "spelling\tvbnmpq");
    const names = editedNamesOf({ regionNames: text, checksum });
    if (names === undefined) throw new Error("There are no names.");
    all = checkNames(retina, buildAtlas(retina, { names: text }), names);
  });
  /** What is said about one of the lines. */
  const remarks = (line: number) =>
    all.filter((remark) => remark.startsWith(`Line ${lineOf(rowOf(line))}:`)).join(" ");

  it("passes a word that lies there, and leads its terms home", () => {
    expect(remarks(0)).toBe("");
  });

  it.each([
    [1, "the region has no name"],
    [2, "has signs that are no letters"],
    [3, "has more than 3 words"],
    [4, "does not begin with a capital letter"],
    [5, "the retina does not know “qwrtzx”"],
    [5, "does not hold: the retina knows none of its words"],
    [6, `“${wordOf(8)}” does not hold: its words lie in “`],
  ])("remarks on line %i: %s", (line, remark) => {
    expect(remarks(line)).toContain(remark);
  });

  it("lets a description say what no word of the region says", () => {
    expect(remarks(7)).toBe("");
  });

  it("takes a word of the line “spelling” for right", () => {
    expect(remarks(8)).toBe("");
  });

  it("finds two regions of one name, in capitals or not, on any level", () => {
    const rows = draft.map((row, i) => ({
      ...row,
      kind: "description",
      name: i === 1 ? "PLACE 0" : `Place ${i}`,
    }));
    const text = writeDraft(checksum, rows);
    const names = editedNamesOf({ regionNames: text, checksum });
    if (names === undefined) throw new Error("There are no names.");
    const all = checkNames(retina, buildAtlas(retina, { names: text }), names);
    expect(all).toContain(`Line ${lineOf(1)}: line ${lineOf(0)} is called “PLACE 0” too.`);
  });
});

it("the division is that of its version: where this fails, raise DIVISION", () => {
  const { smallest, into } = divide(syntheticRetina(3000));
  const partOf = into(COUNTS[2]);
  const cells = Uint32Array.from(smallest, (region) => partOf[region] ?? 0);
  expect({ version: DIVISION, cells: murmur3(cells) }).toEqual({
    version: 1,
    cells: "197afb3195822923284949961f4fde5e",
  });
});
