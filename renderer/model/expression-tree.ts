import type { ExpressionJson } from "../../core/api/schema/json-value.ts";
import { isOperation, withSparsity } from "../../core/expression/ast.ts";
import {
  type Draft,
  draftWith,
  find,
  idsOf,
  type NodeId,
  places,
} from "../../core/expression/draft.ts";
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

/** What is noted about the nodes of a tree, by their ids, so that the tree itself stays what the service takes. */
export type NodeNotes = ReadonlyMap<NodeId, NodeNote>;

/** The notes after an edit: those of nodes that are still there. */
export function keepNotes<T>(
  notes: ReadonlyMap<NodeId, T>,
  after: Draft | undefined,
): ReadonlyMap<NodeId, T> {
  const left = new Set(after && idsOf(after));
  return new Map([...notes].filter(([id]) => left.has(id)));
}

const TYPES: Readonly<Record<keyof NodeNote, string>> = {
  label: "string",
  mute: "boolean",
  fold: "boolean",
  skip: "boolean",
  retina: "string",
};

type Stored = Pick<Subject, "expression" | "sparsity" | "ids">;
interface Known {
  readonly ids: Subject["ids"];
  readonly tree: Draft | null;
}
const known = new WeakMap<object, Known>();

/** The subject as a tree; what thins the whole is at its root. `undefined` for none. */
export function treeOf({ expression, sparsity, ids }: Stored): Draft | undefined {
  const tree = expression && parseOnce(expression, ids);
  if (!tree) return undefined;
  return sparsity > 0 && sparsity < 1 ? withSparsity(tree, sparsity) : tree;
}

function parseOnce(expression: object, ids: Subject["ids"]): Draft | null {
  const before = known.get(expression);
  if (before !== undefined && before.ids === ids) return before.tree;
  const tree = tryParse(expression, ids);
  known.set(expression, { ids, tree });
  return tree;
}

function tryParse(expression: object, ids: readonly NodeId[] = []): Draft | null {
  try {
    return draftWith(parseJson(expression, "application"), ids);
  } catch {
    return null;
  }
}

/**
 * The notes in a subject's `extra`, whose keys are "kind id". Anything else in it is passed over. Workspaces
 * of version 1 had "kind path"; they are read as well, since undo leads back to them.
 */
export function notesOf({ extra, ...stored }: Omit<Subject, "sparsity">): NodeNotes {
  const notes = new Map<NodeId, NodeNote>();
  for (const [key, value] of Object.entries(extra)) {
    const space = key.indexOf(" ");
    const kind = key.slice(0, space);
    if (space < 0 || !isKind(kind) || typeof value !== TYPES[kind]) continue;
    const id = idFrom(key.slice(space + 1), stored);
    if (id !== undefined) notes.set(id, { ...notes.get(id), [kind]: value });
  }
  return notes;
}

const isKind = (kind: string): kind is keyof NodeNote => Object.hasOwn(TYPES, kind);

const PATH = /^(?:\d+(?:\.\d+)*)?$/;

function idFrom(key: string, stored: Omit<Stored, "sparsity">): NodeId | undefined {
  if (!PATH.test(key)) return key;
  const tree = treeOf({ ...stored, sparsity: 1 });
  for (const { path, node } of tree ? places(tree) : []) if (pathKey(path) === key) return node.id;
  return undefined;
}

/**
 * The subject with a node folded or open, its other notes in the form they have: no step of undo tells of
 * folding, so the steps before must still fit.
 */
export function withFold(stored: Subject, id: NodeId, fold: boolean): Subject {
  const isBy = (key: string) => idFrom(key.slice(key.indexOf(" ") + 1), stored);
  const others = Object.entries(stored.extra).filter(
    ([key]) => !key.startsWith("fold ") || isBy(key) !== id,
  );
  const hasPaths = others.some(([key]) => PATH.test(key.slice(key.indexOf(" ") + 1)));
  const path = hasPaths ? pathTo(stored, id) : undefined;
  const added = fold ? [[`fold ${path ?? id}`, true] as const] : [];
  return { ...stored, extra: Object.fromEntries([...others, ...added]) };
}

function pathTo(stored: Subject, id: NodeId): string | undefined {
  const tree = treeOf(stored);
  const found = tree && find(tree, id);
  return found && pathKey(found.path);
}

/** The inverse of `treeOf` and `notesOf`. */
export function subjectOf(tree: Draft | undefined, notes: NodeNotes): Subject {
  if (tree === undefined) return { expression: null, sparsity: 1, extra: {} };
  const extra: Record<string, string | boolean> = {};
  for (const [id, note] of notes)
    for (const [kind, value] of Object.entries(note))
      if (value !== undefined && value !== false) extra[`${kind} ${id}`] = value;
  const ids = idsOf(tree);
  const isNumbered = ids.every((id, index) => id === `n${index + 1}`);
  return {
    expression: printJson(withSparsity(tree, undefined)) as unknown as ExpressionJson,
    sparsity: tree.sparsity ?? 1,
    ...(isNumbered ? {} : { ids }),
    extra,
  };
}

/** The tree in a few words, its named parts by their names and without muted ones: "jaguar − sense car". */
export function labelOfTree(tree: Draft, notes: NodeNotes, longest = 60): string {
  const label = (node: Draft): string => {
    const own = notes.get(node.id)?.label;
    if (own !== undefined) return own;
    if (!isOperation(node)) return labelOf(printJson(node) as unknown as ExpressionJson, longest);
    const used = node.operands.filter(({ id }) => !notes.get(id)?.mute);
    const joined = used.map(label).join(SIGNS[node.kind]);
    return node !== tree && used.length > 1 ? `(${joined})` : joined;
  };
  const text = label(tree);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
