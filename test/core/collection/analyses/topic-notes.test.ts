import { describe, expect, it } from "vitest";
import type { Atlas } from "../../../../core/atlas/types.ts";
import {
  changeTopicNotes,
  endOf,
  readTopicNotes,
  type TopicNote,
  writeTopicNotes,
} from "../../../../core/collection/analyses/topic-notes.ts";
import { TopicGatherer } from "../../../../core/collection/analyses/topics.ts";
import { CELLS } from "../../../../core/kernel/grid.ts";

/** `count` bands of the map. */
function bands(count: number): Atlas {
  const size = CELLS / count;
  return {
    regions: Array.from({ length: count }, (_, id) => ({
      id,
      level: 0,
      label: `band ${id}`,
      parent: null,
      runnersUp: [],
      cells: size,
      centre: id * size + size / 2,
      coherence: 1,
    })),
    regionOf: [Uint16Array.from({ length: CELLS }, (_, cell) => Math.floor(cell / size))],
    kinship: new Float32Array(CELLS),
  };
}
const ATLAS = bands(16);
const note = (region: number, own: Partial<TopicNote> = {}): TopicNote => ({
  region,
  name: null,
  hidden: false,
  into: null,
  ...own,
});
const noted = (...changes: TopicNote[]) => changeTopicNotes(new Map(), changes, ATLAS);

describe("notes of topics", () => {
  it("come back as they were kept, also on a map that is divided otherwise", () => {
    const notes = noted(
      note(3, { name: "Tariffs" }),
      note(4, { into: 3 }),
      note(9, { hidden: true }),
    );
    const kept = writeTopicNotes(notes, ATLAS);
    expect(readTopicNotes(kept, ATLAS)).toEqual(notes);
    // Bands twice as wide: 3 is now part of 1, 4 of 2.
    const wide = readTopicNotes(kept, bands(8));
    expect([...wide.values()]).toEqual([
      note(1, { name: "Tariffs" }),
      note(2, { into: 1 }),
      note(4, { hidden: true }),
    ]);
    expect(readTopicNotes(undefined, ATLAS).size).toBe(0);
  });

  it("replace one another by region, and go when they say nothing", () => {
    const before = noted(note(3, { name: "Tariffs" }), note(5, { hidden: true }));
    const after = changeTopicNotes(before, [note(3, { name: "  Duties " }), note(5)], ATLAS);
    expect([...after.values()]).toEqual([note(3, { name: "Duties" })]);
  });

  it("refuse what cannot be", () => {
    expect(() => noted(note(16, { name: "x" }))).toThrow("The map has no region 16.");
    expect(() => noted(note(3, { into: 3 }))).toThrow("not into 3");
    expect(() => noted(note(3, { name: "x".repeat(201) }))).toThrow("200 characters");
    expect(() => noted(note(3, { into: 4 }), note(4, { into: 3 }))).toThrow("merged into itself");
    expect(endOf(1, noted(note(1, { into: 2 }), note(2, { into: 7 })))).toBe(7);
  });

  it("make one topic of two, with each row once", () => {
    const notes = noted(note(2, { into: 1 }), note(1, { name: "Both" }), note(5, { hidden: true }));
    const gatherer = new TopicGatherer(ATLAS, 0, { notes });
    const inBand = (band: number) => Array.from({ length: 10 }, (_, i) => band * 1024 + i);
    const row = (id: string, ...own: number[]) =>
      gatherer.add({ id, text: `words of ${id}`, cells: Uint16Array.from(own.flatMap(inBand)) });
    row("one", 1);
    row("two", 2);
    row("both", 1, 2);
    row("other", 5);
    expect(gatherer.topics(9, false)).toMatchObject([
      { region: 1, name: "Both", hidden: false, merged: [2], rows: 3, share: 0.75 },
    ]);
    expect(gatherer.topics(9, true).map(({ region, hidden }) => [region, hidden])).toEqual([
      [1, false],
      [5, true],
    ]);
    expect(gatherer.topics(1, false)[0]!.examples[0]!.inside).toBe(1);
  });
});
