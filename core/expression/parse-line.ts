import { ApiError } from "../errors.ts";
import type { Positions } from "../kernel/grid.ts";
import { DEEPEST, type Expression, type Leaf, type Operator, withSparsity } from "./ast.ts";
import { parseJson } from "./parse-json.ts";
import { type Mistake, type Span, scan, shown, type Token } from "./scan.ts";
import { limitProblem } from "./walk.ts";

/** The first mistake of a line. */
export interface Problem extends Mistake {
  /** Column of the span's first character, counted from 1 in code points, for screen readers. */
  readonly column: number;
}

export interface ParsedLine {
  /** `undefined` for a blank line and for one with a mistake. */
  readonly expression: Expression | undefined;
  readonly problem: Problem | undefined;
  /** Where each node is in the line, by `pathKey`. */
  readonly spans: ReadonlyMap<string, Span>;
}

interface LineOptions {
  /**
   * Whether words are one term of the vocabulary. With it, words in a row that are one term are read as it, and quoted
   * words that are not are read as a text. Without it, only words in quotes are one term, and every quoted string is.
   */
  readonly isPhrase?: ((words: string) => boolean) | undefined;
  /** The cells that `["name"]` stands for; `undefined` for a name that is not known. */
  readonly cellsOf?: ((name: string) => Positions | undefined) | undefined;
}

const NO_SPANS: ReadonlyMap<string, Span> = new Map();

/**
 * Reads the one-line syntax of `grammar.md`, or JSON if the line begins with `{`. Never throws. Cost grows with the length
 * of the line.
 */
export function parseLine(line: string, options: LineOptions = {}): ParsedLine {
  try {
    if (line.trimStart().startsWith("{")) return readJson(line);
    const { tokens, mistake } = scan(line);
    if (mistake !== undefined) throw new LineError(mistake);
    const root = new Parser(line, tokens, options).parse();
    if (root === undefined) return { expression: undefined, problem: undefined, spans: NO_SPANS };
    const limit = limitProblem(root.node);
    if (limit !== undefined) throw errorAt(root, limit);
    const spans = new Map<string, Span>();
    collectSpans(root, "", spans);
    return { expression: root.node, problem: undefined, spans };
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    const { mistake } = error;
    const column = [...line.slice(0, mistake.span.start)].length + 1;
    return { expression: undefined, problem: { ...mistake, column }, spans: NO_SPANS };
  }
}

/** Ends the reading of a line. */
class LineError extends Error {
  readonly mistake: Mistake;

  constructor(mistake: Mistake) {
    super(mistake.message);
    this.mistake = mistake;
  }
}

const errorAt = ({ start, end }: Span, message: string) =>
  new LineError({ span: { start, end }, message });

function readJson(line: string): ParsedLine {
  const span = { start: line.length - line.trimStart().length, end: line.trimEnd().length };
  try {
    const expression = parseJson(JSON.parse(line), "application");
    return { expression, problem: undefined, spans: new Map([["", span]]) };
  } catch (error) {
    if (error instanceof ApiError) throw errorAt(span, error.message);
    throw errorAt(span, "This begins like JSON but is not valid JSON. Complete it.");
  }
}

/** A node with its span. */
interface Piece extends Span {
  readonly node: Expression;
  readonly operands: readonly Piece[];
}

function collectSpans(
  { start, end, operands }: Piece,
  key: string,
  spans: Map<string, Span>,
): void {
  spans.set(key, { start, end });
  for (const [index, operand] of operands.entries())
    collectSpans(operand, key === "" ? `${index}` : `${key}.${index}`, spans);
}

type OperatorToken = Token & { readonly kind: "operator" };

/** Brackets deeper than this are refused; each level may have an operator or two inside. */
const DEEPEST_BRACKETS = 2 * DEEPEST;
/** Longest run of words that is looked up as a phrase; a longer one is surely a text. */
const LONGEST_RUN = 32;

const TWICE = "This part has a “~” already. Remove one of them.";

/** Recursive descent over the tokens of a line; stops at the first mistake. */
class Parser {
  private readonly line: string;
  private readonly tokens: readonly Token[];
  private readonly options: LineOptions;
  private at = 0;
  private depth = 0;

  constructor(line: string, tokens: readonly Token[], options: LineOptions) {
    this.line = line;
    this.tokens = tokens;
    this.options = options;
  }

  /** `undefined` for a blank line. */
  parse(): Piece | undefined {
    if (this.tokens.length === 0) return undefined;
    const root = this.xor();
    const rest = this.token;
    if (rest?.kind === "close") throw errorAt(rest, "This bracket closes nothing. Remove it.");
    if (rest !== undefined) throw this.missingOperator(rest);
    return root;
  }

  private xor(): Piece {
    let left = this.sum();
    while (this.take("xor")) left = join("xor", [left, this.sum()]);
    return left;
  }

  /** Runs of one operator become one list; where the operator changes, the run before is its first operand. */
  private sum(): Piece {
    let run = [this.all()];
    let operator: Operator = "or";
    for (let token = this.takeSum(); token !== undefined; token = this.takeSum()) {
      if (token.operator !== operator && run.length > 1) run = [join(operator, run)];
      operator = token.operator;
      run.push(this.all());
    }
    return join(operator, run);
  }

  private takeSum(): OperatorToken | undefined {
    return this.take("or") ?? this.take("sub");
  }

  private all(): Piece {
    const run = [this.item()];
    while (this.take("and")) run.push(this.item());
    return join("and", run);
  }

  private item(): Piece {
    const item = this.unit();
    const token = this.token;
    if (token?.kind !== "sparsity") return item;
    const again = this.tokens[this.at + 1];
    if (item.node.sparsity !== undefined || again?.kind === "sparsity")
      throw errorAt(again?.kind === "sparsity" ? again : token, TWICE);
    this.at++;
    return { ...item, node: withSparsity(item.node, token.sparsity), end: token.end };
  }

  private unit(): Piece {
    const token = this.token;
    if (token === undefined) throw this.missingPart();
    if (token.kind === "word") return this.words();
    if (token.kind === "open") return this.brackets(token);
    if (token.kind === "operator" && token.isWord && this.tokens[this.at + 1]?.kind === "open")
      return this.call(token);
    if (token.kind === "leaf" || token.kind === "cells") {
      this.at++;
      const { start, end } = token;
      return { node: this.leafOf(token), start, end, operands: [] };
    }
    throw this.missingPart();
  }

  private leafOf(token: Token & { readonly kind: "leaf" | "cells" }): Leaf {
    const { isPhrase, cellsOf } = this.options;
    if (token.kind === "leaf") {
      const { node, isQuoted } = token;
      const isText =
        isPhrase !== undefined &&
        isQuoted === true &&
        node.kind === "term" &&
        node.language === undefined &&
        /\S\s+\S/.test(node.term) &&
        !isPhrase(node.term);
      return isText ? { kind: "text", text: node.term } : node;
    }
    const { name } = token;
    const positions = cellsOf?.(name);
    if (positions === undefined || positions.length === 0)
      throw errorAt(
        token,
        `No list of cells is called ${shown(name)} here. Write its cells by number: [7, 10-40].`,
      );
    return { kind: "positions", positions, name };
  }

  /** Bare words in a row, which must be one term. */
  private words(): Piece {
    const words: string[] = [];
    const { start } = this.token!;
    let end = start;
    for (let token = this.token; token?.kind === "word"; token = this.token) {
      words.push(token.word);
      ({ end } = token);
      this.at++;
    }
    const term = words.join(" ");
    const isTerm =
      words.length === 1 || (words.length <= LONGEST_RUN && this.options.isPhrase?.(term) === true);
    if (!isTerm)
      throw errorAt(
        { start, end },
        `${shown(term)} is not one term. Put an operator between the words, or quotes round them.`,
      );
    return { node: { kind: "term", term }, start, end, operands: [] };
  }

  private brackets(open: Token): Piece {
    this.enter(open);
    if (this.token?.kind === "close")
      throw errorAt(
        { start: open.start, end: this.token.end },
        "There is nothing between these brackets. Write a part there, or remove them.",
      );
    const { node, operands } = this.xor();
    return { node, operands, start: open.start, end: this.leave(open) };
  }

  /** `xor(a, b, c)`: the form that can write any number of operands, also one. */
  private call({ start, operator }: OperatorToken): Piece {
    this.at++;
    const open = this.token!;
    this.enter(open);
    const operands: Piece[] = [];
    do operands.push(this.xor());
    while (this.takeComma());
    const end = this.leave(open);
    return {
      node: { kind: operator, operands: operands.map(({ node }) => node) },
      operands,
      start,
      end,
    };
  }

  private enter(open: Token): void {
    this.at++;
    if (++this.depth > DEEPEST_BRACKETS)
      throw errorAt(open, `Brackets may be nested ${DEEPEST_BRACKETS} deep at most. Remove some.`);
  }

  /** Takes the bracket that closes; its end. */
  private leave(open: Token): number {
    const token = this.token;
    if (token === undefined)
      throw errorAt(open, "This bracket is not closed. Write “)” where it should end.");
    if (token.kind !== "close") throw this.missingOperator(token);
    this.at++;
    this.depth--;
    return token.end;
  }

  private get token(): Token | undefined {
    return this.tokens[this.at];
  }

  private take(operator: Operator): OperatorToken | undefined {
    const token = this.token;
    if (token?.kind !== "operator" || token.operator !== operator) return undefined;
    this.at++;
    return token;
  }

  private takeComma(): boolean {
    if (this.token?.kind !== "comma") return false;
    this.at++;
    return true;
  }

  /** A part should be here: the mistake is at the operator beside the gap. */
  private missingPart(): LineError {
    const [before, here] = [this.tokens[this.at - 1], this.token];
    const isBefore = here?.kind === "operator" && (before === undefined || before.kind === "open");
    const beside = isBefore || before === undefined ? here : before;
    if (beside === undefined) return errorAt({ start: 0, end: this.line.length }, "Write a part.");
    if (beside.kind === "open" && here === undefined)
      return errorAt(beside, "This bracket is not closed. Write a part and “)” after it.");
    const side = beside === here ? "before" : "after";
    const sign = shown(this.line.slice(beside.start, beside.end));
    return errorAt(beside, `Something is missing ${side} ${sign}. Write a part there.`);
  }

  private missingOperator(token: Token): LineError {
    if (token.kind === "comma")
      return errorAt(
        token,
        "A comma separates parts only inside “and(…)”. Write an operator instead.",
      );
    const text = shown(this.line.slice(token.start, token.end));
    return errorAt(token, `An operator is missing before ${text}. Write +, & or - there.`);
  }
}

/** An operator over pieces; a lone one stays what it is. */
function join(operator: Operator, pieces: readonly Piece[]): Piece {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  return {
    node: { kind: operator, operands: pieces.map(({ node }) => node) },
    operands: pieces,
    start: first!.start,
    end: pieces.at(-1)!.end,
  };
}
