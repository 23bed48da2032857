import { chanceOf } from "../analysis/chance.ts";
import type { Engine } from "../analysis/engine.ts";
import { explainByEncoder } from "../analysis/explain-by-encoder.ts";
import { explainMatch } from "../analysis/explain-match.ts";
import { positionsOf } from "../analysis/read-expression.ts";
import { sharedRegions } from "../analysis/shared-regions.ts";
import type { Handler, Output } from "../api/client-types.ts";
import { compare } from "../fingerprint/metrics.ts";
import { and, sub } from "../fingerprint/operations.ts";
import { toNumbers } from "../fingerprint/positions.ts";
import type { Positions } from "../kernel/grid.ts";
import type { Retina } from "../retina/types.ts";

type View = Output<"app.compare">;

/** The comparison view: beside the metrics, where the overlap lies and what chance would give. */
export function appCompareHandlers(engine: Engine) {
  const view: Handler<"app.compare"> = async ({ retina_name, left, right, limit }) => {
    const model = await engine.model(retina_name);
    const sides = {
      left: await positionsOf(model, left),
      right: await positionsOf(model, right),
    };
    return viewOf(model.retina, sides, limit);
  };
  const explain: Handler<"app.explainMatch"> = async ({ retina_name, reader, ...match }) => {
    const model = await engine.model(retina_name);
    return reader === undefined
      ? explainMatch(model, match)
      : explainByEncoder(engine, { name: reader }, model, match);
  };

  return { "app.compare": view, "app.explainMatch": explain };
}

interface Sides {
  readonly left: Positions;
  readonly right: Positions;
}

function viewOf(retina: Retina, { left, right }: Sides, limit: number): View {
  const both = and([left, right]);
  const isEmpty = left.length === 0 || right.length === 0;
  return {
    left: { positions: toNumbers(left), size: left.length },
    right: { positions: toNumbers(right), size: right.length },
    relation: relationOf(left.length, right.length, both.length),
    metrics: isEmpty ? null : compare(left, right),
    terms: {
      left: telling(retina, sub([left, right]), limit),
      both: telling(retina, both, limit),
      right: telling(retina, sub([right, left]), limit),
    },
    regions: sharedRegions(retina, both).map((region) => ({
      ...region,
      positions: toNumbers(region.positions),
    })),
    chance: chanceOf(retina).between(left.length, right.length),
  };
}

function relationOf(left: number, right: number, both: number): View["relation"] {
  if (left === 0 || right === 0) return "empty";
  if (both === 0) return "disjoint";
  if (both === left && both === right) return "identical";
  if (both === left) return "left-in-right";
  return both === right ? "right-in-left" : "partial";
}

function telling(retina: Retina, part: Positions, limit: number): View["terms"]["left"] {
  return retina.similar(part, { offset: 0, limit }).map(({ term, score }) => ({
    term: retina.term(term),
    score,
    df: retina.documentFrequency(term),
  }));
}
