/** A segmentation of n units is the sorted list of the units that start a new segment, without unit 0. */
export type Boundaries = readonly number[];

/** Half the mean length of a reference segment: the probe length both measures below are stated for. */
export function probeLength(reference: Boundaries, units: number): number {
  return Math.max(1, Math.round(units / (reference.length + 1) / 2));
}

/**
 * Beeferman's Pk: how often two units `k` apart are wrongly called the same or different segments.
 * 0 is perfect, guessing gives about 0.5.
 */
export function pk(reference: Boundaries, guess: Boundaries, units: number): number {
  return slide(reference, guess, units, (a, b) => (a === 0) !== (b === 0));
}

/** Pevzner and Hearst's WindowDiff: as Pk, but the number of boundaries between the two units must agree. */
export function windowDiff(reference: Boundaries, guess: Boundaries, units: number): number {
  return slide(reference, guess, units, (a, b) => a !== b);
}

function slide(
  reference: Boundaries,
  guess: Boundaries,
  units: number,
  differs: (reference: number, guess: number) => boolean,
): number {
  const k = probeLength(reference, units);
  if (units <= k) return 0;
  const want = cumulative(reference, units);
  const got = cumulative(guess, units);
  let wrong = 0;
  for (let i = 0; i + k < units; i++) {
    const inReference = (want[i + k] ?? 0) - (want[i] ?? 0);
    const inGuess = (got[i + k] ?? 0) - (got[i] ?? 0);
    if (differs(inReference, inGuess)) wrong++;
  }
  return wrong / (units - k);
}

/** Segment number of each unit. */
function cumulative(boundaries: Boundaries, units: number): number[] {
  const starts = new Set(boundaries);
  let segment = 0;
  return Array.from({ length: units }, (_, unit) => (starts.has(unit) ? ++segment : segment));
}
