import type { Expression, NodePath, Operator } from "../../../core/expression/ast.ts";
import { printLine } from "../../../core/expression/print-line.ts";
import { leaves } from "../../../core/expression/walk.ts";
import {
  NO_SUBJECT,
  placeOf,
  readSubject,
  type Subject,
  subjectOf,
  treeOf,
} from "../../model/subject.ts";
import { markPlace, navigate } from "../../state/navigation.ts";
import { retinaInUse } from "../../state/retina.ts";
import { exploreSubject, subject } from "../../state/subject.ts";
import { announce } from "../../state/toasts.ts";
import { nameOfSense } from "../../state/use-reading.ts";
import type { EditOptions } from "../../state/workspace.ts";
import { focusRow, useBuild } from "./build-ui.ts";
import { addTo, type EditResult, isRefused } from "./model/edit.ts";

interface CommitOptions {
  /** Leaves the keyboard where it is. */
  readonly keepsFocus?: boolean;
  /** Names the step better than the edit does. */
  readonly label?: string;
  /** Retina of lists of cells that the edit brings in; the one in use if left out. */
  readonly retina?: string | undefined;
}

export const currentTree = (): Expression | undefined => treeOf(subject.read());

/** Writes an edit of the tree into the line as one step of undo. @returns whether it was made */
export function commitEdit(result: EditResult, options: CommitOptions = {}): boolean {
  if (isRefused(result)) {
    refuse(result.refused);
    return false;
  }
  const { tree, focus, label } = result;
  subject.edit(options.label ?? label, (before) =>
    subjectOf(tree, { before, retina: options.retina ?? retinaInUse() }),
  );
  useBuild.setState({ refusal: null, choosing: null });
  if (!options.keepsFocus) focusRow(focus);
  return true;
}

/** Shows and announces why something was not done. */
export function refuse(refusal: string): void {
  announce(refusal);
  useBuild.setState({ refusal });
}

/** Writes the line as it was typed, also one that cannot be read. */
export function writeLine(
  typed: string,
  tree: Expression | undefined,
  options: EditOptions = {},
): void {
  const label = typed.trim() === "" ? "Clear the expression" : `Write ${typed.trim().slice(0, 40)}`;
  subject.edit(
    label,
    (before) => {
      const after =
        tree || typed.trim() === ""
          ? subjectOf(tree, { before, retina: retinaInUse(), typed })
          : { line: typed, cells: before.cells };
      return after.line === before.line ? before : after;
    },
    options,
  );
  useBuild.setState({ refusal: null, selected: "" });
}

/** A line that has no part in common with the one before is another place of the walk. */
export function noteWalk(before: Subject): void {
  const after = subject.read();
  const [old, now] = [before, after].map((each) => {
    const tree = treeOf(each);
    return new Set(tree ? leaves(tree).map(({ node }) => printLine(node)) : []);
  });
  if (!old?.size || !now?.size || [...old].some((part) => now.has(part))) return;
  markPlace(placeOf(before));
  navigate("explore", placeOf(after));
}

export function clearExpression(): void {
  subject.edit("Clear the expression", () => NO_SUBJECT);
  useBuild.setState({ refusal: null, selected: "" });
}

interface Addition extends Omit<CommitOptions, "keepsFocus"> {
  readonly node: Expression;
  readonly operator: Operator;
  /** The part that it is added to; the whole if there is none. */
  readonly path?: NodePath;
}

/** Adds a part to the subject, as one step. A line with a mistake stays as it is. @returns whether it was added */
export function addToSubject({ node, operator, path = [], ...options }: Addition): boolean {
  const { expression, problem } = readSubject(subject.read());
  if (problem) {
    refuse(`Correct the expression first. ${problem.message}`);
    return false;
  }
  return commitEdit(addTo(expression, path, { node, operator }), {
    keepsFocus: true,
    ...options,
  });
}

interface Cells {
  /** Keeps only the cells, takes them away or adds them. */
  readonly operator: "and" | "sub" | "or";
  readonly positions: readonly number[];
  /** What the line calls them. */
  readonly name: string;
  readonly retina: string | undefined;
}

const EFFECTS = { and: "Keep only", sub: "Subtract", or: "Add" } as const;

const cellsNode = (positions: readonly number[], name: string): Expression => ({
  kind: "positions",
  positions: Uint16Array.from(positions),
  name,
});

/** Restricts the whole subject to cells, takes them away or adds them. */
export function restrictSubject({ operator, positions, name, retina }: Cells): void {
  const label = `${EFFECTS[operator]} the ${name}`;
  addToSubject({ node: cellsNode(positions, name), operator, label, retina });
}

/** Takes terms away from the subject, in Explore. */
export function subtractTerms(terms: readonly string[]): void {
  const before = subject.read();
  let tree = treeOf(before);
  if (!tree) return;
  for (const term of terms) {
    const result: EditResult = addTo(tree, [], { node: { kind: "term", term }, operator: "sub" });
    if (isRefused(result)) {
      refuse(result.refused);
      return;
    }
    tree = result.tree;
  }
  const label = terms.length === 1 ? `Subtract ${terms[0]}` : `Subtract ${terms.length} terms`;
  exploreSubject(subjectOf(tree, { before }), label);
}

/** Takes a sense away from the part at a path, or keeps only it, as one step that says so. */
export function restrictTo(
  sense: { readonly label: string; readonly positions: readonly number[] },
  { operator, path }: { readonly operator: "and" | "sub"; readonly path: NodePath },
): void {
  const label = `${operator === "sub" ? "Subtract" : "Keep only"} the sense ${sense.label}`;
  const node = cellsNode(sense.positions, nameOfSense(sense.label));
  if (addToSubject({ node, operator, path, label })) announce(label);
}
