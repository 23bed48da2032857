import { Type } from "#typebox";
import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import {
  type Expression,
  isOperation,
  isReference,
  withSparsity,
} from "../../core/expression/ast.ts";
import { parseJson } from "../../core/expression/parse-json.ts";
import { type ParsedLine, parseLine } from "../../core/expression/parse-line.ts";
import { printJson } from "../../core/expression/print-json.ts";
import { printLine } from "../../core/expression/print-line.ts";
import { leaves, sameExpression } from "../../core/expression/walk.ts";
import { samePositions } from "../../core/fingerprint/positions.ts";
import type { Positions } from "../../core/kernel/grid.ts";
import { positionsSchema } from "../../core/workspace/cells.ts";
import type { Saved } from "../../core/workspace/fit.ts";
import { labelOf, SIGNS } from "./fingerprint.ts";
import { plural } from "./format.ts";
import { type Prepared, prepare, type Resolve } from "./prepare-expression.ts";

export const subjectSchema = Type.Object({
  /** The expression as text. A line that cannot be read stays as it was typed. */
  line: Type.String(),
  /** The lists of cells that the line writes by name, and the retina they were made with. */
  cells: Type.Array(
    Type.Object({
      name: Type.String(),
      positions: positionsSchema,
      retina: Type.Optional(Type.String()),
    }),
  ),
});

/** The expression that Explore and the map show, or an empty line. */
export type Subject = Saved<typeof subjectSchema>;

type Cells = Subject["cells"][number];

export const NO_SUBJECT: Subject = { line: "", cells: [] };

/** Whether the view shows the subject. */
export const isSubjectView = (view: string): boolean => view === "explore";

const known = new WeakMap<Subject, ParsedLine>();

/** The line as a tree, or its mistake. */
export function readSubject(subject: Subject): ParsedLine {
  const before = known.get(subject);
  if (before) return before;
  const read = parseLine(subject.line, {
    cellsOf: (name) => {
      const found = cellsNamed(subject, name);
      return found && Uint16Array.from(found.positions);
    },
  });
  known.set(subject, read);
  return read;
}

/** The list of cells that a line writes by a name. */
export const cellsNamed = ({ cells }: Subject, name: string) =>
  cells.find((each) => each.name === name);

export const treeOf = (subject: Subject): Expression | undefined => readSubject(subject).expression;

/** The expression as JSON; null for an empty line and for one that cannot be read. */
export function jsonOf(subject: Subject): ExpressionJson | null {
  const tree = treeOf(subject);
  return tree ? (printJson(tree) as unknown as ExpressionJson) : null;
}

interface Origin {
  /** Retina of lists of cells that are new. */
  readonly retina?: string | undefined;
  /** The subject before, which has the retinas of its lists of cells. */
  readonly before?: Subject;
  /** The line that the user typed for the tree: it stays where it reads as the same tree. */
  readonly typed?: string;
}

/** The subject that a tree is written as. Long lists of cells get a name if they have none. */
export function subjectOf(tree: Expression | undefined, origin: Origin = {}): Subject {
  if (tree === undefined) return NO_SUBJECT;
  const { retina, before, typed } = origin;
  const cells: Cells[] = [];
  const visit = (node: Expression): Expression => {
    if (isOperation(node)) return { ...node, operands: node.operands.map(visit) };
    if (node.kind !== "positions") return node;
    const wanted = node.name ?? autoName(node.positions);
    if (wanted === undefined) return node;
    const name = freeName(wanted, node.positions, cells);
    if (cells.some((each) => each.name === name)) return { ...node, name };
    const old = before && cellsNamed(before, name);
    const isOld = old !== undefined && samePositions(node.positions, old.positions);
    const madeWith = isOld ? old.retina : retina;
    const positions = [...node.positions];
    cells.push({ name, positions, ...(madeWith === undefined ? {} : { retina: madeWith }) });
    return { ...node, name };
  };
  const written = printLine(visit(tree));
  if (typed !== undefined && !typed.trimStart().startsWith("{")) {
    const asTyped = { line: typed.trim(), cells };
    const read = treeOf(asTyped);
    if (read && sameExpression(read, tree)) return asTyped;
  }
  return { line: written, cells };
}

export const subjectOfJson = (json: ExpressionJson, retina?: string): Subject =>
  subjectOf(parseJson(json, "application"), { retina });

/** Longer lists of cells than this are written by name. */
const LONGEST_LIST = 12;

const autoName = ({ length }: ArrayLike<number>): string | undefined =>
  length > LONGEST_LIST ? plural(length, "cell") : undefined;

/** The name itself, or with the first number that tells it from other lists. */
function freeName(wanted: string, positions: Positions, taken: readonly Cells[]): string {
  const isTaken = (name: string) =>
    taken.some((each) => each.name === name && !samePositions(positions, each.positions));
  let name = wanted;
  for (let number = 2; isTaken(name); number++) name = `${wanted} ${number}`;
  return name;
}

/** Where a user was: a view, and in Explore the line that it showed. */
export interface Place {
  readonly view: string;
  readonly subject?: Subject;
}

/** The subject as part of a place on the trail. */
export const placeOf = (subject: Subject): Omit<Place, "view"> =>
  subject.line.trim() === "" ? {} : { subject };

/** The subject as a tree and as the engine takes it. */
export interface SubjectTree extends ParsedLine {
  readonly subject: Subject;
  readonly tree: Expression | undefined;
  readonly label: string;
  readonly prepared: Prepared | null;
  /** Sent to the engine without the thinning of the whole; null when no part is left. */
  readonly json: ExpressionJson | null;
  /** Greatest share of the map that the whole keeps; 1 for all of it. */
  readonly sparsity: number;
}

export function subjectTreeOf(subject: Subject, resolve: Resolve): SubjectTree {
  const read = readSubject(subject);
  const tree = read.expression;
  const prepared = tree ? prepare(withSparsity(tree, undefined), resolve) : null;
  const sent = prepared?.sent;
  return {
    ...read,
    subject,
    tree,
    label: tree ? labelOfTree(tree) : "",
    prepared,
    json: sent ? (printJson(sent) as unknown as ExpressionJson) : null,
    sparsity: tree?.sparsity ?? 1,
  };
}

/** Whether the meaning of the subject depends on the shelf, the map or the filters. */
export function refersToOthers(subject: Subject): boolean {
  const tree = treeOf(subject);
  return tree !== undefined && leaves(tree).some(({ node }) => isReference(node));
}

/** The tree in a few words, lists of cells by their names: "jaguar − sense car". */
export function labelOfTree(tree: Expression, longest = 60): string {
  const label = (node: Expression): string => {
    if (node.kind === "positions" && node.name !== undefined) return node.name;
    if (!isOperation(node)) return labelOf(printJson(node) as unknown as ExpressionJson, longest);
    const joined = node.operands.map(label).join(SIGNS[node.kind]);
    return node !== tree && node.operands.length > 1 ? `(${joined})` : joined;
  };
  const text = label(tree);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
