import { type Expression, type Operator, withSparsity } from "./ast.ts";
import { type ProblemList, remove, replace, type Span, shown } from "./problems.ts";
import type { Token } from "./scan.ts";
import { quote } from "./words.ts";

/** A node with its span; a hole (no node) where something could not be read. */
export interface Piece extends Span {
  readonly node: Expression | undefined;
  /** The pieces of the node's operands, holes left out. */
  readonly operands: readonly Piece[];
}

type OperatorToken = Token & { readonly kind: "operator" };

/** Recursive descent over arranged tokens; brackets match and their depth is bounded. */
export class LineParser {
  private readonly tokens: readonly Token[];
  private readonly problems: ProblemList;
  private at = 0;
  /** Commas separate operands inside `and(...)` and nowhere else. */
  private commaSeparates = false;

  constructor(tokens: readonly Token[], problems: ProblemList) {
    this.tokens = tokens;
    this.problems = problems;
  }

  parse(): Piece | undefined {
    return this.parseXor();
  }

  private parseXor(): Piece | undefined {
    let left = this.parseSum();
    for (let token = this.take("xor"); token !== undefined; token = this.take("xor")) {
      const right = this.parseSum();
      this.needBothSides(token, left, right);
      left = build("xor", [...listed(left), ...listed(right)]);
    }
    return left;
  }

  /** Runs of one operator become one list; where the operator changes, what came before is its first operand. */
  private parseSum(): Piece | undefined {
    let run = listed(this.parseAnd());
    let operator: Operator = "or";
    for (let token = this.takeSum(); token !== undefined; token = this.takeSum()) {
      const right = this.parseAnd();
      if (token.kind === "operator") this.needBothSides(token, run[0], right);
      const next = token.kind === "operator" ? token.operator : "or";
      if (next !== operator && run.length > 1) run = listed(build(operator, run));
      operator = next;
      if (right !== undefined) run.push(right);
    }
    return build(operator, run);
  }

  private parseAnd(): Piece | undefined {
    const run = listed(this.parseItem());
    for (let token = this.take("and"); token !== undefined; token = this.take("and")) {
      const right = this.parseItem();
      this.needBothSides(token, run[0], right);
      if (right !== undefined) run.push(right);
    }
    return build("and", run);
  }

  private parseItem(): Piece | undefined {
    this.skipStrays();
    let item = this.parseUnit();
    while (item !== undefined && this.token?.kind === "sparsity") item = this.thin(item);
    return item;
  }

  private thin(item: Piece): Piece {
    const token = this.advance() as Token & { kind: "sparsity" };
    if (item.node?.sparsity !== undefined)
      this.problems.report(token, "This part has a “~” already.", [remove("it", token)]);
    const node = item.node && withSparsity(item.node, token.sparsity);
    return { ...item, node, end: token.end };
  }

  private parseUnit(): Piece | undefined {
    const token = this.token;
    if (token?.kind === "open") return this.parseBrackets();
    if (token?.kind === "operator" && token.isWord && this.tokens[this.at + 1]?.kind === "open")
      return this.parseCall(token);
    if (token?.kind !== "leaf") return undefined;
    this.at++;
    return { node: token.node, start: token.start, end: token.end, operands: [] };
  }

  private parseBrackets(): Piece {
    const open = this.advance();
    const inner = this.inside(false, () => this.parseXor());
    const close = this.advance();
    const span = { start: open.start, end: close.end };
    if (inner === undefined && this.tokens[this.at - 2] === open)
      this.problems.report(span, "There is nothing between these brackets.", [
        remove("the brackets", span),
      ]);
    return { node: inner?.node, operands: inner?.operands ?? [], ...span };
  }

  /** `xor(a, b, c)`: the form that can write any number of operands, also one. */
  private parseCall({ start, operator }: OperatorToken): Piece {
    this.at += 2;
    const operands = this.inside(true, () => this.parseOperands(operator));
    const { end } = this.advance();
    if (operands.length === 0)
      this.problems.report(
        { start, end },
        `There is nothing between the brackets of “${operator}”.`,
        [
          remove("it", { start, end }),
          replace(`Take “${operator}” as a term`, { start, end }, quote(operator)),
        ],
      );
    const read = operands.filter(isRead);
    const node = read.length === 0 ? undefined : listOf(operator, read);
    return { node, operands: node === undefined ? [] : read, start, end };
  }

  private parseOperands(operator: Operator): Piece[] {
    const operands: Piece[] = [];
    for (;;) {
      const operand = this.parseXor();
      if (operand !== undefined) operands.push(operand);
      const comma = this.token?.kind === "comma" ? this.token : undefined;
      const beside = comma ?? this.tokens[this.at - 1];
      if (operand === undefined && beside?.kind === "comma")
        this.problems.report(beside, `An operand of “${operator}” is missing beside this comma.`, [
          remove("the comma", beside),
        ]);
      if (comma === undefined) return operands;
      this.at++;
    }
  }

  private inside<T>(commaSeparates: boolean, parse: () => T): T {
    const outside = this.commaSeparates;
    this.commaSeparates = commaSeparates;
    const parsed = parse();
    this.commaSeparates = outside;
    return parsed;
  }

  private get token(): Token | undefined {
    return this.tokens[this.at];
  }

  private advance(): Token {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new Error("Brackets were balanced before parsing.");
    return token;
  }

  private take(operator: Operator): OperatorToken | undefined {
    const token = this.token;
    if (token?.kind !== "operator" || token.operator !== operator) return undefined;
    this.at++;
    return token;
  }

  /** The next `+` or `-`; also a comma out of place, or nothing at all, between two parts. */
  private takeSum(): OperatorToken | (Span & { kind: "missing" }) | undefined {
    const token = this.token;
    if (token === undefined || token.kind === "close") return undefined;
    if (token.kind === "operator") return this.take("or") ?? this.take("sub");
    if (token.kind === "comma") {
      if (this.commaSeparates) return undefined;
      this.at++;
      this.problems.report(
        token,
        "A comma separates only inside “and(…)” and its like; here an operator is needed.",
        joinFixes(token, "Replace the comma by"),
      );
    } else {
      const gap = { start: this.tokens[this.at - 1]?.end ?? token.start, end: token.start };
      const text = this.problems.line.slice(token.start, token.end);
      this.problems.report(
        { start: token.start, end: token.end },
        `An operator is missing before ${shown(text)}.`,
        joinFixes(gap, "Insert"),
      );
    }
    return { kind: "missing", start: token.start, end: token.start };
  }

  /** A comma or a `~` where a term should be. */
  private skipStrays(): void {
    for (let token = this.token; token !== undefined; token = this.token) {
      const isStray = token.kind === "sparsity" || (token.kind === "comma" && !this.commaSeparates);
      if (!isStray) return;
      const text = this.problems.line.slice(token.start, token.end);
      this.problems.report(token, `There is nothing before ${shown(text)}.`, [remove("it", token)]);
      this.at++;
    }
  }

  private needBothSides(token: OperatorToken, left: Piece | undefined, right: Piece | undefined) {
    if ((left !== undefined && right !== undefined) || this.problems.isFull) return;
    const text = this.problems.line.slice(token.start, token.end);
    const side = left === undefined ? "before" : "after";
    const both = left === undefined && right === undefined;
    this.problems.report(
      token,
      `Something is missing ${both ? "before and after" : side} ${shown(text)}.`,
      [remove(shown(text), token), ...this.literalFix(token)],
    );
  }

  /** `c++`, or the term “and”: perhaps the operator was meant as a part of a term. */
  private literalFix(token: OperatorToken) {
    const { line } = this.problems;
    let { start, end } = token;
    while (start > token.start - FARTHEST && isInWord(line[start - 1])) start--;
    while (end < token.end + FARTHEST && isInWord(line[end])) end++;
    if (!token.isWord && end - start === token.end - token.start) return [];
    const term = line.slice(start, end);
    return [replace(`Take ${shown(term)} as a term`, { start, end }, quote(term))];
  }
}

/** How far from an operator the term reaches that it may be a part of. */
const FARTHEST = 40;
const isInWord = (char: string | undefined) => char !== undefined && /[^\s()[\]",]/.test(char);

const joinFixes = (span: Span, verb: string) => [
  replace(`${verb} “+” (any of them)`, span, " + "),
  replace(`${verb} “&” (all of them)`, span, " & "),
];

const listed = (piece: Piece | undefined): Piece[] => (piece === undefined ? [] : [piece]);

const isRead = (piece: Piece): piece is Piece & { node: Expression } => piece.node !== undefined;

const listOf = (operator: Operator, operands: readonly (Piece & { node: Expression })[]) => ({
  kind: operator,
  operands: operands.map(({ node }) => node),
});

/** An operator over those pieces that could be read; a lone one stays what it is. */
function build(operator: Operator, pieces: readonly Piece[]): Piece | undefined {
  const read = pieces.filter(isRead);
  const [first] = read;
  if (first === undefined) return pieces[0];
  if (read.length === 1) return first;
  const { end } = read.at(-1) ?? first;
  return { node: listOf(operator, read), operands: read, start: first.start, end };
}
