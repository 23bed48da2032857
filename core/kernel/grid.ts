/** The map is a torus of 128 x 128 cells; `position = SIDE * row + column`, from the top left. */
export const SIDE = 128;
export const CELLS = SIDE * SIDE;
/** A fingerprint: sorted, unique positions 0..16383. */
export type Positions = Uint16Array;
/** SIDE is a power of two: `row & EDGE` and `column & EDGE` wrap round the torus. */
export const EDGE = SIDE - 1;
/** `position >> ROW_SHIFT` is the row. */
export const ROW_SHIFT = 7;
