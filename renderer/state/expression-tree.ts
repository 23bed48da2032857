import type { ExpressionJson } from "../../core/api/json-value.ts";
import {
  type Expression,
  isOperation,
  type NodePath,
  withSparsity,
} from "../../core/expression/ast.ts";
import type { Notes } from "../../core/expression/notes.ts";
import { parseJson } from "../../core/expression/parse-json.ts";
import { printJson } from "../../core/expression/print-json.ts";
import { pathKey } from "../../core/expression/walk.ts";
import { labelOf, SIGNS } from "./fingerprint.ts";
import type { Subject } from "./subject.ts";

/** What the application keeps about one node beside the tree, so that the tree stays what the service takes. */
export interface NodeNote {
  /** A name the person or the application gave it: "sense car". */
  readonly label?: string;
  /** Kept in the tree but left out of the result. */
  readonly mute?: boolean;
  /** Its operands are folded away. */
  readonly fold?: boolean;
  /** The person accepted that it has no positions here: the rest is evaluated without it. */
  readonly skip?: boolean;
  /** Name of the retina that literal positions were made with. */
  readonly retina?: string;
}

export type NodeNotes = Notes<NodeNote>;

/** Names of parts of an expression by their keys, where it is kept without the other notes. */
export type PartNames = { readonly [key: string]: string };

/** Names as notes of the expression they were kept with. */
export const notesFromNames = (names: PartNames): NodeNotes =>
  new Map(Object.entries(names).map(([key, label]) => [key, { label }]));

const TYPES: Readonly<Record<keyof NodeNote, string>> = {
  label: "string",
  mute: "boolean",
  fold: "boolean",
  skip: "boolean",
  retina: "string",
};

const parsed = new WeakMap<object, Expression | null>();

/** The subject as a tree; what thins the whole stands at its root. `undefined` for none. */
export function treeOf({ expression, sparsity }: Subject): Expression | undefined {
  const tree = expression && parseOnce(expression);
  if (!tree) return undefined;
  return sparsity > 0 && sparsity < 1 ? withSparsity(tree, sparsity) : tree;
}

function parseOnce(expression: object): Expression | null {
  const known = parsed.get(expression);
  if (known !== undefined) return known;
  const tree = tryParse(expression);
  parsed.set(expression, tree);
  return tree;
}

function tryParse(expression: object): Expression | null {
  try {
    return parseJson(expression, "application");
  } catch {
    return null;
  }
}

/** The notes in a subject's `extra`, whose keys are "kind path". Anything else in it is passed over. */
export function notesOf({ extra }: Pick<Subject, "extra">): NodeNotes {
  const notes = new Map<string, NodeNote>();
  for (const [key, value] of Object.entries(extra)) {
    const space = key.indexOf(" ");
    const kind = key.slice(0, space);
    if (space < 0 || !isKind(kind) || typeof value !== TYPES[kind]) continue;
    const path = key.slice(space + 1);
    notes.set(path, { ...notes.get(path), [kind]: value });
  }
  return notes;
}

const isKind = (kind: string): kind is keyof NodeNote => Object.hasOwn(TYPES, kind);

/** The inverse of `treeOf` and `notesOf`. */
export function subjectOf(tree: Expression | undefined, notes: NodeNotes): Subject {
  if (tree === undefined) return { expression: null, sparsity: 1, extra: {} };
  const plain = withSparsity(tree, undefined);
  const extra: Record<string, string | boolean> = {};
  for (const [path, note] of notes)
    for (const [kind, value] of Object.entries(note))
      if (value !== undefined && value !== false) extra[`${kind} ${path}`] = value;
  return {
    expression: printJson(plain) as unknown as ExpressionJson,
    sparsity: tree.sparsity ?? 1,
    extra,
  };
}

/** The tree in a few words, its named parts by their names and without muted ones: "jaguar − sense car". */
export function labelOfTree(tree: Expression, notes: NodeNotes, longest = 60): string {
  const label = (node: Expression, path: NodePath): string => {
    const own = notes.get(pathKey(path))?.label;
    if (own !== undefined) return own;
    if (!isOperation(node)) return labelOf(printJson(node) as unknown as ExpressionJson, longest);
    const used = [...node.operands.keys()].filter((i) => !notes.get(pathKey([...path, i]))?.mute);
    const operands = used.map((index) => label(node.operands[index]!, [...path, index]));
    const joined = operands.join(SIGNS[node.kind]);
    return path.length > 0 && operands.length > 1 ? `(${joined})` : joined;
  };
  const text = label(tree, []);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
