import type { Positions } from "../kernel/grid.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { dictionarySenses } from "./dictionary-senses.ts";
import { evenOut, type Group, groupVectors, nearestOf, sumOf } from "./group-positions.ts";
import { nameFits } from "./name-fits.ts";
import { type Evidence, gatherEvidence, type SenseSource } from "./sense-evidence.ts";
import { toUnit } from "./vectors.ts";

/** Groups of positions before those that mean the same are joined. */
const GROUPS = 12;
/** Terms that speak for a group, at most. */
const SPEAKERS = 10;
/** Two groups are one sense when their speakers are so like each other, compared with how like they are among themselves. */
const ALIKE = 0.25;
/** Groups about one sense in a dictionary are joined from this likeness on: a dictionary has no sense of its own for a test match. */
const SOMEWHAT_ALIKE = 0.035;
/** A group is about a sense in a dictionary whose words have this share of it on average: five times what chance gives. */
const LEAST_SUPPORT = 0.1;
/** A sense has this many positions in common with each trusted speaker on average: twice what chance gives a term. */
const FEWEST_SHARED = 13;
/**
 * What no word names nearly as well as the best sense is named is no sense but a heap of leftovers: the terms that begin
 * like the word, or a crowd of first names.
 */
const LEAST_NAMED = 0.01;
/** More senses than this are no help. */
const MOST_SENSES = 5;
/** Clients count on more than 50 positions per context. */
const FEWEST_POSITIONS = 51;
/** Positions that a term has at least elsewhere in the fingerprint, as far as being a speaker goes. */
const ELSEWHERE = 5;

/** One meaning of a fingerprint. */
interface Sense {
  readonly positions: Positions;
  /** How well each known term names it: see `nameFits`. */
  readonly fits: Float64Array;
}

export interface Senses {
  /** Largest first. */
  readonly senses: readonly Sense[];
  /** For each term of the retina the overlap with the whole fingerprint. */
  readonly whole: Uint16Array;
  /** The term that the fingerprint came from, if it came from one. */
  readonly own: number | undefined;
}

/**
 * The senses of a fingerprint, at most five, together all of its positions, each at least 51 where there are several. The
 * terms around the fingerprint are asked what each position is about; positions that are about the same make groups, wherever
 * they lie on the map; groups whose terms are alike, or that a dictionary calls one sense, are joined; those with too little of any term, or that no word names, are shared
 * out among the others. Depends on nothing but the fingerprint and the retina.
 */
export function findSenses(source: SenseSource, query: Positions): Senses {
  const last = lastFound.get(source.index);
  if (last !== undefined && isSame(last.query, query)) return last.found;
  const found = senseOut(source, query);
  lastFound.set(source.index, { query: query.slice(), found });
  return found;
}

/** After the senses of a fingerprint mostly come the terms of each: what was found last is kept for them. */
const lastFound = new WeakMap<InvertedIndex, { query: Positions; found: Senses }>();

const isSame = (a: Positions, b: Positions) =>
  a.length === b.length && a.every((position, place) => position === b[place]);

function senseOut(source: SenseSource, query: Positions): Senses {
  const evidence = gatherEvidence(source, query);
  const own = ownTerm(source.index, evidence);
  if (query.length === 0) return { senses: [], whole: evidence.whole, own };
  const groups = groupVectors(evidence.meanings, evidence.patches, GROUPS);
  const groupsOfTerms = joinAlike(
    groups.map((members) => withSpeakers(members, evidence)),
    evidence,
  );
  const room = Math.max(1, Math.min(MOST_SENSES, Math.floor(query.length / FEWEST_POSITIONS)));
  const cores = nameable(
    joinSame(evident(groupsOfTerms), source, evidence, own).map((core) => ({
      ...core,
      fits: fitsOf(core, source, evidence),
    })),
  ).slice(0, room);
  const shared = evenOut(shareOut(cores, evidence), evidence.meanings, FEWEST_POSITIONS);
  const senses = cores
    .map(({ fits }, place) => ({ positions: positionsAt(query, shared[place]!), fits }))
    .sort((a, b) => b.positions.length - a.positions.length || a.positions[0]! - b.positions[0]!);
  return { senses, whole: evidence.whole, own };
}

function ownTerm(index: InvertedIndex, { query, whole }: Evidence): number | undefined {
  const own = whole.indexOf(query.length);
  return own >= 0 && index.size(own) === query.length ? own : undefined;
}

/** A group of positions with the terms that speak for it. */
interface SenseGroup {
  readonly members: Group;
  /** How much of the group each probe has, and how little else of the fingerprint. */
  readonly nearness: Float64Array;
  /** The nearest probes that lie mostly in the group, by place. */
  readonly speakers: readonly number[];
  /** Overlap of the speakers with the group, as far as they are trusted: the mean of as many as there may be. */
  readonly shared: number;
  /** Mean likeness of two of the speakers. */
  readonly unity: number;
}

function withSpeakers(
  members: Group,
  { having, probes, trust, whole, likeness }: Evidence,
): SenseGroup {
  const inside = new Float64Array(probes.length);
  for (const place of members) for (const probe of having[place]!) inside[probe]!++;
  const nearness = inside.map(
    (count, probe) => (count * count) / (whole[probes[probe]!]! + ELSEWHERE),
  );
  const mostly = [...probes.keys()].filter(
    (probe) => 2 * inside[probe]! >= whole[probes[probe]!]! && inside[probe]! > 0,
  );
  const speakers = nearestFirst(mostly, nearness, probes).slice(0, SPEAKERS);
  return {
    members,
    nearness,
    speakers,
    shared: speakers.reduce((sum, probe) => sum + trust[probe]! * inside[probe]!, 0) / SPEAKERS,
    unity: meanLikeness(speakers, speakers, { likeness, probes }),
  };
}

const nearestFirst = (places: number[], nearness: Float64Array, probes: readonly number[]) =>
  places.sort((a, b) => nearness[b]! - nearness[a]! || probes[a]! - probes[b]!);

/** Mean over the pairs of two different terms; 1 where there is none. */
function meanLikeness(
  first: readonly number[],
  second: readonly number[],
  { likeness, probes }: Pick<Evidence, "likeness" | "probes">,
): number {
  let sum = 0;
  let pairs = 0;
  for (const a of first)
    for (const b of second) {
      if (a === b) continue;
      sum += likeness[a * probes.length + b]!;
      pairs++;
    }
  return pairs === 0 ? 1 : sum / pairs;
}

/** Joins the two groups whose speakers are most alike, and again, until none are alike. */
function joinAlike(groups: readonly SenseGroup[], evidence: Evidence): SenseGroup[] {
  const joined = [...groups];
  for (;;) {
    const pair = mostAlike(joined, evidence);
    if (pair === undefined) return joined;
    const [i, j] = pair;
    const [later] = joined.splice(j, 1);
    joined[i] = withSpeakers([...joined[i]!.members, ...later!.members], evidence);
  }
}

/** The pair that is most alike, the lower place first; none if no pair is alike enough. */
function mostAlike(
  groups: readonly SenseGroup[],
  evidence: Evidence,
): readonly [number, number] | undefined {
  let pair: readonly [number, number] | undefined;
  let highest = ALIKE;
  for (let i = 0; i < groups.length; i++)
    for (let j = i + 1; j < groups.length; j++) {
      const alike = alikeness(groups[i]!, groups[j]!, evidence);
      if (alike <= highest) continue;
      highest = alike;
      pair = [i, j];
    }
  return pair;
}

/** Mean likeness of the speakers of two groups; 1 where they are as like as the speakers of each are among themselves. */
function alikeness(a: SenseGroup, b: SenseGroup, evidence: Evidence): number {
  const unity = Math.sqrt(a.unity * b.unity);
  return unity === 0 ? 0 : meanLikeness(a.speakers, b.speakers, evidence) / unity;
}

/** The groups that terms have enough of, those with most evidence first; the best one where none has. */
function evident(groups: readonly SenseGroup[]): SenseGroup[] {
  return [...groups]
    .sort((a, b) => b.shared - a.shared || b.members.length - a.members.length)
    .filter(({ shared }, place) => place === 0 || shared >= FEWEST_SHARED);
}

/** Joins the groups that are most about the same sense of the term in a dictionary and somewhat alike; others stay as they are. */
function joinSame(
  groups: readonly SenseGroup[],
  source: SenseSource,
  evidence: Evidence,
  own: number | undefined,
): readonly SenseGroup[] {
  if (own === undefined || groups.length < 2) return groups;
  const listed = dictionarySenses(source, own, evidence.query);
  const bySense = new Map<Float64Array | SenseGroup, SenseGroup>();
  for (const group of groups) {
    const main = mainSense(group, listed) ?? group;
    const first = bySense.get(main);
    const isApart = first !== undefined && alikeness(first, group, evidence) < SOMEWHAT_ALIKE;
    const sense = isApart ? group : main;
    const same = isApart ? undefined : first;
    const members = [...(same?.members ?? []), ...group.members];
    bySense.set(sense, same === undefined ? group : withSpeakers(members, evidence));
  }
  return bySense.size === groups.length ? groups : evident([...bySense.values()]);
}

/** The sense whose words have most of a group; none where none have enough. */
function mainSense(
  { members }: SenseGroup,
  listed: readonly Float64Array[],
): Float64Array | undefined {
  let main: Float64Array | undefined;
  let most = LEAST_SUPPORT * members.length;
  for (const shares of listed) {
    const support = members.reduce((sum, place) => sum + shares[place]!, 0);
    if (support < most) continue;
    most = support;
    main = shares;
  }
  return main;
}

/** A group with how well each known term names it. */
interface NamedGroup extends SenseGroup {
  readonly fits: Float64Array;
}

function fitsOf(
  { members, nearness }: SenseGroup,
  source: SenseSource,
  { query, whole, probes }: Evidence,
): Float64Array {
  const core = positionsAt(query, members);
  const nearest = nearestFirst([...probes.keys()], nearness, probes).map((probe) => probes[probe]!);
  return nameFits(source.index, source.nameWorths(), { query, whole, core, nearest });
}

/** The groups that some word names; all of them where no word names any. */
function nameable(groups: readonly NamedGroup[]): NamedGroup[] {
  const best = groups.map(({ fits }) => {
    let most = 0;
    for (let term = 0; term < fits.length; term++) if (fits[term]! > most) most = fits[term]!;
    return most;
  });
  const least = LEAST_NAMED * Math.max(...best);
  return groups.filter((_, place) => best[place]! >= least);
}

/** All positions: those of a core stay in it, others go to the core nearest in meaning. */
function shareOut(cores: readonly SenseGroup[], { meanings }: Evidence): number[][] {
  const middles = cores.map(({ members }) => toUnit(sumOf(meanings, members)));
  const homes = new Int32Array(meanings.length).fill(-1);
  cores.forEach(({ members }, core) => {
    for (const place of members) homes[place] = core;
  });
  const shared: number[][] = cores.map(() => []);
  homes.forEach((home, place) => {
    shared[home >= 0 ? home : nearestOf(meanings[place]!, middles)]!.push(place);
  });
  return shared;
}

const positionsAt = (query: Positions, members: Group): Positions =>
  Uint16Array.from(members, (place) => query[place]!).sort();
