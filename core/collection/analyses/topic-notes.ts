import type { Atlas } from "../../atlas/types.ts";
import { badInput } from "../../errors.ts";

/** What an analyst made of a topic. */
export interface TopicNote {
  /** Index in `Atlas.regions`. */
  readonly region: number;
  /** Its own name; null where it has the map's. */
  readonly name: string | null;
  readonly hidden: boolean;
  /** The region of the same level whose topic it belongs to; null where it is a topic itself. */
  readonly into: number | null;
}

/** The same as it is kept: by level and middle, since another version of the program may number regions otherwise. */
interface KeptNote {
  readonly level: number;
  readonly cell: number;
  readonly name: string | null;
  readonly hidden: boolean;
  readonly into: number | null;
}

interface Kept {
  readonly format: 1;
  readonly notes: readonly KeptNote[];
}

const LONGEST_NAME = 200;

/** By region. What was kept for a place of the map that is two regions' now goes to the one that has its middle. */
export function readTopicNotes(kept: string | undefined, atlas: Atlas): Map<number, TopicNote> {
  const { notes } = kept === undefined ? { notes: [] } : (JSON.parse(kept) as Kept);
  const found = new Map<number, TopicNote>();
  for (const { level, cell, into, ...note } of notes) {
    const regionOf = atlas.regionOf[level];
    if (regionOf === undefined) continue;
    const region = regionOf[cell]!;
    const target = into === null ? null : regionOf[into]!;
    found.set(region, { ...note, region, into: target === region ? null : target });
  }
  return found;
}

export function writeTopicNotes(notes: ReadonlyMap<number, TopicNote>, atlas: Atlas): string {
  const { regions } = atlas;
  const kept: Kept = {
    format: 1,
    notes: [...notes.values()].map(({ region, into, ...note }) => ({
      ...note,
      level: regions[region]!.level,
      cell: regions[region]!.centre,
      into: into === null ? null : regions[into]!.centre,
    })),
  };
  return JSON.stringify(kept);
}

/**
 * Notes with changes to some regions; one that is empty is removed. @throws bad-input for a region that
 * does not exist, or one that would end up inside itself
 */
export function changeTopicNotes(
  notes: ReadonlyMap<number, TopicNote>,
  changes: readonly TopicNote[],
  atlas: Atlas,
): Map<number, TopicNote> {
  const changed = new Map(notes);
  changes.forEach((change, i) => {
    const note = checkNote(change, `notes[${i}]`, atlas);
    if (note.name === null && !note.hidden && note.into === null) changed.delete(note.region);
    else changed.set(note.region, note);
  });
  for (const { region } of changes)
    if (endOf(region, changed) === undefined)
      throw badInput(
        "notes",
        `“${atlas.regions[region]!.label}” would be merged into itself; take one of the merges back.`,
      );
  return changed;
}

function checkNote({ region, name, hidden, into }: TopicNote, path: string, atlas: Atlas) {
  const own = atlas.regions[region];
  if (own === undefined) throw badInput(`${path}.region`, `The map has no region ${region}.`);
  const target = into === null ? undefined : atlas.regions[into];
  if (into !== null && (target === undefined || target.level !== own.level || into === region))
    throw badInput(
      `${path}.into`,
      `Region ${region} can be merged into another region of level ${own.level} only, not into ${into}.`,
    );
  const clean = name?.trim() ?? "";
  if (clean.length > LONGEST_NAME)
    throw badInput(`${path}.name`, `A name has at most ${LONGEST_NAME} characters.`);
  return { region, name: clean === "" ? null : clean, hidden, into };
}

/** The region whose topic a region belongs to after all merges; undefined where they go round in a circle. */
export function endOf(region: number, notes: ReadonlyMap<number, TopicNote>): number | undefined {
  const seen = new Set<number>();
  let end = region;
  for (
    let next = notes.get(end)?.into ?? null;
    next !== null;
    next = notes.get(end)?.into ?? null
  ) {
    if (seen.has(end)) return undefined;
    seen.add(end);
    end = next;
  }
  return end;
}
