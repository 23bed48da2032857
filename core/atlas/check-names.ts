import type { Retina } from "../retina/types.ts";
import { EDITED_LEVELS, type EditedNames, type EditedRegion } from "./edited-names.ts";
import { holds, type JudgedName, judgeNames, lies } from "./judge-names.ts";
import { wordsOf } from "./name-words.ts";
import { neighboursOf } from "./torus.ts";
import type { Atlas } from "./types.ts";

const MOST_WORDS = 3;

/** Sentences about names that an editor should look at again, by line. `atlas` is made with them. */
export function checkNames(retina: Retina, atlas: Atlas, names: EditedNames): string[] {
  const earlier = new Map<string, number>();
  const found = names.regions.flatMap((region) => {
    const key = region.name.toLowerCase();
    const twin = earlier.get(key);
    if (twin === undefined) earlier.set(key, region.line);
    const faults = faultsOf(region, { retina, atlas, twin, spelling: names.spelling });
    return faults.map((fault) => ({ line: region.line, fault }));
  });
  for (let level = 0; level < EDITED_LEVELS; level++)
    found.push(...unheld(retina, atlas, names, level));
  return found.sort((a, b) => a.line - b.line).map(({ line, fault }) => `Line ${line}: ${fault}`);
}

interface Looked {
  readonly retina: Retina;
  readonly atlas: Atlas;
  /** Line of a region with the same name. */
  readonly twin: number | undefined;
  readonly spelling: readonly string[];
}

function faultsOf({ name, level, place }: EditedRegion, looked: Looked): string[] {
  const { retina, atlas, twin, spelling } = looked;
  const parent = atlas.regions[atlas.regionOf[level]![place]!]!.parent;
  if (parent !== null && atlas.regions[parent]!.isScraps)
    return name === "" ? [] : [`“${name}” is not shown: the region around it holds scraps.`];
  if (name === "") return ["the region has no name."];
  const right = new Set(spelling.map((word) => word.toLowerCase()));
  const unknown = wordsOf(name).filter((word) => retina.idOf(word) < 0 && !right.has(word));
  const ids = atlas.regionOf[level]!;
  const pieces = piecesOf(ids, ids[place]!);
  const faults: readonly (readonly [boolean, string])[] = [
    [twin !== undefined, `line ${twin} is called “${name}” too.`],
    [name.split(" ").length > MOST_WORDS, `“${name}” has more than ${MOST_WORDS} words.`],
    [!/^[\p{L}\p{N}' -]+$/u.test(name), `“${name}” has signs that are no letters.`],
    [!/^[\p{Lu}\p{N}]/u.test(name), `“${name}” does not begin with a capital letter.`],
    [pieces > 1, `“${name}” lies in ${pieces} pieces.`],
  ];
  return [
    ...faults.filter(([is]) => is).map(([, fault]) => fault),
    ...unknown.map(
      (word) =>
        `the retina does not know “${word}”; if it is spelt right, add it to the line “spelling”.`,
    ),
  ];
}

/** How many pieces the cells of a region are in. */
function piecesOf(ids: Uint16Array, id: number): number {
  const waiting = new Set<number>();
  ids.forEach((each, cell) => {
    if (each === id) waiting.add(cell);
  });
  let pieces = 0;
  for (const start of waiting) {
    pieces++;
    const open = [start];
    waiting.delete(start);
    for (let cell = open.pop(); cell !== undefined; cell = open.pop())
      for (const next of neighboursOf(cell)) if (waiting.delete(next)) open.push(next);
  }
  return pieces;
}

/** The names of a level that do not hold and are no descriptions. */
function unheld(retina: Retina, atlas: Atlas, names: EditedNames, level: number) {
  const rows = new Map(
    names.regions
      .filter((row) => row.level === level)
      .map((row) => [atlas.regionOf[level]![row.place]!, row]),
  );
  return judgeNames(retina, atlas, level, ({ id }) => rows.get(id)?.isDescription === false)
    .filter((judged) => !holds(judged))
    .map((judged) => ({ line: rows.get(judged.region.id)!.line, fault: reasonOf(judged) }));
}

function reasonOf(judged: JudgedName): string {
  const { region, liesIn, heard, finding } = judged;
  const reason =
    liesIn === undefined
      ? "the retina knows none of its words"
      : lies(judged)
        ? `${finding} of ${heard} terms that live there are closest to it, and half is the least`
        : `its words lie in ${liesIn.label === "" ? "a region without a name" : `“${liesIn.label}”`}`;
  return `“${region.label}” does not hold: ${reason}; choose another name, or mark it as a description.`;
}
