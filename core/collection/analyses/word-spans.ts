import { CELLS, type Positions } from "../../kernel/grid.ts";
import { type Interval, Z_95 } from "./statistics.ts";

/** A part of the time that the lines of a word cover. */
export interface Span {
  /** First periods of the part and of the next one; null for the last part. */
  readonly from: string;
  readonly until: string | null;
  /** Numbers of its lines. */
  readonly lines: readonly number[];
}

/** At most so many parts, each of at least so many lines. */
const MOST_SPANS = 4;
const FEWEST_LINES = 20;

/**
 * Cuts time into up to four parts of about equally many lines; none where the lines do not fill two.
 *
 * @param periods for each line the start of its period, or null
 */
export function spansOf(periods: readonly (string | null)[]): Span[] {
  const dated = periods.flatMap((period, line) => (period === null ? [] : [{ period, line }]));
  dated.sort((a, b) => (a.period < b.period ? -1 : a.period > b.period ? 1 : a.line - b.line));
  const count = Math.min(MOST_SPANS, Math.floor(dated.length / FEWEST_LINES));
  const cuts = [0];
  for (let part = 1; part < count; part++) {
    const { period } = dated[Math.round((part * dated.length) / count)]!;
    // The period that holds the cut goes to the side where less of it moves.
    const starts = dated.findIndex((line) => line.period === period);
    const after = dated.findIndex((line) => line.period > period);
    const wanted = (part * dated.length) / count;
    const cut = after !== -1 && after - wanted < wanted - starts ? after : starts;
    if (cut - cuts.at(-1)! >= FEWEST_LINES && dated.length - cut >= FEWEST_LINES) cuts.push(cut);
  }
  if (cuts.length < 2) return [];
  return cuts.map((cut, i) => ({
    from: dated[cut]!.period,
    until: dated[cuts[i + 1] ?? dated.length]?.period ?? null,
    lines: dated.slice(cut, cuts[i + 1]).map(({ line }) => line),
  }));
}

/** How far what stands around a word differs between two sets of lines, with an interval of 95%. */
export interface Change extends Interval {
  /** 0 where both are drawn from the same lines, on average; 1 where they share no cell. */
  readonly value: number;
}

/**
 * 1 - ab / sqrt(aa * bb), where `ab` is the mean cosine of a line of one set and a line of the other, and `aa` and `bb`
 * those of two different lines of one set: the figure does not grow because the sets are small. Its interval comes from
 * leaving out one line at a time (the jackknife).
 *
 * @returns null where no two lines of a set share a cell
 */
export function changeOf(a: readonly Positions[], b: readonly Positions[]): Change | null {
  const one = sideOf(a);
  const other = sideOf(b);
  const between = dot(one.sum, other.sum);
  const value = figure(momentOf(one), momentOf(other), between);
  if (value === null) return null;
  const variance = jackknife(one, other, between) + jackknife(other, one, between);
  const reach = Z_95 * Math.sqrt(variance);
  return { value, low: value - reach, high: value + reach };
}

/** Lines as vectors of length 1, and their sum. */
interface Side {
  readonly lines: readonly Positions[];
  readonly sum: Float64Array;
  /** The square of the length of the sum. */
  readonly square: number;
}

function sideOf(all: readonly Positions[]): Side {
  const lines = all.filter(({ length }) => length > 0);
  const sum = new Float64Array(CELLS);
  for (const cells of lines) for (const cell of cells) sum[cell]! += 1 / Math.sqrt(cells.length);
  return { lines, sum, square: dot(sum, sum) };
}

/** Of a set of lines: how many they are, and the square of their sum's length. */
interface Moment {
  readonly count: number;
  readonly square: number;
}

const momentOf = ({ lines, square }: Side): Moment => ({ count: lines.length, square });

function figure(a: Moment, b: Moment, between: number): number | null {
  const within = ({ count, square }: Moment) => (square - count) / (count * (count - 1));
  const alike = within(a) * within(b);
  return alike > 0 ? 1 - between / (a.count * b.count) / Math.sqrt(alike) : null;
}

/** The part of the figure's variance that the lines of one side cause. */
function jackknife(own: Side, other: Side, between: number): number {
  const count = own.lines.length - 1;
  const without = own.lines.flatMap((cells) => {
    const square = own.square - 2 * likeness(own.sum, cells) + 1;
    const rest = between - likeness(other.sum, cells);
    return figure({ count, square }, momentOf(other), rest) ?? [];
  });
  const mean = without.reduce((sum, value) => sum + value, 0) / without.length;
  const spread = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return (spread * (without.length - 1)) / without.length;
}

const dot = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

function likeness(sum: Float64Array, cells: Positions): number {
  let likeness = 0;
  for (const cell of cells) likeness += sum[cell]!;
  return likeness / Math.sqrt(cells.length);
}

/** So many cells are shown of a part. */
const SHOWN_CELLS = 328;

/**
 * The cells that the lines of each part have more often than the lines of the other parts, by share of lines, at most 328.
 *
 * @param cells of all lines
 */
export function cellsOfSpans(spans: readonly Span[], cells: readonly Positions[]): Positions[] {
  const counts = spans.map(({ lines }) => {
    const count = new Float64Array(CELLS);
    for (const line of lines) for (const cell of cells[line]!) count[cell]! += 1 / lines.length;
    return count;
  });
  return counts.map((own) => {
    const leads = own.map(
      (share, cell) =>
        share - counts.reduce((sum, other) => sum + other[cell]!, -share) / (counts.length - 1),
    );
    const ahead = Uint16Array.from(leads.keys()).filter((cell) => leads[cell]! > 0);
    return ahead
      .sort((a, b) => leads[b]! - leads[a]! || a - b)
      .slice(0, SHOWN_CELLS)
      .sort();
  });
}
