import type { RetinaCard } from "../retina/types.ts";
import { CUTS, type Cut } from "./pack.ts";

/** How texts are read with the retina of a language, as its card says. */
export interface Reading {
  /** Code of the language. */
  readonly language: string;
  readonly cut: readonly Cut[];
  /** See `Pack`. */
  readonly characters: string;
}

/** Undefined for a retina that no pack has made: its texts are read as English ones are. */
export function readingOf({ options, characters = "" }: RetinaCard): Reading | undefined {
  const { language, cut } = options;
  if (typeof language !== "string" || typeof cut !== "string") return undefined;
  const named = new Set(cut.split(" "));
  return { language, cut: CUTS.filter((rule) => named.has(rule)), characters };
}
