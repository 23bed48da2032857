import { badExpression, emptyFingerprint } from "../errors.ts";
import type { Expression } from "../expression/ast.ts";
import { evaluate, type Lookups } from "../expression/evaluate.ts";
import { parseJson } from "../expression/parse-json.ts";
import { sparsify } from "../fingerprint/sparsify.ts";
import type { Positions } from "../kernel/grid.ts";
import { meantTerms } from "../text/stand-in.ts";
import type { Engine, Model } from "./engine.ts";
import { type Asked, AUTO, asRead, languagesIn, modelsIn } from "./languages.ts";

const SUGGESTIONS = 3;

/** A model with the retinas of other languages that expressions name, all open. */
export interface Speakers {
  readonly model: Model;
  readonly others: ReadonlyMap<string, Model>;
}

const NOBODY: ReadonlyMap<string, Model> = new Map();

/** Opens what reads the leaves of expressions. @throws as `Model.inLanguage` */
export async function speakersOf(model: Model, ...roots: readonly Expression[]): Promise<Speakers> {
  const languages = languagesIn(roots);
  return { model, others: languages.size === 0 ? NOBODY : await modelsIn(model, languages) };
}

/** Who reads a leaf: the retina of its language, or that of the call. */
export const speaking = ({ model, others }: Speakers, language: string | undefined): Model =>
  language === undefined || language === AUTO ? model : others.get(language)!;

/** Where an expression's leaves get their positions from. */
export function lookupsOf(speakers: Speakers): Lookups {
  return {
    retina: speakers.model.retina.name,
    term(term, language) {
      const { retina } = speaking(speakers, language);
      const id = retina.idOf(term);
      return id === -1 ? undefined : retina.positions(id);
    },
    text: (content, language) => speaking(speakers, language).text.fingerprint(content),
    reference() {
      throw badExpression("", "This operand is only known to the application.");
    },
    suggest: (term, language) => meantTerms(speaking(speakers, language).retina, term, SUGGESTIONS),
  };
}

/** The same for the length of one call: a text that occurs several times is read once. */
export function remembering({ model, others }: Speakers): Speakers {
  return {
    model: rememberingOne(model),
    others: new Map([...others].map(([language, other]) => [language, rememberingOne(other)])),
  };
}

function rememberingOne(model: Model): Model {
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

/** An expression of a call as its leaves are read: each in its own language, else in the call's, and by the call's reader. */
export const expressionOf = (engine: Engine, asked: Asked, json: unknown) =>
  asRead(engine, asked, parseJson(json));

/** Positions of a caller's expression, thinned to `sparsity`; possibly none. @throws bad-expression and others */
export async function positionsOf(model: Model, json: unknown, sparsity = 1): Promise<Positions> {
  const root = parseJson(json);
  return cellsOf(await speakersOf(model, root), root, sparsity);
}

/** The same of an expression that was read. */
export const cellsOf = (speakers: Speakers, root: Expression, sparsity = 1): Positions =>
  sparsify(evaluate(root, lookupsOf(speakers)), sparsity);

/** The same where an empty result makes no sense. @throws empty-fingerprint */
export async function somePositionsOf(model: Model, json: unknown): Promise<Positions> {
  const root = parseJson(json);
  return someCellsOf(await speakersOf(model, root), root);
}

/** The same of an expression that was read. @throws empty-fingerprint */
export function someCellsOf(speakers: Speakers, root: Expression, sparsity = 1): Positions {
  const positions = cellsOf(speakers, root, sparsity);
  if (positions.length === 0) throw emptyFingerprint("The expression");
  return positions;
}
