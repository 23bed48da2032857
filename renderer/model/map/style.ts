/** What the map shows besides its cells. */
export interface GridStyle {
  /** A tint and a border for each region. */
  readonly showsTints: boolean;
  /** Light and contours of the vocabulary as a landscape. */
  readonly showsTerrain: boolean;
  readonly showsNames: boolean;
  /** A line every eight cells. */
  readonly showsLines: boolean;
}

export const DEFAULT_STYLE: GridStyle = {
  showsTints: true,
  showsTerrain: true,
  showsNames: true,
  showsLines: false,
};
