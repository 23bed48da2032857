import type { ColourName } from "./layers.ts";

/** One place of a path over the map. */
export interface TrailStop {
  readonly position: number;
  /** Stands in the mark: a letter, or a number where letters have run out. */
  readonly letter: string;
  readonly colour: ColourName;
  readonly label: string;
}
