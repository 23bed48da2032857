import { parseJson } from "../expression/parse-json.ts";
import { leaves } from "../expression/walk.ts";
import type { Positions } from "../kernel/grid.ts";
import { type Retina, TERM_LIMIT } from "../retina/types.ts";
import { chanceOf } from "./chance.ts";
import type { Model } from "./engine.ts";
import { positionsOf } from "./read-expression.ts";
import { type Filters, makeFilters } from "./result-rows.ts";

/** A term between two expressions, with the cells that it shares with each. */
export interface Bridge {
  readonly term: string;
  readonly left: number;
  readonly right: number;
  readonly df: number;
}

interface Bridges {
  /** Cells of the two expressions. */
  readonly left: number;
  readonly right: number;
  /** Cells of each side that 99.9% of random terms stay below; null where that cannot be told. */
  readonly chance: { readonly left: number | null; readonly right: number | null };
  /** Terms that share a cell with both. */
  readonly total: number;
  readonly rows: Bridge[];
}

interface Ends {
  readonly left: unknown;
  readonly right: unknown;
  readonly limit: number;
}

/**
 * Terms that overlap both sides, by the smaller of the two shares: what lies well in one and hardly in the other
 * leads nowhere. The words of the two expressions, in any form, are left out.
 */
export function bridgesBetween(model: Model, { left, right, limit }: Ends): Bridges {
  const { retina } = model;
  const sides = [positionsOf(model, left), positionsOf(model, right)] as const;
  const own = makeFilters(retina, { withoutForms: [...termsOf(left), ...termsOf(right)] });
  const all = bridges(retina, sides, own);
  const [a, b] = [sides[0].length, sides[1].length];
  const weaker = (row: Bridge) => Math.min(row.left / a, row.right / b);
  const both = (row: Bridge) => row.left / a + row.right / b;
  all.sort((p, q) => weaker(q) - weaker(p) || both(q) - both(p) || q.df - p.df);
  const chance = chanceOf(retina);
  return {
    left: a,
    right: b,
    chance: {
      left: chance.between(a, TERM_LIMIT)?.p999 ?? null,
      right: chance.between(b, TERM_LIMIT)?.p999 ?? null,
    },
    total: all.length,
    rows: all.slice(0, limit),
  };
}

/** Every term that shares a cell with each side, in order of falling frequency. */
function bridges(retina: Retina, [left, right]: readonly [Positions, Positions], own: Filters) {
  const shared = scoresOf(retina, left);
  const rows: Bridge[] = [];
  scoresOf(retina, right).forEach((score, term) => {
    const other = shared[term]!;
    if (score === 0 || other === 0 || own.some((filter) => !filter.passes(term))) return;
    const df = retina.documentFrequency(term);
    rows.push({ term: retina.term(term), left: other, right: score, df });
  });
  return rows;
}

/** Cells shared with each term of the vocabulary, by its id. */
function scoresOf(retina: Retina, positions: Positions): Uint16Array {
  const scores = new Uint16Array(retina.termCount);
  if (positions.length === 0) return scores;
  const ranked = retina.ranked(positions, { offset: 0, limit: retina.termCount });
  ranked.terms.forEach((term, place) => {
    scores[term] = ranked.scores[place]!;
  });
  return scores;
}

const termsOf = (json: unknown): string[] =>
  leaves(parseJson(json)).flatMap(({ node }) => (node.kind === "term" ? [node.term] : []));
