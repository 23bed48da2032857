import { badExpression, emptyFingerprint } from "../errors.ts";
import { evaluate, type Lookups } from "../expression/evaluate.ts";
import { parseJson } from "../expression/parse-json.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import type { Positions } from "../kernel/grid.ts";
import type { Model } from "./engine.ts";

const SUGGESTIONS = 3;

/** Where an expression's leaves get their positions from. */
export function lookupsOf({ retina, text }: Model): Lookups {
  return {
    retina: retina.name,
    term(term) {
      const id = retina.idOf(term);
      return id === -1 ? undefined : retina.positions(id);
    },
    text: (content) => text.fingerprint(content),
    reference() {
      throw badExpression("", "This operand is only known to the application.");
    },
    suggest: (term) => retina.spellings(term, SUGGESTIONS),
  };
}

/** The same model for the length of one call: a text that occurs several times is read once. */
export function remembering(model: Model): Model {
  const known = new Map<string, Positions>();
  const fingerprint = (content: string): Positions => {
    const positions = known.get(content) ?? model.text.fingerprint(content);
    known.set(content, positions);
    return positions;
  };
  return {
    retina: model.retina,
    get text() {
      return { ...model.text, fingerprint };
    },
  };
}

/** Positions of a caller's expression, thinned to `sparsity`; possibly none. @throws bad-expression and others */
export function positionsOf(model: Model, json: unknown, sparsity = 1): Positions {
  return sparsify(evaluate(parseJson(json), lookupsOf(model)), sparsity);
}

/** The same where an empty result makes no sense. @throws empty-fingerprint */
export function somePositionsOf(model: Model, json: unknown, sparsity = 1): Positions {
  const positions = positionsOf(model, json, sparsity);
  if (positions.length === 0) throw emptyFingerprint("The expression");
  return positions;
}
