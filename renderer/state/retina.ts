import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { create } from "zustand";
import { retinaCardsQuery } from "../api/map-queries.ts";
import type { RetinaStamp } from "./fingerprint.ts";
import { defineSlice, isText } from "./slice.ts";

/** Name of the chosen retina; "" means the host's default. */
const chosen = defineSlice<string>("retina", "", isText);

/** The retina that a person switched to last, apart from one that came with a workspace; "" for none. */
export const useSwitchedTo = create<{ readonly name: string }>(() => ({ name: "" }));

export function chooseRetina(name: string): void {
  useSwitchedTo.setState({ name });
  chosen.edit(`Switch to ${name}`, () => name);
}

/** The retina every view works with: the chosen one if it can be used, else the default, else the first. The same object as long as it is the same retina. */
export function useRetina(): RetinaStamp | null {
  const name = chosen.use();
  const cards = useQuery(retinaCardsQuery()).data ?? [];
  const ready = cards.filter((card) => card.state === "ready");
  const card =
    ready.find((known) => known.name === name) ??
    ready.find((known) => known.isDefault) ??
    ready[0];
  const { name: used = "", checksum = "" } = card ?? {};
  return useMemo(() => (used === "" ? null : { name: used, checksum }), [used, checksum]);
}

/** The name asked for in this workspace, even when it is not installed. */
export const useChosenRetina = (): string => chosen.use();
