import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Expression } from "../../core/expression/ast.ts";
import { parseLine } from "../../core/expression/parse-line.ts";
import { printLeaf } from "../../core/expression/print-line.ts";
import { leaves } from "../../core/expression/walk.ts";
import { termQuery } from "../api/map-queries.ts";
import { rememberTerm } from "./settings.ts";

/** Reads what was typed, one after the other in the order of typing, however long the retina takes to know the words. */
export function useReading(retina: string) {
  const client = useQueryClient();
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const isTerm = async (words: string) => {
    const found = await client.fetchQuery(termQuery(retina, words)).catch(() => null);
    return found?.known === true;
  };
  return (typed: string, take: (read: Expression) => void) => {
    const finish = (found: Expression) => {
      if (found.kind === "term") rememberTerm(printLeaf(found));
      take(found);
    };
    if (waiting.current === 0 && isWord(typed)) {
      finish({ kind: "term", term: typed });
      return;
    }
    waiting.current++;
    before.current = before.current
      .then(() => readTyped(typed, isTerm))
      .then((found) => {
        waiting.current--;
        finish(found);
      });
  };
}

/** Whether words are a term of the retina. */
type IsTerm = (words: string) => Promise<boolean>;

/** Signs that no sentence has by chance; a word such as “and” is one that sentences have. */
const SIGNS =
  /^\s*\{|[&|+^~@#[\]()]|(^|\s)[-−]\s|\b(?:text|region|filter):|^\s*(?:[a-z]{2,3}|auto):\S/;

/** More words in a row than this that are no term are a sentence, whatever signs it has. */
const MOST_WORDS = 3;

const wordsOf = (typed: string): string[] => typed.split(/\s+/).filter(Boolean);

/** A word, known or not: nothing else has to be asked about it. */
const isWord = (typed: string): boolean =>
  wordsOf(typed).length === 1 && (!SIGNS.test(typed) || parseLine(typed).problems.length > 0);

/**
 * What is typed into the one box: a term, else an expression where it has signs that read as one, else a text. A sentence is
 * never an error.
 */
export async function readTyped(typed: string, isTerm: IsTerm): Promise<Expression> {
  if (isWord(typed) || (await isTerm(typed))) return { kind: "term", term: typed };
  const expression = SIGNS.test(typed) ? await readSigns(typed, isTerm) : null;
  return expression ?? { kind: "text", text: typed };
}

async function readSigns(typed: string, isTerm: IsTerm): Promise<Expression | null> {
  const { expression, problems } = parseLine(typed, { isPhrase: () => true });
  if (!expression || problems.length > 0) return null;
  const runs = leaves(expression).flatMap(({ node }) =>
    node.kind === "term" && wordsOf(node.term).length > MOST_WORDS ? [node.term] : [],
  );
  const known = await Promise.all(runs.map(isTerm));
  return known.every(Boolean) ? expression : null;
}
