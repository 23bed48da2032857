import type { Engine, Model } from "../analysis/engine.ts";
import { somePositionsOf } from "../analysis/read-expression.ts";
import { inOrder, passing } from "../analysis/result-rows.ts";
import type { Handler, Input, Output } from "../api/client-types.ts";
import { namesFor } from "../atlas/name-regions.ts";
import { badInput, emptyFingerprint } from "../errors.ts";
import { normalise } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import { keepShared } from "../kernel/overlap.ts";
import type { Context, Match, Retina } from "../retina/types.ts";
import { evaluateSteps } from "./app-evaluate.ts";

type View = Output<"app.explore">;
type Explore = Input<"app.explore">;

const NOTHING_NEAR: View = { count: 0, contexts: [], rows: [], total: 0, passed: 0 };

/** Terms that show what a sense is about. */
const SENSE_NAMES = 4;

/** The table of similar terms; looks at every term that shares a position, about 8 ms for a full retina. */
export function appExploreHandlers(engine: Engine) {
  const explore: Handler<"app.explore"> = async (input) => {
    const model = await engine.model(input.retina_name);
    if (input.steps && input.expression !== undefined) {
      const evaluation = await evaluateSteps(model, input.expression, input.sparsity);
      const query = Uint16Array.from(evaluation.positions);
      const near = query.length === 0 ? NOTHING_NEAR : viewOf(model.retina, query, input);
      return { ...near, evaluation };
    }
    return viewOf(model.retina, await queryOf(model, input), input);
  };
  return { "app.explore": explore };
}

async function queryOf(model: Model, { expression, positions }: Explore): Promise<Positions> {
  if (expression !== undefined) return somePositionsOf(model, expression);
  if (positions === undefined)
    throw badInput("expression", "Give an expression or positions to explore.");
  if (positions.length === 0) throw emptyFingerprint("The list of positions");
  return normalise(Uint16Array.from(positions));
}

function viewOf(retina: Retina, query: Positions, input: Explore): View {
  const contexts = retina.contexts(query);
  const { context_id = -1, limit, offset } = input;
  const ranked = retina.ranked(query, {
    offset: 0,
    limit: retina.termCount,
    ...(context_id === -1 ? {} : { contextId: context_id }),
  });
  const passed = passing(retina, ranked, {
    pos_type: input.pos_type,
    least: input.least * query.length,
  });
  const places = inOrder(retina, ranked, { ...input, places: passed });
  return {
    count: query.length,
    contexts: sensesOf(retina, contexts),
    rows: Array.from(places.subarray(offset, offset + limit), (place) => {
      const match = { term: ranked.terms[place]!, score: ranked.scores[place]! };
      return rowOf(retina, query, { match, contexts });
    }),
    total: ranked.terms.length,
    passed: passed.length,
  };
}

/** Each sense is named by its label and the terms that fill it best. */
function sensesOf(retina: Retina, contexts: readonly Context[]): View["contexts"] {
  return contexts.map(({ id, label, positions }) => {
    const name = retina.term(label);
    const others = namesFor(retina, positions, new Set([name])).slice(0, SENSE_NAMES - 1);
    return { id, label: name, names: [name, ...others], positions: Array.from(positions) };
  });
}

function rowOf(
  retina: Retina,
  query: Positions,
  { match: { term, score }, contexts }: { match: Match; contexts: readonly Context[] },
): View["rows"][number] {
  const positions = retina.positions(term);
  return {
    term: retina.term(term),
    score,
    shareOfQuery: score / query.length,
    shareOfTerm: score / positions.length,
    size: positions.length,
    df: retina.documentFrequency(term),
    pos_types: [...retina.posTypes(term)],
    contextId: senseOf(positions, contexts),
  };
}

/** The sense that holds the largest part of what the term shares with the query; the first of equals. */
function senseOf(positions: Positions, contexts: readonly Context[]): number | null {
  let best: number | null = null;
  let most = 0;
  for (const context of contexts) {
    const shared = keepShared(positions, context.positions).length;
    if (shared > most) {
      most = shared;
      best = context.id;
    }
  }
  return best;
}
