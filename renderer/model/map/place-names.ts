import { CELLS, SIDE } from "../../../core/kernel/grid.ts";

/** A name that would like a place on the map. */
export interface NameWish {
  readonly id: string;
  /** 0 names the widest regions. */
  readonly level: number;
  readonly name: string;
  /** What may be shown of the name, the shortest first and the name last; absent: the name alone. */
  readonly parts?: readonly string[];
  /** Where it is best placed, in cells from the upper left corner. */
  readonly x: number;
  readonly y: number;
  /** Cells of what is named: larger ones choose first, and may look further for room. */
  readonly size: number;
  /**
   * How much of what the map shows is there. Heavier names choose before others of their level, and may lie on occupied cells,
   * as few as they can: where most is shown, a name is wanted most. Absent or 0: the name keeps off them.
   */
  readonly weight?: number;
}

/** How large a name is: pixels, bounds from above so that no two can touch. */
export interface NameSize {
  readonly character: number;
  readonly height: number;
}

/** Pixels from the upper left corner of the map. */
interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedName<T extends NameWish> extends Rectangle {
  readonly region: T;
  /** What there is room for of the name. */
  readonly text: string;
}

export interface PlaceOptions {
  /** Pixels per cell. */
  readonly cell: number;
  /** Levels that are wanted. */
  readonly levels: number;
  /** By level; the last is that of all finer ones. */
  readonly sizes: readonly NameSize[];
  /** Greatest share of the map that names of a level and of those above may cover; the last is for all finer ones. */
  readonly covered: readonly number[];
  /** Cells that no name without a weight may cover: not 0 where one is set. Absent: none. */
  readonly occupied?: ArrayLike<number>;
  /** Does a cell belong to what is named? A name is put there if it can be. */
  readonly isInside?: (id: string, cell: number) => boolean;
}

/** Pixels free on both sides of a name. */
const MARGIN = 5;

/**
 * Gives names places: those of wide regions choose first, and of one level those of large regions. Each is put as near to where
 * it is best placed as there is room: off occupied cells (or on the fewest of them, see `NameWish.weight`), off other names, inside
 * its region where that is possible. What finds no room is left out. Where all have their places, more of each name is shown as far as there is room for it. Panning
 * changes nothing; the same wishes always get the same places.
 */
export function placeNames<T extends NameWish>(
  wishes: readonly T[],
  options: PlaceOptions,
): PlacedName<T>[] {
  const { cell, levels } = options;
  const side = SIDE * cell;
  const shelf = new Shelf<PlacedName<T>>();
  const blocked = options.occupied ? new Sums(options.occupied) : null;
  const taken = new Set<string>();
  let used = 0;
  const wanted = wishes
    .filter(({ level, name }) => level < levels && name !== "")
    .sort(
      (a, b) =>
        a.level - b.level ||
        (b.weight ?? 0) - (a.weight ?? 0) ||
        b.size - a.size ||
        (a.id < b.id ? -1 : 1),
    );
  for (const region of wanted) {
    if (taken.has(region.name)) continue;
    const most = (region.weight ?? 0) > 0 ? Number.POSITIVE_INFINITY : 0;
    const placed = findRoom(region, options, (box) => {
      const cells = blocked?.within(box, cell) ?? 0;
      return cells <= most && shelf.isFree(box) ? cells : null;
    });
    if (!placed) continue;
    const room = mostCovered(region, options) * side * side;
    if (used + placed.width * placed.height > room) continue;
    used += placed.width * placed.height;
    shelf.add(placed);
    taken.add(region.name);
  }
  const isFree = (box: Rectangle, own: Rectangle) =>
    shelf.isFree(box, own) && (blocked?.within(box, cell) ?? 0) === 0;
  return lengthened(shelf.all, { options, used, isFree });
}

interface Room {
  readonly options: PlaceOptions;
  /** Square pixels that the names cover already. */
  readonly used: number;
  /** Is the box free of all other names but its own, and of occupied cells? */
  readonly isFree: (box: Rectangle, own: Rectangle) => boolean;
}

/** The names with further words, each where its middle was. Boxes grow in place, so that all see what is left. */
function lengthened<T extends NameWish>(
  placed: Growing<PlacedName<T>>[],
  { options, used, isFree }: Room,
): PlacedName<T>[] {
  const side = SIDE * options.cell;
  let covered = used;
  for (const label of placed)
    for (const text of partsOf(label.region).slice(1)) {
      const width = widthOf(text, label.region, options);
      const middle = label.x + label.width / 2;
      const x = Math.min(side - width, Math.max(0, middle - width / 2));
      const most = mostCovered(label.region, options) * side * side;
      const more = (width - label.width) * label.height;
      const { y, height } = label;
      if (width > side || covered + more > most || !isFree({ x, y, width, height }, label)) break;
      covered += more;
      Object.assign(label, { text, x, width });
    }
  return placed;
}

type Growing<T> = { -readonly [K in keyof T]: T[K] };

const partsOf = ({ parts, name }: NameWish): readonly string[] => parts ?? [name];

const widthOf = (text: string, { level }: NameWish, { sizes }: PlaceOptions): number =>
  text.length * sizes[Math.min(level, sizes.length - 1)]!.character + 2 * MARGIN;

const mostCovered = ({ level }: NameWish, { covered }: PlaceOptions): number =>
  covered[Math.min(level, covered.length - 1)]!;

/** @param coveredBy how many occupied cells a box would cover, or null where it may not be */
function findRoom<T extends NameWish>(
  region: T,
  options: PlaceOptions,
  coveredBy: (box: Rectangle) => number | null,
): PlacedName<T> | null {
  const { cell, sizes, isInside } = options;
  const { height } = sizes[Math.min(region.level, sizes.length - 1)]!;
  const text = partsOf(region)[0]!;
  const width = widthOf(text, region, options);
  const side = SIDE * cell;
  if (width > side || height > side) return null;
  const radius = Math.sqrt(region.size / Math.PI);
  const within = (at: number, length: number) => Math.min(side - length, Math.max(0, at));
  let best: PlacedName<T> | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [dx, dy] of SPIRAL) {
    const column = region.x + dx * radius;
    const row = region.y + dy * radius;
    const x = within(column * cell - width / 2, width);
    const y = within(row * cell - height / 2, height);
    const box = { x, y, width, height };
    const middle = cellAt((x + width / 2) / cell, (y + height / 2) / cell);
    const isMoved = dx !== 0 || dy !== 0;
    if (isMoved && isInside && !isInside(region.id, middle)) continue;
    const covered = coveredBy(box);
    if (covered === null || covered >= fewest) continue;
    best = { region, text, ...box };
    fewest = covered;
    if (covered === 0) break;
  }
  return best;
}

const cellAt = (column: number, row: number): number =>
  Math.min(SIDE - 1, Math.floor(row)) * SIDE + Math.min(SIDE - 1, Math.floor(column));

/** Places to try, in parts of a region's radius, the nearest first; a little up or down comes before as much to a side. */
const SPIRAL: readonly (readonly [dx: number, dy: number])[] = (() => {
  const steps = 9;
  const places: [number, number][] = [];
  for (let row = -steps; row <= steps; row++)
    for (let column = -steps; column <= steps; column++) {
      const place: [number, number] = [column / 8, row / 8];
      if (Math.hypot(...place) <= steps / 8) places.push(place);
    }
  const far = ([dx, dy]: readonly [number, number]) => Math.hypot(1.2 * dx, dy);
  return places.sort((a, b) => far(a) - far(b) || a[1] - b[1] || a[0] - b[0]);
})();

/** How many cells of any rectangle are occupied, from sums that are made once. */
class Sums {
  readonly #sums = new Int32Array((SIDE + 1) ** 2);

  constructor(occupied: ArrayLike<number>) {
    const across = SIDE + 1;
    for (let cell = 0; cell < CELLS; cell++) {
      const at = (Math.floor(cell / SIDE) + 1) * across + (cell % SIDE) + 1;
      this.#sums[at] =
        this.#sums[at - 1]! +
        this.#sums[at - across]! -
        this.#sums[at - across - 1]! +
        (occupied[cell] ? 1 : 0);
    }
  }

  /** How many of the cells that the box touches are occupied. */
  within({ x, y, width, height }: Rectangle, cell: number): number {
    const left = Math.max(0, Math.floor(x / cell));
    const top = Math.max(0, Math.floor(y / cell));
    const right = Math.min(SIDE, Math.ceil((x + width) / cell));
    const bottom = Math.min(SIDE, Math.ceil((y + height) / cell));
    const upTo = (row: number, column: number) => this.#sums[row * (SIDE + 1) + column]!;
    return upTo(bottom, right) - upTo(top, right) - upTo(bottom, left) + upTo(top, left);
  }
}

/** Pixels of one row of the shelf: names are compared only with those in the rows they touch. */
const ROW = 32;

class Shelf<B extends Rectangle> {
  readonly all: B[] = [];
  readonly #rows = new Map<number, B[]>();

  /** @param own what may overlap */
  isFree(box: Rectangle, own?: Rectangle): boolean {
    for (let row = Math.floor(box.y / ROW); row <= (box.y + box.height) / ROW; row++)
      if (this.#rows.get(row)?.some((other) => other !== own && overlap(box, other))) return false;
    return true;
  }

  add(box: B): void {
    this.all.push(box);
    for (let row = Math.floor(box.y / ROW); row <= (box.y + box.height) / ROW; row++) {
      const boxes = this.#rows.get(row);
      if (boxes) boxes.push(box);
      else this.#rows.set(row, [box]);
    }
  }
}

/** Boxes that only touch do not overlap. */
export const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
