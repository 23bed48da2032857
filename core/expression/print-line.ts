import type { Positions } from "../kernel/grid.ts";
import { type Expression, isOperation, type Leaf, type Operation } from "./ast.ts";
import { isBareName, isBareTerm, printCellsName, quote, suitsTripleQuotes } from "./words.ts";

interface PrintOptions {
  /** Brackets round every operation but the outermost, so that nobody needs to know what binds tighter. */
  readonly fullBrackets?: boolean;
  /** Writes lists of cells by number, also those that have a name. */
  readonly inFull?: boolean;
}

/** How tightly what was printed holds together; a part needs brackets in a place that asks for more. */
const XOR = 1;
const SUM = 2;
const AND = 3;
const UNIT = 4;

interface Printed {
  readonly text: string;
  readonly binding: number;
}

/**
 * The tree in the one-line syntax of `grammar.md`; `parseLine` gives an equal tree back. Lists of cells that have a name are
 * written by it, so `parseLine` needs their cells.
 */
export function printLine(
  root: Expression,
  { fullBrackets = false, inFull = false }: PrintOptions = {},
): string {
  const print = (node: Expression): Printed => {
    const printed = isOperation(node)
      ? printOperation(node)
      : { text: textOf(node), binding: UNIT };
    if (node.sparsity === undefined) return printed;
    return { text: `${bracket(printed, UNIT)}~${printSparsity(node.sparsity)}`, binding: UNIT };
  };
  const textOf = (leaf: Leaf) =>
    leaf.kind === "positions" && inFull ? printPositions(leaf.positions) : printLeaf(leaf);
  const printOperation = ({ kind, operands }: Operation): Printed => {
    const printed = operands.map(print);
    if (operands.length === 1 || (kind === "xor" && operands.length > 2))
      return { text: `${kind}(${printed.map(({ text }) => text).join(", ")})`, binding: UNIT };
    const { sign, binding, least } = JOINTS[kind];
    const texts = printed.map((operand, index) => {
      const needed = index === 0 ? leastOfFirst(kind, operands[0]!) : least;
      return bracket(operand, fullBrackets ? UNIT : needed);
    });
    return { text: texts.join(` ${sign} `), binding };
  };
  return print(root).text;
}

interface Joint {
  readonly sign: string;
  readonly binding: number;
  /** How tightly operands after the first must bind. */
  readonly least: number;
}

const JOINTS: Record<Operation["kind"], Joint> = {
  xor: { sign: "^", binding: XOR, least: SUM },
  or: { sign: "+", binding: SUM, least: AND },
  sub: { sign: "-", binding: SUM, least: AND },
  and: { sign: "&", binding: AND, least: UNIT },
};

/** An operand of the same kind would melt into the list, so it keeps its brackets; xor is folded two by two anyway. */
function leastOfFirst(kind: Operation["kind"], first: Expression): number {
  if (kind === "xor") return XOR;
  return first.kind === kind ? UNIT : kind === "and" ? UNIT : SUM;
}

const bracket = ({ text, binding }: Printed, least: number) =>
  binding < least ? `(${text})` : text;

/** A leaf without its sparsity: `apple`, `"new york"`, `de:hund`, `text:"..."`, `[0,4,10-40]`, `["name"]`, `@name`. */
export function printLeaf(leaf: Leaf): string {
  switch (leaf.kind) {
    case "term":
      return inLanguage(leaf.language, isBareTerm(leaf.term) ? leaf.term : quote(leaf.term));
    case "text":
      return inLanguage(
        leaf.language,
        suitsTripleQuotes(leaf.text) ? `text:'''${leaf.text}'''` : `text:${quote(leaf.text)}`,
      );
    case "positions":
      return leaf.name === undefined ? printPositions(leaf.positions) : printCellsName(leaf.name);
    case "saved":
      return `@${isBareName(leaf.name) ? leaf.name : quote(leaf.name)}`;
    default:
      return `${leaf.kind}:${quote(leaf.name)}`;
  }
}

const inLanguage = (language: string | undefined, printed: string): string =>
  language === undefined ? printed : `${language}:${printed}`;

/** `[0,4,10-40]`: runs of three and more as ranges. */
export function printPositions(positions: Positions): string {
  const items: string[] = [];
  for (let i = 0; i < positions.length; ) {
    let last = i;
    while (positions[last + 1] === positions[last]! + 1) last++;
    if (last - i < 2) last = i;
    items.push(last === i ? `${positions[i]}` : `${positions[i]}-${positions[last]}`);
    i = last + 1;
  }
  return `[${items.join(",")}]`;
}

/** In percent if that is exact: 0.02 is `2%`, 1/3 stays `0.3333333333333333`. */
function printSparsity(sparsity: number): string {
  const percent = String(Number((sparsity * 100).toPrecision(12)));
  return Number(percent) / 100 === sparsity ? `${percent}%` : String(sparsity);
}
