import type { Engine, Model } from "../analysis/engine.ts";
import { positionsOf, remembering, somePositionsOf } from "../analysis/read-expression.ts";
import type { Handler } from "../api/client-types.ts";
import { throwIfCancelled } from "../errors.ts";
import type { Positions } from "../kernel/grid.ts";
import { each } from "./bulk.ts";
import { AnswerSize, checkCount, MOST_EXPRESSIONS } from "./limits.ts";
import { searchOptions } from "./terms.ts";
import { contextJson, fingerprintJson, type Paging, page, termJson } from "./to-json.ts";

/** Strict evaluation: the first operand that cannot be looked up fails the call. */
export function expressionHandlers(engine: Engine) {
  const evaluate: Handler<"expressions.evaluate"> = ({ retina_name, body, sparsity }) =>
    fingerprintJson(positionsOf(engine.model(retina_name), body, sparsity));

  const contexts: Handler<"expressions.contexts"> = (input) => {
    const model = engine.model(input.retina_name);
    return contextsOf(model, somePositionsOf(model, input.body, input.sparsity), input);
  };

  const similar: Handler<"expressions.similar"> = (input) => {
    const model = engine.model(input.retina_name);
    return similarTo(model, somePositionsOf(model, input.body, input.sparsity), input);
  };

  const evaluateBulk: Handler<"expressions.evaluateBulk"> = (input, signal) => {
    checkCount("expressions", input.body.length, MOST_EXPRESSIONS);
    const model = remembering(engine.model(input.retina_name));
    const size = new AnswerSize();
    return each(input.body, (item) => {
      throwIfCancelled(signal);
      return size.countOne(fingerprintJson(positionsOf(model, item, input.sparsity)));
    });
  };

  const contextsBulk: Handler<"expressions.contextsBulk"> = (input, signal) => {
    checkCount("expressions", input.body.length, MOST_EXPRESSIONS);
    const model = remembering(engine.model(input.retina_name));
    const size = new AnswerSize();
    return each(input.body, (item) => {
      throwIfCancelled(signal);
      return size.count(contextsOf(model, somePositionsOf(model, item, input.sparsity), input));
    });
  };

  const similarBulk: Handler<"expressions.similarBulk"> = (input, signal) => {
    checkCount("expressions", input.body.length, MOST_EXPRESSIONS);
    const model = remembering(engine.model(input.retina_name));
    const size = new AnswerSize();
    return each(input.body, (item) => {
      throwIfCancelled(signal);
      return size.count(similarTo(model, somePositionsOf(model, item, input.sparsity), input));
    });
  };

  return {
    "expressions.evaluate": evaluate,
    "expressions.contexts": contexts,
    "expressions.similar": similar,
    "expressions.evaluateBulk": evaluateBulk,
    "expressions.contextsBulk": contextsBulk,
    "expressions.similarBulk": similarBulk,
  };
}

interface RowOptions extends Paging {
  readonly get_fingerprint: boolean;
}

function contextsOf({ retina }: Model, positions: Positions, options: RowOptions) {
  return page(retina.contexts(positions), options).map((context) =>
    contextJson(retina, context, options.get_fingerprint),
  );
}

type SimilarOptions = RowOptions & Parameters<typeof searchOptions>[0];

function similarTo({ retina }: Model, positions: Positions, options: SimilarOptions) {
  return retina
    .similar(positions, searchOptions(options))
    .map((match) => termJson(retina, match, options.get_fingerprint));
}
