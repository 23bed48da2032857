import { type HistoryEntry, historySchema, prune, withEntriesOf } from "../model/query-history.ts";
import { defineSlice } from "./slice.ts";

export const queryHistory = defineSlice("history", {
  title: "the history",
  schema: historySchema,
  initial: { next: 1, entries: {} },
  join: withEntriesOf,
});

/** Records an evaluation; one that is there already is not repeated. Not a step of undo. */
export function recordQuery(made: Omit<HistoryEntry, "number" | "at" | "name">): void {
  queryHistory.keep((before) => {
    const text = JSON.stringify([made.expression, made.sparsity, made.retina]);
    const isKnown = Object.values(before.entries).some(
      ({ expression, sparsity, retina }) => JSON.stringify([expression, sparsity, retina]) === text,
    );
    if (isKnown) return before;
    const number = before.next;
    const entry = { ...made, number, at: new Date().toISOString(), name: "" };
    return { next: number + 1, entries: prune({ ...before.entries, [number]: entry }) };
  });
}

export function renameQuery(number: number, name: string): void {
  queryHistory.edit(`Name #${number} ${name}`, (before) => {
    const entry = before.entries[number];
    if (!entry || entry.name === name) return before;
    return { ...before, entries: { ...before.entries, [number]: { ...entry, name } } };
  });
}

export function forgetQuery(number: number): void {
  queryHistory.edit(`Forget #${number}`, (before) => {
    const { [number]: _, ...entries } = before.entries;
    return { ...before, entries };
  });
}
