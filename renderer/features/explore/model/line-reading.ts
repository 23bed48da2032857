import type { Expression } from "../../../../core/expression/ast.ts";
import { type Draft, idOf } from "../../../../core/expression/draft.ts";
import {
  type NamedCells,
  type ParsedLine,
  parseLine,
} from "../../../../core/expression/parse-line.ts";
import { printLine } from "../../../../core/expression/print-line.ts";
import type { Problem } from "../../../../core/expression/problems.ts";
import { leaves, sameExpression } from "../../../../core/expression/walk.ts";
import { printCellsName } from "../../../../core/expression/words.ts";
import type { NodeNotes } from "../../../model/expression-tree.ts";
import { cellNamesOf } from "./cell-names.ts";

/** What is known of words: whether they are a term of the retina; `undefined` while it is being asked. */
export type KnownTerm = (words: string) => boolean | undefined;

/** A line as far as it could be read. */
export interface LineReading {
  readonly parsed: ParsedLine;
  /** `ready` can become the expression now; `unknown` only once the person says so, by Enter. */
  readonly state: "empty" | "problems" | "asking" | "unknown" | "ready";
  /** Words to ask the retina about. */
  readonly asks: readonly string[];
}

/** Reads a line with what is known of its words and lists of cells so far. */
export function readLine(line: string, isKnown: KnownTerm, named?: NamedCells): LineReading {
  const asks = new Set<string>();
  const isPhrase = (words: string) => {
    const answer = isKnown(words);
    if (answer === undefined) asks.add(words);
    return answer === true;
  };
  const parsed = parseLine(line, { isPhrase, ...(named ? { named } : {}) });
  const terms = parsed.expression ? termsOf(parsed.expression) : [];
  for (const term of terms) if (isKnown(term) === undefined) asks.add(term);
  const state = stateOf(line, parsed, { isAsking: asks.size > 0, terms, isKnown });
  return { parsed, state, asks: [...asks] };
}

interface Standing {
  readonly isAsking: boolean;
  readonly terms: readonly string[];
  readonly isKnown: KnownTerm;
}

function stateOf(
  line: string,
  parsed: ParsedLine,
  { isAsking, terms, isKnown }: Standing,
): LineReading["state"] {
  if (line.trim() === "") return "empty";
  if (isAsking) return "asking";
  if (parsed.problems.length > 0 || !parsed.expression) return "problems";
  return terms.every((term) => isKnown(term) === true) ? "ready" : "unknown";
}

const termsOf = (tree: Expression): string[] =>
  leaves(tree).flatMap(({ node }) => (node.kind === "term" ? [node.term] : []));

/** Whether a line still stands for the tree, so that what was typed may stay as it is. */
export const standsFor = (reading: LineReading, tree: Expression | undefined): boolean => {
  const { expression, problems } = reading.parsed;
  if (tree === undefined) return reading.state === "empty";
  return problems.length === 0 && expression !== undefined && sameExpression(expression, tree);
};

export interface LinePiece {
  readonly text: string;
  readonly start: number;
  readonly isWrong: boolean;
}

/** A line cut where underlines begin and end; empty spans underline the character before them. */
export function piecesOf(line: string, problems: readonly Pick<Problem, "span">[]): LinePiece[] {
  const wrong = new Uint8Array(line.length);
  for (const { span } of problems) {
    const start = span.start === span.end ? Math.max(0, span.start - 1) : span.start;
    wrong.fill(1, start, Math.max(span.end, start + 1));
  }
  const pieces: LinePiece[] = [];
  for (let start = 0; start < line.length; ) {
    let end = start + 1;
    while (end < line.length && wrong[end] === wrong[start]) end++;
    pieces.push({ text: line.slice(start, end), start, isWrong: wrong[start] === 1 });
    start = end;
  }
  return pieces;
}

/** The line with full brackets; long lists of cells by what they are called. */
export function echoOf(tree: Draft, notes: NodeNotes): string {
  const names = cellNamesOf(tree, notes);
  const line = printLine(tree, {
    fullBrackets: true,
    cellsNameOf: (leaf) => names.get(idOf(leaf) ?? "")?.name,
  });
  const called = new Set([...names.values()].map(({ name }) => name));
  return [...called].reduce(
    (text, name) => text.replaceAll(printCellsName(name), `“${name}”`),
    line,
  );
}
