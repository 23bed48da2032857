import type { Engine, Model } from "../analysis/engine.ts";
import type { Asked } from "../analysis/languages.ts";
import {
  cellsOf,
  expressionOf,
  remembering,
  type Speakers,
  someCellsOf,
  speakersOf,
} from "../analysis/read-expression.ts";
import type { Handler } from "../api/client-types.ts";
import type { Cancellation } from "../cancellation.ts";
import { throwIfCancelled } from "../errors.ts";
import type { Expression } from "../expression/ast.ts";
import type { Positions } from "../kernel/grid.ts";
import { each, numbered, whole } from "./bulk.ts";
import { AnswerSize, checkCount, MOST_EXPRESSIONS } from "./limits.ts";
import { searchOptions } from "./terms.ts";
import { contextJson, fingerprintJson, type Paging, page, termJson } from "./to-json.ts";

/** Strict evaluation: the first operand that cannot be looked up fails the call. */
export function expressionHandlers(engine: Engine) {
  const one = async (input: Asked & { readonly body: unknown }) => {
    const root = await expressionOf(engine, input, input.body);
    return { root, speakers: await speakersOf(await engine.model(input.retina_name), root) };
  };

  /** One answer for each expression, counted until there are too many positions. */
  const many = async <R extends object>(
    input: Asked & { readonly body: readonly unknown[] },
    signal: Cancellation,
    answer: (speakers: Speakers, root: Expression, size: AnswerSize) => R,
  ) => {
    checkCount("expressions", input.body.length, MOST_EXPRESSIONS);
    const model = await engine.model(input.retina_name);
    const size = new AnswerSize();
    const roots = await whole(
      input.body,
      numbered((item) => expressionOf(engine, input, item)),
    );
    const speakers = remembering(await speakersOf(model, ...roots));
    return each(roots, (root) => {
      throwIfCancelled(signal);
      return answer(speakers, root, size);
    });
  };

  const evaluate: Handler<"expressions.evaluate"> = async (input) => {
    const { root, speakers } = await one(input);
    return fingerprintJson(cellsOf(speakers, root, input.sparsity));
  };

  const contexts: Handler<"expressions.contexts"> = async (input) => {
    const { root, speakers } = await one(input);
    return contextsOf(speakers.model, someCellsOf(speakers, root, input.sparsity), input);
  };

  const similar: Handler<"expressions.similar"> = async (input) => {
    const { root, speakers } = await one(input);
    return similarTo(speakers.model, someCellsOf(speakers, root, input.sparsity), input);
  };

  const evaluateBulk: Handler<"expressions.evaluateBulk"> = (input, signal) =>
    many(input, signal, (speakers, root, size) =>
      size.countOne(fingerprintJson(cellsOf(speakers, root, input.sparsity))),
    );

  const contextsBulk: Handler<"expressions.contextsBulk"> = (input, signal) =>
    many(input, signal, (speakers, root, size) =>
      size.count(contextsOf(speakers.model, someCellsOf(speakers, root, input.sparsity), input)),
    );

  const similarBulk: Handler<"expressions.similarBulk"> = (input, signal) =>
    many(input, signal, (speakers, root, size) =>
      size.count(similarTo(speakers.model, someCellsOf(speakers, root, input.sparsity), input)),
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
