import { CELLS } from "../../../core/kernel/grid.ts";
import { isName } from "../../../core/retina/name-policy.ts";
import { windowAround } from "../../../core/retina/search.ts";
import type { Retina } from "../../../core/retina/types.ts";
import type { BenchContext } from "./bench-context.ts";
import { mean } from "./correlation.ts";
import type { Measure } from "./measures.ts";

/** Terms of a cell that are looked at. */
const TERMS = 20;
/** Cells on each side that tell how much at home a term is at a cell. */
const RADIUS = 2;
/** A list of terms goes by letters where this share of it begins alike. */
const ALIKE = 0.4;
/** A cell belongs to names where this share of its terms are names. */
const HALF = 0.5;
/** Terms from this rank on are rare in any text. */
const RARE_RANK = 40_000;
const EVERY_CELL = Array.from({ length: CELLS }, (_, cell) => cell);
const PLAIN_NOUNS = (
  "money water bread horse doctor river garden engine window school child music paper metal winter farmer market soldier " +
  "kitchen forest ship court teacher bridge flower weather machine blood church mountain tooth letter island animal king " +
  "clothes disease language road star"
).split(" ");

/** How far the map goes by spelling, and by rare terms. */
export function measureLetters({ retina }: BenchContext): Measure[] {
  const lists = termsOfCells(retina);
  const rare = lists.flat().filter((term) => term >= RARE_RANK).length;
  const nouns = nounNeighbours(retina);
  return [
    {
      set: "letters",
      figure: `cells with one initial in 40% of ${TERMS} terms`,
      value: share(lists, (terms) => goByLetters(initialsOf(retina, terms))),
    },
    {
      set: "letters",
      figure: "5 x 5 anchors with one initial in 40%",
      value: share(EVERY_CELL, (cell) =>
        goByLetters(initialsOf(retina, anchorsNear(retina, cell))),
      ),
    },
    {
      set: "letters",
      figure: `neighbours of ${nouns.length} nouns with their initial`,
      value: mean(nouns),
      baseline: chanceOf(retina),
      baselineName: "chance",
    },
    {
      set: "letters",
      figure: `terms of cells beyond rank ${RARE_RANK.toLocaleString("en")}`,
      value: rare / Math.max(1, lists.flat().length),
    },
  ];
}

/** How much of the map belongs to names, and how closely fingerprints lie together. */
export function measureArea({ retina }: BenchContext): Measure[] {
  const names = new Uint8Array(retina.termCount).map((_, term) => (isName(retina, term) ? 1 : 0));
  const namesIn = (terms: readonly number[]) => mean(terms.map((term) => names[term]!));
  return [
    {
      set: "area",
      figure: `cells with half of ${TERMS} terms names`,
      value: share(termsOfCells(retina), (terms) => namesIn(terms) >= HALF),
    },
    {
      set: "area",
      figure: "anchors that are names",
      value: namesIn(EVERY_CELL.map((cell) => retina.anchor(cell))),
    },
    { set: "area", figure: "neighbour lift", value: retina.card.quality["neighbour lift"] ?? 0 },
  ];
}

const known = new WeakMap<Retina, number[][]>();

/** The most characteristic terms of each cell. */
function termsOfCells(retina: Retina): number[][] {
  const lists =
    known.get(retina) ??
    EVERY_CELL.map((cell) => retina.cellTerms(cell, RADIUS, TERMS).map(({ term }) => term));
  known.set(retina, lists);
  return lists;
}

const anchorsNear = (retina: Retina, cell: number) =>
  Array.from(windowAround(cell, RADIUS), (at) => retina.anchor(at));

const initialsOf = (retina: Retina, terms: readonly number[]) =>
  terms.map((term) => retina.term(term).charAt(0));

/** Whether so many of a list of letters are the same one. */
export function goByLetters(initials: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const initial of initials) counts.set(initial, (counts.get(initial) ?? 0) + 1);
  return Math.max(0, ...counts.values()) >= Math.max(2, ALIKE * initials.length);
}

/** Of each plain noun, the share of its nearest terms that begin as it does; its own inflections and phrases left out. */
function nounNeighbours(retina: Retina): number[] {
  return PLAIN_NOUNS.flatMap((noun) => {
    const id = retina.idOf(noun);
    if (id < 0) return [];
    const near = retina
      .similar(retina.positions(id), { offset: 0, limit: 2 * TERMS })
      .map(({ term }) => retina.term(term))
      .filter((term) => !term.includes(noun.slice(0, -1)))
      .slice(0, TERMS);
    return [mean(near.map((term) => (term.charAt(0) === noun.charAt(0) ? 1 : 0)))];
  });
}

/** How often a plain noun and any term of the retina begin alike. */
function chanceOf(retina: Retina): number {
  const counts = new Map<string, number>();
  for (let term = 0; term < retina.termCount; term++) {
    const initial = retina.term(term).charAt(0);
    counts.set(initial, (counts.get(initial) ?? 0) + 1);
  }
  return mean(PLAIN_NOUNS.map((noun) => (counts.get(noun.charAt(0)) ?? 0) / retina.termCount));
}

const share = <T>(list: readonly T[], test: (item: T) => boolean) =>
  list.filter(test).length / Math.max(1, list.length);
