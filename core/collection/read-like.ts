import { lookupsOf, positionsOf } from "../analysis/read-expression.ts";
import type { CollectionQuery } from "../api/collection-types.ts";
import type { Model } from "../engine.ts";
import { badInput } from "../errors.ts";
import { evaluate } from "../expression/evaluate.ts";
import { parseLine } from "../expression/parse-line.ts";
import type { Positions } from "../kernel/grid.ts";

/** Positions of what rows should be like. @throws bad-expression, unknown-term, no-known-words, bad-input */
export function likePositions(model: Model, like: NonNullable<CollectionQuery["like"]>): Positions {
  return typeof like === "string" ? writtenPositions(model, like) : positionsOf(model, like);
}

/**
 * What a person wrote into one line: a term of the vocabulary, or else an expression with at least one operator or sign
 * of its own, or else plain text. So `jaguar - car` is an expression, and `oil prices rise in the Gulf` is a text.
 *
 * @throws unknown-term for an expression with a word that is not known, no-known-words, bad-input for nothing
 */
function writtenPositions(model: Model, line: string): Positions {
  const { retina, text } = model;
  if (line.trim() === "")
    throw badInput("like", "“like” is empty; write what rows should be like.");
  const id = retina.idOf(line.trim());
  if (id !== -1) return retina.positions(id);
  const isPhrase = (words: string) => retina.idOf(words) !== -1;
  const { expression, problems } = parseLine(line, { isPhrase });
  if (problems.length > 0 || expression === undefined) return text.fingerprint(line);
  const isWord = expression.kind === "term" && retina.idOf(expression.term) === -1;
  return isWord ? text.fingerprint(line) : evaluate(expression, lookupsOf(model));
}
