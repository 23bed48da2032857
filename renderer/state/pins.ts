import { Type } from "#typebox";
import { type Fingerprint, fingerprintSchema } from "../model/fingerprint.ts";
import { defineSlice } from "./slice.ts";

/** The shelf. The first eight have a letter and a colour, by their place. */
export const pins = defineSlice("pins", {
  title: "the shelf",
  schema: Type.Array(fingerprintSchema),
  initial: [],
});

export function pin(fingerprint: Fingerprint): void {
  pins.edit(`Pin ${fingerprint.label}`, (before) => [...before, fingerprint]);
}

/** Several at once, as one step. */
export function pinAll(label: string, fingerprints: readonly Fingerprint[]): void {
  pins.edit(label, (before) => [...before, ...fingerprints]);
}

export function unpin(id: string): void {
  const label = pinLabel(id);
  pins.edit(`Remove pin ${label}`, (before) => before.filter((pinned) => pinned.id !== id));
}

export function renamePin(id: string, label: string): void {
  pins.edit(`Rename pin to ${label}`, (before) =>
    before.map((pinned) => (pinned.id === id ? { ...pinned, label } : pinned)),
  );
}

/** Moves a pin to an index of the list without it. */
export function movePin(id: string, index: number): void {
  pins.edit(`Move pin ${pinLabel(id)}`, (before) => {
    const moved = before.find((pinned) => pinned.id === id);
    if (!moved || before.indexOf(moved) === index) return before;
    return before.filter((pinned) => pinned !== moved).toSpliced(index, 0, moved);
  });
}

const pinLabel = (id: string): string =>
  pins.read().find((pinned) => pinned.id === id)?.label ?? "";
