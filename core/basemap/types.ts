/** What the ground of the map is made of: the atlas and how crowded the map is. */
export interface Geography {
  /** In the order of their ids, which are their indexes. */
  readonly regions: readonly {
    readonly id: number;
    /** 0 is the widest. */
    readonly level: number;
    /** Region of the level above; null at level 0. */
    readonly parent: number | null;
    /** Drawn paler, and what is in it. */
    readonly isScraps?: boolean;
  }[];
  /** For each level, the region id of each cell. */
  readonly regionOf: readonly ArrayLike<number>[];
  /** Terms that use each cell. */
  readonly density: ArrayLike<number>;
}

/** A closed line in cells from the upper left corner: x and y in turn. It ends where it began, which is not repeated. */
export type Ring = readonly number[];

/** A region as it is drawn. */
export interface Area {
  readonly id: number;
  /** Id of the widest region that holds it: its own at level 0. */
  readonly top: number;
  /** Which of the hues: the whole family of a region has the same. */
  readonly hue: number;
  /** Shade among the regions next to it, for each level from 1 to its own: 0, 1 or 2. */
  readonly tones: readonly number[];
  readonly isPale: boolean;
  /** Holes are rings too: the even-odd rule tells. They reach a little beyond the map, since its edges are joined. */
  readonly rings: readonly Ring[];
}

/** How the light falls on the vocabulary as a landscape, from the upper left. */
export interface Relief {
  /** Samples per side of the map. */
  readonly side: number;
  /** Row by row: -127 in full shade, 0 flat, 127 in full light. */
  readonly light: Int8Array;
}

/** The ground of the map, free of colours and sizes: the screen, pictures and posters draw the same. */
export interface BaseMap {
  /** Regions of each level that is drawn, the widest first. */
  readonly levels: readonly (readonly Area[])[];
  /** Lines of equal height, from the lowest on. */
  readonly contours: readonly (readonly Ring[])[];
  /** Terms per cell at which each of the contours lies. */
  readonly heights: readonly number[];
  readonly relief: Relief;
}
