import { CELLS, type Positions } from "../kernel/grid.ts";
import type { Match, PosType, Retina } from "../retina/types.ts";

/** A term of an area of the map. */
export interface AreaTerm {
  readonly term: string;
  /** Cells shared with the area. */
  readonly score: number;
  readonly shareOfTerm: number;
  /** How much denser the term is in the area than over the whole map; 1 is what chance gives. */
  readonly lift: number;
  readonly df: number;
  readonly pos_types: PosType[];
}

/** A term has to share this share of the area, and this many cells, for its lift to mean anything. */
const LEAST_COVERAGE = 0.03;
const FEWEST_SHARED = 3;

/** Terms by how much denser they are in the area than over the map; of equal ones the larger overlap first. */
export function rankByLift(retina: Retina, area: Positions, limit: number): AreaTerm[] {
  const fewest = Math.min(area.length, Math.max(FEWEST_SHARED, LEAST_COVERAGE * area.length));
  return sharing(retina, area)
    .filter(({ score }) => score >= fewest)
    .map((match) => rowOf(retina, area, match))
    .sort((a, b) => b.lift - a.lift || b.score - a.score || b.df - a.df)
    .slice(0, limit);
}

/** Terms by shared cells: favours frequent and wide ones. */
export function rankByOverlap(retina: Retina, area: Positions, limit: number): AreaTerm[] {
  return retina.similar(area, { offset: 0, limit }).map((match) => rowOf(retina, area, match));
}

/** Every term that shares a position with the area. */
export function sharing(retina: Retina, area: Positions): Match[] {
  return retina.similar(area, { offset: 0, limit: retina.termCount });
}

function rowOf(retina: Retina, area: Positions, { term, score }: Match): AreaTerm {
  const shareOfTerm = score / retina.size(term);
  return {
    term: retina.term(term),
    score,
    shareOfTerm,
    lift: shareOfTerm / (area.length / CELLS),
    df: retina.documentFrequency(term),
    pos_types: [...retina.posTypes(term)],
  };
}
