import { type Draft, idsOf, type NodeId } from "./draft.ts";

/**
 * What the application keeps about nodes beside the draft (labels, mutes, colours, what is collapsed), by
 * their ids, so that the tree itself stays what the service takes.
 */
export type Notes<T> = ReadonlyMap<NodeId, T>;

/** The notes after an edit: those of nodes that are still there. */
export function keepNotes<T>(notes: Notes<T>, after: Draft | undefined): Notes<T> {
  const left = new Set(after && idsOf(after));
  return new Map([...notes].filter(([id]) => left.has(id)));
}
