import { Type } from "typebox";
import { create } from "zustand";
import type { Fingerprint, RetinaStamp } from "../../model/fingerprint.ts";
import { oneOf, type Saved } from "../../model/fit.ts";
import { byMember } from "../../model/join-content.ts";
import { MOST_LAYERS } from "../../model/map/layers.ts";
import type { Members, Reading } from "../../model/overlay/combinations.ts";
import { pins } from "../pins.ts";
import { useRetina } from "../retina.ts";
import { defineSlice } from "../slice.ts";

/** "colours": a colour each; "side": a small map each as well; "heat": one colour, stronger where more of them are. */
const DRAWINGS = ["colours", "side", "heat"] as const;
export type Drawing = (typeof DRAWINGS)[number];

const schema = Type.Object({
  /** Pins that are left out, by id. */
  leftOut: Type.Array(Type.String()),
  reading: oneOf(["exact", "least"]),
  drawing: oneOf(DRAWINGS),
});
type OverlayChoice = Saved<typeof schema>;

const START: OverlayChoice = { leftOut: [], reading: "exact", drawing: "colours" };

export const overlay = defineSlice("overlay", {
  title: "the overlay",
  schema,
  initial: START,
  join: byMember(START),
});

/** Which combination is looked at, by the sets it is about; null for none. */
export const useChosenCombination = create<{
  readonly chosen: { readonly key: string; readonly members: Members } | null;
}>(() => ({ chosen: null }));

/** A pin with its place on the shelf, which gives it colour and letter, and whether it takes part. */
export interface Laid {
  readonly pin: Fingerprint;
  readonly place: number;
  readonly isIn: boolean;
  /** Why it cannot take part; "" where it can. */
  readonly bar: string;
}

/** The shelf with what takes part. Only the first eight have a colour; heat takes any number. */
export function laidOf(
  pinned: readonly Fingerprint[],
  leftOut: readonly string[],
  { retina, drawing }: { readonly retina: RetinaStamp | null; readonly drawing: Drawing },
): Laid[] {
  const most = drawing === "heat" ? Number.POSITIVE_INFINITY : MOST_LAYERS;
  return pinned.map((pin, place) => {
    const isForeign = retina !== null && pin.retina.name !== retina.name;
    const bar = isForeign
      ? `made with ${pin.retina.name}, another map`
      : place >= most
        ? "beyond the eight with a colour"
        : "";
    return { pin, place, bar, isIn: bar === "" && !leftOut.includes(pin.id) };
  });
}

export function useLaid(): readonly Laid[] {
  const pinned = pins.use();
  const { leftOut, drawing } = overlay.use();
  return laidOf(pinned, leftOut, { retina: useRetina(), drawing });
}

const EFFECTS: Readonly<Record<Drawing, string>> = {
  colours: "Draw in colours",
  side: "Draw side by side",
  heat: "Draw as heat",
};

export function setDrawing(drawing: Drawing): void {
  overlay.edit(EFFECTS[drawing], (before) => ({
    ...before,
    drawing,
  }));
}

export function setReading(reading: Reading): void {
  overlay.edit(
    reading === "exact" ? "Read as exactly these" : "Read as at least these",
    (before) => ({
      ...before,
      reading,
    }),
  );
}

export function togglePart({ pin, isIn }: Laid): void {
  overlay.edit(`${isIn ? "Leave out" : "Include"} ${pin.label}`, (before) => ({
    ...before,
    leftOut: isIn ? [...before.leftOut, pin.id] : before.leftOut.filter((id) => id !== pin.id),
  }));
}
