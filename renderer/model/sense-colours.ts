import { HUES, hueOf, letterOf, type MapLayer } from "./map/layers.ts";

/** One meaning of a fingerprint: its part of the cells. */
export interface Sense {
  readonly label: string;
  readonly positions: readonly number[];
}

/** A sense and the place in the row of hues that it has. */
interface Seated {
  readonly seat: number;
  readonly positions: readonly number[];
}

/** Share of their cells that two senses have in common from which they are one sense before and after an edit. */
const SAME = 0.3;

/** Seats that have a letter and a colour. */
const SEATS = HUES.length;

/**
 * For each sense a place among hues and letters: that of the sense it continues, else the first that no sense has had since the
 * subject changed, so that a letter does not come back with another meaning; with all of them used, the first free one.
 */
export function seatsFor(before: readonly Seated[], senses: readonly Sense[]): number[] {
  const kept = continued(before, senses);
  const taken = new Set(kept.values());
  const used = new Set(kept.size > 0 ? before.map(({ seat }) => seat) : []);
  const firstFree = (isFree: (seat: number) => boolean) => {
    let seat = 0;
    while (!isFree(seat)) seat++;
    return seat;
  };
  return senses.map((_, index) => {
    const own = kept.get(index);
    if (own !== undefined) return own;
    const fresh = firstFree((seat) => !taken.has(seat) && !used.has(seat));
    const seat = fresh < SEATS ? fresh : firstFree((each) => !taken.has(each));
    taken.add(seat);
    return seat;
  });
}

/** Which senses go on from before, with their seats; the likest pairs first, each sense in one pair. */
function continued(before: readonly Seated[], senses: readonly Sense[]): Map<number, number> {
  const pairs = senses
    .flatMap(({ positions }, index) =>
      before.map(({ seat, positions: earlier }) => ({
        index,
        seat,
        share: commonShare(positions, earlier),
      })),
    )
    .filter(({ share }) => share >= SAME)
    .sort((a, b) => b.share - a.share || a.index - b.index || a.seat - b.seat);
  const seats = new Map<number, number>();
  const taken = new Set<number>();
  for (const { index, seat } of pairs) {
    if (seats.has(index) || taken.has(seat)) continue;
    seats.set(index, seat);
    taken.add(seat);
  }
  return seats;
}

function commonShare(a: readonly number[], b: readonly number[]): number {
  const inB = new Set(b);
  const common = a.filter((position) => inB.has(position)).length;
  return common / Math.max(1, a.length + b.length - common);
}

/** By answer, so that every list gives a sense the same letter, also after undo. */
const known = new WeakMap<readonly Sense[], readonly number[]>();
/** Senses of the subject at hand, also those that went. */
let last: readonly Seated[] = [];

/** The seats of the senses of an answer: a sense keeps its colour and letter through small edits. */
export function seatsOf(senses: readonly Sense[]): readonly number[] {
  const before = known.get(senses);
  const seats = before ?? seatsFor(last, senses);
  if (!before) known.set(senses, seats);
  if (senses.length > 0) {
    const isSame = last.length > 0 && continued(last, senses).size > 0;
    const now = senses.map(({ positions }, index) => ({ positions, seat: seats[index]! }));
    const gone = isSame ? last.filter(({ seat }) => !seats.includes(seat)) : [];
    last = [...now, ...gone];
  }
  return seats;
}

/** The colour and letter of a sense by its place in the answer. */
export function senseLooks(senses: readonly Sense[]) {
  const seats = seatsOf(senses);
  return (id: number) => {
    const seat = seats[id] ?? id;
    return { colour: hueOf(seat), letter: letterOf(seat) };
  };
}

/** Senses with a colour of their own; one layer is left for the rest, and one for what thinning dropped. */
const MOST_COLOURED = 6;

/**
 * The fingerprint divided among its senses: every cell in exactly one layer, so that the counts add up. What belongs to no
 * sense, to none alone, or to one beyond those with a colour is grey.
 */
export function senseLayers(positions: readonly number[], senses: readonly Sense[]): MapLayer[] {
  const looks = senseLooks(senses);
  const ownerOf = ownersOf(senses.slice(0, MOST_COLOURED));
  const layers = senses.slice(0, MOST_COLOURED).map(
    ({ label }, index): MapLayer => ({
      id: `sense ${looks(index).letter || index}`,
      label,
      positions: positions.filter((position) => ownerOf.get(position) === index),
      ...looks(index),
    }),
  );
  const rest: MapLayer = {
    id: "unclear",
    label:
      senses.length > MOST_COLOURED ? "further senses, shared or unclear" : "shared or unclear",
    positions: positions.filter((position) => !ownerOf.has(position)),
    colour: "text-3",
    mark: "ring",
  };
  return [...layers, rest].filter((layer) => layer.positions.length > 0);
}

/** The one sense that holds a cell; cells of several have none. */
function ownersOf(senses: readonly Sense[]): Map<number, number> {
  const owners = new Map<number, number>();
  const shared = new Set<number>();
  for (const [index, { positions }] of senses.entries())
    for (const position of positions)
      if (owners.has(position)) shared.add(position);
      else owners.set(position, index);
  for (const position of shared) owners.delete(position);
  return owners;
}
