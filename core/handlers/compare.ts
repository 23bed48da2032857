import type { Engine, Model } from "../analysis/engine.ts";
import { positionsOf, remembering } from "../analysis/read-expression.ts";
import type { Handler } from "../api/client-types.ts";
import type { MetricJson } from "../api/schema/replies.ts";
import { emptyFingerprint, throwIfCancelled } from "../errors.ts";
import { compare } from "../fingerprint/metrics.ts";
import type { Positions } from "../kernel/grid.ts";
import { each } from "./bulk.ts";
import { checkCount, MOST_EXPRESSIONS } from "./limits.ts";

/** Metrics; an operand that leaves no position is an error. */
export function compareHandlers(engine: Engine) {
  const pair: Handler<"compare.pair"> = ({ retina_name, body }) =>
    comparePair(engine.model(retina_name), body);

  const bulk: Handler<"compare.bulk"> = ({ retina_name, body }, signal) => {
    checkCount("pairs", body.length, MOST_EXPRESSIONS);
    const model = remembering(engine.model(retina_name));
    return each(body, (item) => {
      throwIfCancelled(signal);
      return comparePair(model, item);
    });
  };

  return { "compare.pair": pair, "compare.bulk": bulk };
}

function comparePair(model: Model, [left, right]: readonly unknown[]): MetricJson {
  return compare(sideOf(model, left, "left"), sideOf(model, right, "right"));
}

function sideOf(model: Model, json: unknown, side: "left" | "right"): Positions {
  const positions = positionsOf(model, json);
  if (positions.length === 0) throw emptyFingerprint(`The ${side} expression`, "compared");
  return positions;
}
