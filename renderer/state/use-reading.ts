import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { Expression } from "../../core/expression/ast.ts";
import { type ParsedLine, parseLine } from "../../core/expression/parse-line.ts";
import { printLeaf } from "../../core/expression/print-line.ts";
import { leaves } from "../../core/expression/walk.ts";
import type { Positions } from "../../core/kernel/grid.ts";
import { termQuery } from "../api/map-queries.ts";
import { exploreQuery } from "../api/subject-queries.ts";
import { rememberTerm } from "./settings.ts";

/** Cells that a line may write by name, e.g. those of the line before. */
export type NamedCells = (name: string) => Positions | undefined;

/** What was typed, read with the vocabulary of a retina. */
export interface Typed extends Pick<ParsedLine, "expression" | "problem"> {
  /** Whether every word is a term of the retina. */
  readonly isKnown: boolean;
}

interface Vocabulary {
  readonly isTerm: (words: string) => Promise<boolean>;
  /** Cells of the name that a sense of a term has in a line. */
  readonly senseOf?: (name: string, terms: readonly string[]) => Promise<Positions | undefined>;
  readonly cellsOf?: NamedCells | undefined;
}

/** A line with one of these was meant as an expression; a word such as “and” is one that sentences have. */
const SIGNS =
  /^\s*\{|[&|+^~@[\]()]|(^|\s)[-−]\s|\b(?:text|region|filter):|^\s*(?:[a-z]{2,3}|auto):\S/;

/** Longer runs of words are no term. */
const LONGEST_TERM = 200;

/**
 * Reads one typed line: a term, else an expression, else a text. A line with signs of an expression is never read as a text: it is
 * an expression or has a problem.
 */
export async function readTyped(typed: string, vocabulary: Vocabulary): Promise<Typed> {
  const line = typed.trim();
  const { isTerm, cellsOf } = vocabulary;
  if (line === "") return { expression: undefined, problem: undefined, isKnown: true };
  if (await isTerm(line)) return known({ kind: "term", term: line });
  const asked = new Set<string>();
  const unnamed = new Set<string>();
  const first = parseLine(line, {
    isPhrase: (words) => asked.add(words).has(words),
    cellsOf: (name) => {
      const found = cellsOf?.(name);
      if (found === undefined) unnamed.add(name);
      return found ?? ANY;
    },
  });
  const terms = first.expression ? termsOf(first.expression) : [];
  const words = [...new Set([...asked, ...terms])];
  const answers = await Promise.all(words.map(isTerm));
  const isKnown = new Map(words.map((each, index) => [each, answers[index] === true]));
  const senses = new Map<string, Positions | undefined>();
  for (const name of unnamed) senses.set(name, await vocabulary.senseOf?.(name, terms));
  const read = parseLine(line, {
    isPhrase: (each) => isKnown.get(each) === true,
    cellsOf: (name) => cellsOf?.(name) ?? senses.get(name),
  });
  if (read.expression)
    return { ...read, isKnown: termsOf(read.expression).every((each) => isKnown.get(each)) };
  if (SIGNS.test(line)) return { ...read, isKnown: false };
  return /\s/.test(line)
    ? known({ kind: "text", text: line })
    : { ...known({ kind: "term", term: line }), isKnown: false };
}

const ANY = Uint16Array.of(0);

const known = (expression: Expression): Typed => ({
  expression,
  problem: undefined,
  isKnown: true,
});

/** Terms of the retina's own language. */
const termsOf = (tree: Expression): string[] =>
  leaves(tree).flatMap(({ node }) =>
    node.kind === "term" && node.language === undefined ? [node.term] : [],
  );

/** Asks the retina about each word once; answers are kept. */
export function useVocabulary(retina: string): Vocabulary {
  const client = useQueryClient();
  const isTerm = useCallback(
    async (words: string) => {
      if (words.length > LONGEST_TERM) return false;
      const found = await client.fetchQuery(termQuery(retina, words)).catch(() => null);
      return found?.known === true;
    },
    [client, retina],
  );
  const senseOf = useCallback(
    async (name: string, terms: readonly string[]) => {
      for (const term of terms) {
        const found = await client.fetchQuery(termQuery(retina, term)).catch(() => null);
        if (!found?.known) continue;
        const { contexts } = await client.fetchQuery(exploreQuery(retina, found.positions));
        const sense = contexts.find(({ label }) => nameOfSense(label) === name);
        if (sense) return Uint16Array.from(sense.positions);
      }
      return undefined;
    },
    [client, retina],
  );
  return { isTerm, senseOf };
}

/** The name that a line writes the cells of a sense by. */
export const nameOfSense = (label: string): string => `sense ${label}`;

interface ReadingOptions {
  readonly cellsOf?: NamedCells | undefined;
  /** Waits until it is known whether a single word is a term. */
  readonly asks?: boolean;
}

/** A single word without signs is a term, known or not. */
const isWord = (typed: string): boolean =>
  /^\S+$/.test(typed) && !SIGNS.test(typed) && parseLine(typed).expression?.kind === "term";

/** Reads what was typed, one after the other in the order of typing, however long the retina takes. */
export function useReading(retina: string) {
  const vocabulary = useVocabulary(retina);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  return (typed: string, take: (read: Typed) => void, options: ReadingOptions = {}) => {
    const { cellsOf, asks = false } = options;
    const finish = (read: Typed) => {
      if (!asks && read.expression?.kind === "term") rememberTerm(printLeaf(read.expression));
      take(read);
    };
    if (!asks && waiting.current === 0 && isWord(typed)) {
      finish({ ...known({ kind: "term", term: typed }), isKnown: false });
      return;
    }
    waiting.current++;
    before.current = before.current
      .then(() => readTyped(typed, { ...vocabulary, cellsOf }))
      .then((read) => {
        waiting.current--;
        finish(read);
      });
  };
}
