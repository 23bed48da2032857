import { buildAtlas } from "../../../core/atlas/build-atlas.ts";
import type { Atlas, Region } from "../../../core/atlas/types.ts";
import { CELLS } from "../../../core/kernel/grid.ts";
import type { Retina } from "../../../core/retina/types.ts";
import type { BenchContext } from "./bench-context.ts";
import type { Measure } from "./measures.ts";

/** Levels whose names are judged, from the widest on. */
const LEVELS = [0, 1, 2];
/** Terms that speak for a region: spread evenly over those that live there, among the most frequent. */
const SPEAKERS = 30;
const SPEAKERS_FROM = 30_000;
/** A term in more documents than this is about nothing in particular. */
const TOO_COMMON = 0.2;
/** How many of a level's names hold, and what they cover. */
export interface NamesJudged {
  readonly regions: number;
  /** Regions with a name. */
  readonly named: number;
  /** Share of the cells in regions with a name. */
  readonly covered: number;
  /** Names whose own fingerprint lies in their region more than in any other of the level, beyond what chance gives. */
  readonly lying: number;
  /** Names that at least half of the terms of their region are closer to than to any other name of the level. */
  readonly found: number;
  /** Names that do both. */
  readonly holding: number;
}

/** Share of the names of each level that say what lives there. */
export function measureNames({ retina }: BenchContext): Measure[] {
  const atlas = buildAtlas(retina);
  return LEVELS.flatMap((level) => {
    const judged = judgeNames(retina, atlas, level);
    const set = `names of level ${level + 1}`;
    const share = (count: number) => count / Math.max(1, judged.named);
    return [
      { set, figure: `share that holds, of ${judged.named}`, value: share(judged.holding) },
      { set, figure: "their own cells lie there", value: share(judged.lying) },
      { set, figure: "found by the terms there", value: share(judged.found) },
      { set, figure: "share of the map named", value: judged.covered },
    ];
  });
}

/** Tests the names of one level of an atlas. */
export function judgeNames(
  retina: Retina,
  { regions, regionOf }: Pick<Atlas, "regions" | "regionOf">,
  level: number,
): NamesJudged {
  const own = regions.filter((region) => region.level === level);
  const ground: Ground = { retina, regionOf: regionOf[level]!, own };
  const named = own.filter(({ label }) => label !== "");
  const names = namesByCell(named, retina);
  const speakers = speakersOf(ground);
  const judged = named.map((region) => ({
    lies: strongestRegion(fingerprintOf(region, retina), ground) === region.id,
    isFound: isFound(region, { speakers: speakers.get(region.id) ?? [], names, retina }),
  }));
  const count = (holds: (one: (typeof judged)[number]) => boolean) => judged.filter(holds).length;
  return {
    regions: own.length,
    named: named.length,
    covered: named.reduce((sum, { cells }) => sum + cells, 0) / CELLS,
    lying: count(({ lies }) => lies),
    found: count(({ isFound }) => isFound),
    holding: count(({ lies, isFound }) => lies && isFound),
  };
}

/** The regions of one level. */
interface Ground {
  readonly retina: Retina;
  readonly regionOf: Uint16Array;
  readonly own: readonly Region[];
}

/** How often each cell is a position of the words of a name, scaled to length 1. */
function fingerprintOf({ label }: Region, retina: Retina): Float32Array {
  const map = new Float32Array(CELLS);
  for (const word of label.split(", ")) {
    const id = retina.idOf(word);
    if (id >= 0) retina.addTo(map, id, 1 / retina.size(id));
  }
  const length = Math.sqrt(map.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? map : map.map((value) => value / length);
}

/** For each cell the names that have it. */
type NamesByCell = readonly { readonly region: number; readonly height: number }[][];

function namesByCell(named: readonly Region[], retina: Retina): NamesByCell {
  const cells: { region: number; height: number }[][] = Array.from({ length: CELLS }, () => []);
  for (const region of named)
    fingerprintOf(region, retina).forEach((height, cell) => {
      if (height > 0) cells[cell]!.push({ region: region.id, height });
    });
  return cells;
}

/** The region in which a fingerprint lies most beyond chance, in standard deviations; -1 for an empty one. */
function strongestRegion(print: Float32Array, { regionOf, own }: Ground): number {
  const sums = new Map<number, number>();
  let total = 0;
  print.forEach((height, cell) => {
    if (height === 0) return;
    total += height;
    sums.set(regionOf[cell]!, (sums.get(regionOf[cell]!) ?? 0) + height);
  });
  let best = -1;
  let most = 0;
  for (const { id, cells } of own) {
    const usual = (total * cells) / CELLS;
    const beyond = ((sums.get(id) ?? 0) - usual) / Math.sqrt(usual);
    if (beyond <= most) continue;
    most = beyond;
    best = id;
  }
  return best;
}

/** For each region a sample of the terms that live there. */
function speakersOf(ground: Ground): Map<number, number[]> {
  const { retina } = ground;
  const living = new Map<number, number[]>();
  for (let term = 0; term < Math.min(SPEAKERS_FROM, retina.termCount); term++) {
    if (retina.documentFrequency(term) > TOO_COMMON) continue;
    const print = new Float32Array(CELLS);
    retina.addTo(print, term, 1);
    const region = strongestRegion(print, ground);
    living.set(region, [...(living.get(region) ?? []), term]);
  }
  for (const [region, terms] of living) {
    const step = Math.max(1, terms.length / SPEAKERS);
    const count = Math.min(SPEAKERS, terms.length);
    living.set(
      region,
      Array.from({ length: count }, (_, i) => terms[Math.floor(i * step)]!),
    );
  }
  return living;
}

interface Hearing {
  readonly speakers: readonly number[];
  readonly names: NamesByCell;
  readonly retina: Retina;
}

/** Whether at least half of the terms that live in a region, but for those of its name, find its name. */
function isFound(region: Region, { speakers, names, retina }: Hearing): boolean {
  const words = new Set(region.label.split(", "));
  const heard = speakers.filter((term) => !words.has(retina.term(term)));
  const finding = heard.filter((term) => {
    const closeness = new Map<number, number>();
    for (const cell of retina.positions(term))
      for (const { region: id, height } of names[cell]!)
        closeness.set(id, (closeness.get(id) ?? 0) + height);
    const own = closeness.get(region.id) ?? 0;
    return own > 0 && [...closeness.values()].every((value) => value <= own);
  });
  return 2 * finding.length >= heard.length;
}
