/** A named part of the map at one of several levels; level 0 has the largest parts. */
export interface Region {
  readonly id: string;
  readonly level: number;
  readonly name: string;
  /** Where the name stands: grid coordinates of a cell centre inside the region. */
  readonly x: number;
  readonly y: number;
  /** What the retina calls it, where a person has another name for it. */
  readonly given?: string;
  /** Cells of the region. */
  readonly size: number;
}
