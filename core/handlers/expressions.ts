import type { Engine, Model } from "../analysis/engine.ts";
import type { Asked } from "../analysis/languages.ts";
import { cellsOf, expressionOf, remembering, someCellsOf } from "../analysis/read-expression.ts";
import type { Handler } from "../api/client-types.ts";
import type { Cancellation } from "../cancellation.ts";
import { throwIfCancelled } from "../errors.ts";
import type { Expression } from "../expression/ast.ts";
import type { Positions } from "../kernel/grid.ts";
import { after, each, numbered, whole } from "./bulk.ts";
import { AnswerSize, checkCount, MOST_EXPRESSIONS } from "./limits.ts";
import { searchOptions } from "./terms.ts";
import { contextJson, fingerprintJson, type Paging, page, termJson } from "./to-json.ts";

/** Strict evaluation: the first operand that cannot be looked up fails the call. */
export function expressionHandlers(engine: Engine) {
  const one = (input: Asked & { readonly body: unknown }) =>
    expressionOf(engine, input, input.body);

  /** One answer for each expression, counted until there are too many positions. */
  const many = <R extends object>(
    input: Asked & { readonly body: readonly unknown[] },
    signal: Cancellation,
    answer: (model: Model, root: Expression, size: AnswerSize) => R,
  ) => {
    checkCount("expressions", input.body.length, MOST_EXPRESSIONS);
    const model = remembering(engine.model(input.retina_name));
    const size = new AnswerSize();
    const roots = whole(
      input.body,
      numbered((item) => expressionOf(engine, input, item)),
    );
    return after(roots, (read) =>
      each(read, (root) => {
        throwIfCancelled(signal);
        return answer(model, root, size);
      }),
    );
  };

  const evaluate: Handler<"expressions.evaluate"> = (input) =>
    after(one(input), (root) =>
      fingerprintJson(cellsOf(engine.model(input.retina_name), root, input.sparsity)),
    );

  const contexts: Handler<"expressions.contexts"> = (input) =>
    after(one(input), (root) => {
      const model = engine.model(input.retina_name);
      return contextsOf(model, someCellsOf(model, root, input.sparsity), input);
    });

  const similar: Handler<"expressions.similar"> = (input) =>
    after(one(input), (root) => {
      const model = engine.model(input.retina_name);
      return similarTo(model, someCellsOf(model, root, input.sparsity), input);
    });

  const evaluateBulk: Handler<"expressions.evaluateBulk"> = (input, signal) =>
    many(input, signal, (model, root, size) =>
      size.countOne(fingerprintJson(cellsOf(model, root, input.sparsity))),
    );

  const contextsBulk: Handler<"expressions.contextsBulk"> = (input, signal) =>
    many(input, signal, (model, root, size) =>
      size.count(contextsOf(model, someCellsOf(model, root, input.sparsity), input)),
    );

  const similarBulk: Handler<"expressions.similarBulk"> = (input, signal) =>
    many(input, signal, (model, root, size) =>
      size.count(similarTo(model, someCellsOf(model, root, input.sparsity), input)),
    );

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
