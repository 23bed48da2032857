import type { Expression, PositionsLeaf } from "../../../../core/expression/ast.ts";
import { type Draft, idOf, type NodeId, places } from "../../../../core/expression/draft.ts";
import {
  type NamedCells,
  type ParsedLine,
  parseLine,
} from "../../../../core/expression/parse-line.ts";
import { printLine } from "../../../../core/expression/print-line.ts";
import type { Problem } from "../../../../core/expression/problems.ts";
import { leaves, sameExpression } from "../../../../core/expression/walk.ts";
import { printCellsName } from "../../../../core/expression/words.ts";
import { samePositions } from "../../../../core/fingerprint/positions.ts";
import type { NodeNotes } from "../../../model/expression-tree.ts";
import { plural } from "../../../model/format.ts";

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
  leaves(tree).flatMap(({ node }) =>
    // Those of other languages are no terms of this retina.
    node.kind === "term" && node.language === undefined ? [node.term] : [],
  );

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

type Positions = PositionsLeaf["positions"];

/** Longer lists of cells than this are written by name even if nobody named them. */
const LONGEST_LIST = 12;

/** A list of cells that has been seen under a name. */
export interface KnownCells {
  readonly name: string;
  readonly positions: Positions;
  /** Name of the retina it was made with. */
  readonly retina: string | undefined;
}

/** Names of the lists of cells of a tree; two that differ never have the same name. */
export function cellNamesOf(tree: Draft, notes: NodeNotes): ReadonlyMap<NodeId, KnownCells> {
  const names = new Map<NodeId, KnownCells>();
  const taken = new Map<string, Positions>();
  for (const { node } of places(tree)) {
    if (node.kind !== "positions") continue;
    const note = notes.get(node.id);
    const wanted = note?.label ?? autoName(node.positions);
    if (wanted === undefined) continue;
    const name = freeName(wanted, node.positions, taken);
    taken.set(name, node.positions);
    names.set(node.id, { name, positions: node.positions, retina: note?.retina });
  }
  return names;
}

const autoName = ({ length }: Positions): string | undefined =>
  length > LONGEST_LIST ? plural(length, "cell") : undefined;

/** Whether a name was given by nobody, but is only what the list is called for want of one. */
export const isAutoName = ({ name, positions }: KnownCells): boolean =>
  name.replace(/ \d+$/, "") === autoName(positions);

/** The name itself, or with the first number that tells it from other lists. */
function freeName(
  wanted: string,
  positions: Positions,
  taken: ReadonlyMap<string, Positions>,
): string {
  const isFree = (name: string) => {
    const other = taken.get(name);
    return other === undefined || samePositions(other, positions);
  };
  let name = wanted;
  for (let number = 2; !isFree(name); number++) name = `${wanted} ${number}`;
  return name;
}

/** Looks names up among those of the tree first, then among those seen before, newest first. */
export function namedCellsOf(
  now: ReadonlyMap<NodeId, KnownCells>,
  before: readonly KnownCells[],
): NamedCells {
  const known = [...now.values(), ...before];
  return {
    names: [...new Set(known.map(({ name }) => name))],
    cellsOf: (name) => known.find((each) => each.name === name)?.positions,
  };
}

const MOST_REMEMBERED = 100;

/** What was seen, with what is seen now in front. */
export function remember(
  before: readonly KnownCells[],
  now: Iterable<KnownCells>,
): readonly KnownCells[] {
  const fresh = [...now];
  const isOld = ({ name, positions }: KnownCells) =>
    !fresh.some((each) => each.name === name && samePositions(each.positions, positions));
  return [...fresh, ...before.filter(isOld)].slice(0, MOST_REMEMBERED);
}

/** What is noted about lists of cells that came by a line: the name and the map they had when last seen. */
export function notesByCells(tree: Draft, known: readonly KnownCells[]): NodeNotes {
  const notes = new Map<NodeId, { label?: string; retina?: string }>();
  for (const { node } of places(tree)) {
    if (node.kind !== "positions") continue;
    const found = known.find(({ positions }) => samePositions(positions, node.positions));
    if (!found) continue;
    notes.set(node.id, {
      ...(isAutoName(found) ? {} : { label: found.name }),
      ...(found.retina === undefined ? {} : { retina: found.retina }),
    });
  }
  return notes;
}
