import { Type } from "#typebox";
import { recordOf, type Saved } from "../../core/workspace/fit.ts";
import { expressionSchema } from "./expression-schema.ts";
import { labelOfTree, notesFromNames, treeOf } from "./expression-tree.ts";
import { labelOf } from "./fingerprint.ts";

const entrySchema = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  /** As it was then: references replaced by what they stood for, muted parts left out. */
  expression: expressionSchema,
  sparsity: Type.Number(),
  retina: Type.String(),
  cells: Type.Integer({ minimum: 0 }),
  /** ISO time. */
  at: Type.String(),
  /** The person's name for it; "" for none. */
  name: Type.String(),
  /** Names of its parts, such as the sense that was subtracted. */
  partNames: Type.Optional(recordOf(Type.String())),
});
/** An expression that was evaluated, under a number that never changes. */
export type HistoryEntry = Saved<typeof entrySchema>;

export const historySchema = Type.Object({
  next: Type.Integer({ minimum: 1 }),
  entries: recordOf(entrySchema),
});
export type History = Saved<typeof historySchema>;

/** Unnamed entries beyond this many are forgotten, the oldest first. */
export const MOST_ENTRIES = 100;

/** Numbers never change, so those of the saved history are kept and later ones follow them. */
export function withEntriesOf(saved: History, own: History): History {
  const later = Object.values(own.entries).map((entry) => {
    const number = saved.next + entry.number - 1;
    return [number, { ...entry, number }] as const;
  });
  const entries = { ...saved.entries, ...Object.fromEntries(later) };
  return { next: saved.next + own.next - 1, entries: prune(entries) };
}

/** What an entry is called: by its own name, else by what it is made of. */
export function labelOfEntry({ name, expression, partNames }: HistoryEntry, longest = 80): string {
  if (name !== "") return name;
  const tree = partNames && treeOf({ expression, sparsity: 1 });
  return tree
    ? labelOfTree(tree, notesFromNames(tree, partNames), longest)
    : labelOf(expression, longest);
}

/** Newest first. */
export const entriesOf = ({ entries }: History): HistoryEntry[] =>
  Object.values(entries).sort((a, b) => b.number - a.number);

export function prune(entries: History["entries"]): History["entries"] {
  const unnamed = Object.values(entries).filter(({ name }) => name === "");
  const extra = unnamed.sort((a, b) => b.number - a.number).slice(MOST_ENTRIES);
  if (extra.length === 0) return entries;
  const forgotten = new Set(extra.map(({ number }) => String(number)));
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !forgotten.has(key)));
}
