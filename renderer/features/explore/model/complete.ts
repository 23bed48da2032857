import type { Leaf } from "../../../../core/expression/ast.ts";
import { printLeaf } from "../../../../core/expression/print-line.ts";
import { type Span, scan, type Token } from "../../../../core/expression/scan.ts";
import { printCellsName, undoEscapes } from "../../../../core/expression/words.ts";

/** What could be completed at the caret of a line. */
export interface Completion {
  readonly kind: "term" | "saved" | "region" | "filter" | "cells";
  /** What is typed of it so far, quotes and escapes undone; empty where something new could begin. */
  readonly typed: string;
  /** What an accepted suggestion replaces. */
  readonly replaced: Span;
}

const OPENING = /^(?:@|\[\s*|[a-z]+:\s*)?["“”]?/i;
const CELLS_NAME = /^\[\s*(?:["“”]|$)/;

/**
 * What the user is typing at `caret`; `undefined` inside texts and lists of cells. Bare words in a row count as one, as they
 * could become a phrase.
 */
export function completionAt(line: string, caret: number): Completion | undefined {
  const { tokens, hasOpenQuote } = scan(line);
  const index = tokens.findIndex(({ start, end }) => start < caret && caret <= end);
  const token = tokens[index];
  if (token === undefined || !isTyped(token))
    return { kind: "term", typed: "", replaced: { start: caret, end: caret } };
  const start = token.kind === "word" ? startOfRun(tokens, index) : token.start;
  const written = line.slice(start, caret);
  const kind = kindOf(written);
  if (kind === undefined) return undefined;
  const isOpen = hasOpenQuote && token.end === line.length;
  const typed = undoEscapes(written.replace(kind === "term" ? /^["“”]/ : OPENING, ""));
  return { kind, typed, replaced: { start, end: isOpen ? caret : token.end } };
}

/** A suggestion as it must be written: quoted and escaped where the syntax needs it. */
export function writeCompletion(kind: Completion["kind"], value: string): string {
  if (kind === "cells") return printCellsName(value);
  const leaf: Leaf = kind === "term" ? { kind, term: value } : { kind, name: value };
  return printLeaf(leaf);
}

const TYPED: ReadonlySet<Token["kind"]> = new Set(["leaf", "cells", "word", "broken"]);

const isTyped = (token: Token) =>
  TYPED.has(token.kind) || (token.kind === "operator" && token.isWord);

function startOfRun(tokens: readonly Token[], index: number): number {
  let first = index;
  while (tokens[first - 1]?.kind === "word") first--;
  return tokens[first]?.start ?? 0;
}

function kindOf(written: string): Completion["kind"] | undefined {
  if (written.startsWith("@")) return "saved";
  if (written.startsWith("[")) return CELLS_NAME.test(written) ? "cells" : undefined;
  if (/^(?:[a-z]{2,3}:)?text:/i.test(written)) return undefined;
  if (/^region:/i.test(written)) return "region";
  return /^filter:/i.test(written) ? "filter" : "term";
}
