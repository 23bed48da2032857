import { ApiError } from "../errors.ts";
import type { Positions } from "../kernel/grid.ts";
import { arrange, type IsPhrase } from "./arrange.ts";
import type { Expression, NodePath } from "./ast.ts";
import { LineParser, type Piece } from "./line-parser.ts";
import { parseJson } from "./parse-json.ts";
import { type Problem, ProblemList, remove, replace, type Span, shown } from "./problems.ts";
import { scan, type Token } from "./scan.ts";
import { limitProblem, pathKey } from "./walk.ts";
import { printCellsName } from "./words.ts";

export interface ParsedLine {
  /**
   * The tree, or as much of it as could be understood when there are problems; `undefined` if nothing could.
   * Only a tree without problems is what the person meant.
   */
  readonly expression: Expression | undefined;
  readonly problems: readonly Problem[];
  /** Where each node is in the line, by `pathKey`. */
  readonly spans: ReadonlyMap<string, Span>;
}

/** Lists of cells that a line may write by a name, `["sense car"]`, instead of number by number. */
export interface NamedCells {
  /** The cells that a name means; `undefined` for a name that is not known. */
  readonly cellsOf: (name: string) => Positions | undefined;
  /** Names to offer where another was meant. */
  readonly names: readonly string[];
}

const NO_NAMED_CELLS: NamedCells = { cellsOf: () => undefined, names: [] };

interface LineOptions {
  /** Without it every run of bare words is a mistake. */
  readonly isPhrase?: IsPhrase;
  /** Without it every `["name"]` is a mistake. */
  readonly named?: NamedCells;
}

/**
 * Reads the one-line syntax of `grammar.md`, or JSON if the line begins with `{`. Never throws; an
 * empty line has neither a tree nor problems. Cost grows with the length of the line.
 */
export function parseLine(
  line: string,
  { isPhrase = () => false, named = NO_NAMED_CELLS }: LineOptions = {},
): ParsedLine {
  const problems = new ProblemList(line);
  if (line.trimStart().startsWith("{")) return readJson(line, problems);
  const scanned = lookUpCells(scan(line, problems), problems, named);
  const tokens = arrange(scanned, problems, isPhrase);
  const root = tokens && new LineParser(tokens, problems).parse();
  const reason = root?.node && limitProblem(root.node);
  if (root !== undefined && reason !== undefined) problems.report(root, reason);
  const spans = new Map<string, Span>();
  if (root?.node !== undefined) collectSpans(root, [], spans);
  return { expression: root?.node, problems: problems.sorted(), spans };
}

function collectSpans(piece: Piece, path: NodePath, spans: Map<string, Span>): void {
  spans.set(pathKey(path), { start: piece.start, end: piece.end });
  for (const [index, operand] of piece.operands.entries())
    collectSpans(operand, [...path, index], spans);
}

function readJson(line: string, problems: ProblemList): ParsedLine {
  const start = line.length - line.trimStart().length;
  const span = { start, end: line.trimEnd().length };
  try {
    const expression = parseJson(JSON.parse(line), "application");
    return { expression, problems: [], spans: new Map([["", span]]) };
  } catch (error) {
    const isOurs = error instanceof ApiError;
    problems.report(
      span,
      isOurs ? error.message : "This begins like JSON but is not complete or not valid JSON.",
    );
    return { expression: undefined, problems: problems.sorted(), spans: new Map() };
  }
}

const MOST_OFFERED = 3;

/** Puts the cells in the place of their names; an unknown name is reported. */
function lookUpCells(
  tokens: readonly Token[],
  problems: ProblemList,
  { cellsOf, names }: NamedCells,
): Token[] {
  return tokens.map((token) => {
    if (token.kind !== "leaf" || token.cellsName === undefined) return token;
    const positions = cellsOf(token.cellsName);
    if (positions !== undefined && positions.length > 0)
      return { ...token, node: { kind: "positions", positions } };
    problems.report(token, `No list of cells is called ${shown(token.cellsName)} here.`, [
      ...names
        .slice(0, MOST_OFFERED)
        .map((name) => replace(`Take ${shown(name)}`, token, printCellsName(name))),
      remove("it", token),
    ]);
    return token;
  });
}
