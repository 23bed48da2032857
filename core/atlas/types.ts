/** Between the words of a region's name. */
export const WORD_BREAK = ", ";

/** A part of the map. */
export interface Region {
  /** Index in `Atlas.regions`. */
  readonly id: number;
  /** 0 is the widest. */
  readonly level: number;
  /** One to three terms that say what lives there, the most telling first, or the name that an editor gave; "" where no words can. */
  readonly label: string;
  /** Region of the level above that holds this one; null at level 0. */
  readonly parent: number | null;
  /** Further terms that could name it, best first. */
  readonly runnersUp: readonly string[];
  /** Size in cells. */
  readonly cells: number;
  /** The cell of the region that lies most in its middle. */
  readonly centre: number;
  /** How much nearer in meaning its neighbouring cells are than random cells of the map, 0..1. */
  readonly coherence: number;
  /** Words that only spelling or chance brought together, by an editor's word: drawn paler. */
  readonly isScraps?: true;
}

/** The map divided into named regions, once a level; each region lies within one of the level above. */
export interface Atlas {
  readonly regions: readonly Region[];
  /** For each level, the region id of each cell. */
  readonly regionOf: readonly Uint16Array[];
  /** How alike each cell and its surroundings are, -1..1; about 0 where the map has no order. */
  readonly kinship: Float32Array;
}

/** What a region is called: its own name, else that of the smallest one with a name that holds it, else "". */
export function placeName({ regions }: Pick<Atlas, "regions">, id: number): string {
  for (let at: number | null = id; at !== null; at = regions[at]!.parent)
    if (regions[at]!.label !== "") return regions[at]!.label;
  return "";
}
