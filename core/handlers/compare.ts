import type { Engine } from "../analysis/engine.ts";
import type { Asked } from "../analysis/languages.ts";
import {
  cellsOf,
  expressionOf,
  remembering,
  type Speakers,
  speakersOf,
} from "../analysis/read-expression.ts";
import type { Handler } from "../api/client-types.ts";
import type { MetricJson } from "../api/schema/replies.ts";
import { emptyFingerprint, throwIfCancelled } from "../errors.ts";
import type { Expression } from "../expression/ast.ts";
import { compare } from "../fingerprint/metrics.ts";
import type { Positions } from "../kernel/grid.ts";
import { each, numbered, whole } from "./bulk.ts";
import { checkCount, MOST_EXPRESSIONS } from "./limits.ts";

/** Metrics; an operand that leaves no position is an error. */
export function compareHandlers(engine: Engine) {
  const read = (asked: Asked, sides: readonly unknown[]) =>
    whole(sides, (side) => expressionOf(engine, asked, side));

  const pair: Handler<"compare.pair"> = async (input) => {
    const sides = await read(input, input.body);
    return comparePair(await speakersOf(await engine.model(input.retina_name), ...sides), sides);
  };

  const bulk: Handler<"compare.bulk"> = async (input, signal) => {
    checkCount("pairs", input.body.length, MOST_EXPRESSIONS);
    const model = await engine.model(input.retina_name);
    const pairs = await whole(
      input.body,
      numbered((sides) => read(input, sides)),
    );
    const speakers = remembering(await speakersOf(model, ...pairs.flat()));
    return each(pairs, (sides) => {
      throwIfCancelled(signal);
      return comparePair(speakers, sides);
    });
  };

  return { "compare.pair": pair, "compare.bulk": bulk };
}

function comparePair(model: Speakers, [left, right]: readonly Expression[]): MetricJson {
  return compare(sideOf(model, left!, "left"), sideOf(model, right!, "right"));
}

function sideOf(model: Speakers, root: Expression, side: "left" | "right"): Positions {
  const positions = cellsOf(model, root);
  if (positions.length === 0) throw emptyFingerprint(`The ${side} expression`, "compared");
  return positions;
}
