import type { Positions } from "../retina/types.ts";
import { type Expression, isOperation, type Leaf, type Operation } from "./ast.ts";
import { isBareName, isBareTerm, quote, suitsTripleQuotes } from "./words.ts";

export interface PrintOptions {
  /** Brackets round every operation but the outermost, so that nobody needs to know what binds tighter. */
  readonly fullBrackets?: boolean;
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

/** The tree in the one-line syntax of `grammar.md`; `parseLine` gives an equal tree back. */
export function printLine(root: Expression, { fullBrackets = false }: PrintOptions = {}): string {
  const print = (node: Expression): Printed => {
    const { text, binding } = isOperation(node)
      ? printOperation(node)
      : { text: printLeaf(node), binding: UNIT };
    if (node.sparsity === undefined) return { text, binding };
    return {
      text: `${bracket({ text, binding }, UNIT)}~${printSparsity(node.sparsity)}`,
      binding: UNIT,
    };
  };
  const operand = (node: Expression, least: number) =>
    bracket(print(node), fullBrackets ? UNIT : least);
  const join = (first: string, rest: readonly Expression[], { sign, least }: Joint) =>
    [first, ...rest.map((node) => operand(node, least))].join(` ${sign} `);

  const printOperation = (operation: Operation): Printed => {
    const { kind, operands } = operation;
    const [first, ...rest] = operands as readonly [Expression, ...Expression[]];
    if (rest.length === 0 || (kind === "xor" && rest.length > 1))
      return {
        text: `${kind}(${operands.map((node) => print(node).text).join(", ")})`,
        binding: UNIT,
      };
    const joint = JOINTS[kind];
    return {
      text: join(operand(first, leastOfFirst(kind, first)), rest, joint),
      binding: joint.binding,
    };
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

/** A leaf without its sparsity: `apple`, `"new york"`, `text:"..."`, `[0,4,10-40]`, `@name`, `#3`. */
export function printLeaf(leaf: Leaf): string {
  switch (leaf.kind) {
    case "term":
      return isBareTerm(leaf.term) ? leaf.term : quote(leaf.term);
    case "text":
      return suitsTripleQuotes(leaf.text) ? `text:'''${leaf.text}'''` : `text:${quote(leaf.text)}`;
    case "positions":
      return printPositions(leaf.positions);
    case "saved":
      return `@${isBareName(leaf.name) ? leaf.name : quote(leaf.name)}`;
    case "history":
      return `#${leaf.entry}`;
    default:
      return `${leaf.kind}:${quote(leaf.name)}`;
  }
}

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
