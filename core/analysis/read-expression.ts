import { badExpression, emptyFingerprint } from "../errors.ts";
import type { Expression } from "../expression/ast.ts";
import { evaluate, type Lookups } from "../expression/evaluate.ts";
import { parseJson } from "../expression/parse-json.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import type { Positions } from "../kernel/grid.ts";
import { meantTerms } from "../text/stand-in.ts";
import type { Engine, Model } from "./engine.ts";
import { type Asked, AUTO, asRead, inLanguage } from "./languages.ts";

const SUGGESTIONS = 3;

/** Who reads a leaf: the retina of its language, or that of the call. @throws as `Model.inLanguage` */
export const speaking = (model: Model, language: string | undefined): Model =>
  language === undefined || language === AUTO ? model : inLanguage(model, language);

/** Where an expression's leaves get their positions from. */
export function lookupsOf(model: Model): Lookups {
  return {
    retina: model.retina.name,
    term(term, language) {
      const { retina } = speaking(model, language);
      const id = retina.idOf(term);
      return id === -1 ? undefined : retina.positions(id);
    },
    text: (content, language) => speaking(model, language).text.fingerprint(content),
    reference() {
      throw badExpression("", "This operand is only known to the application.");
    },
    suggest: (term, language) => meantTerms(speaking(model, language).retina, term, SUGGESTIONS),
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
  const speaking = new Map<string, Model>();
  return {
    retina: model.retina,
    get text() {
      return { ...model.text, fingerprint };
    },
    inLanguage(language) {
      const own = speaking.get(language) ?? remembering(inLanguage(model, language));
      speaking.set(language, own);
      return own;
    },
  };
}

/** An expression of a call as its leaves are read: each in its own language, else in the call's, and by the call's reader. */
export const expressionOf = (engine: Engine, asked: Asked, json: unknown) =>
  asRead(engine, asked, parseJson(json));

/** Positions of a caller's expression, thinned to `sparsity`; possibly none. @throws bad-expression and others */
export const positionsOf = (model: Model, json: unknown, sparsity = 1): Positions =>
  cellsOf(model, parseJson(json), sparsity);

/** The same of an expression that was read. */
export const cellsOf = (model: Model, root: Expression, sparsity = 1): Positions =>
  sparsify(evaluate(root, lookupsOf(model)), sparsity);

/** The same where an empty result makes no sense. @throws empty-fingerprint */
export const somePositionsOf = (model: Model, json: unknown, sparsity = 1): Positions =>
  someCellsOf(model, parseJson(json), sparsity);

/** The same of an expression that was read. @throws empty-fingerprint */
export function someCellsOf(model: Model, root: Expression, sparsity = 1): Positions {
  const positions = cellsOf(model, root, sparsity);
  if (positions.length === 0) throw emptyFingerprint("The expression");
  return positions;
}
