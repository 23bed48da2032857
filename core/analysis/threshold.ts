/** A score and what it should have been. */
export interface Scored {
  readonly score: number;
  readonly belongs: boolean;
}

/**
 * The threshold with the fewest wrong decisions, both sides weighing the same however many examples they have;
 * in the middle of the widest gap where several are as good.
 */
export function bestThreshold(scored: readonly Scored[]): number {
  const sorted = scored.toSorted((a, b) => a.score - b.score);
  const weight = { true: 1 / countOf(scored, true), false: 1 / countOf(scored, false) };
  let loss = countOf(scored, false) * weight.false;
  let best = { loss, low: 0, high: sorted[0]?.score ?? 1 };
  sorted.forEach(({ score, belongs }, i) => {
    loss += belongs ? weight.true : -weight.false;
    const high = sorted[i + 1]?.score ?? 1;
    if (high === score) return;
    const better = loss < best.loss - TIE;
    const wider = Math.abs(loss - best.loss) <= TIE && high - score > best.high - best.low;
    if (better || wider) best = { loss, low: score, high };
  });
  return (best.low + best.high) / 2;
}
const TIE = 1e-9;

const countOf = (scored: readonly Scored[], belongs: boolean) =>
  Math.max(1, scored.filter((item) => item.belongs === belongs).length);

/** The value below which `share` of the sorted values lie. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** 5th and 95th percentile of a threshold over examples drawn again and again, the same every time. */
export function spread(
  scored: readonly Scored[],
  choose: (sample: readonly Scored[]) => number,
): readonly [low: number, high: number] {
  let state = 12_345;
  const draw = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return scored[(state >>> 8) % scored.length]!;
  };
  const thresholds = Array.from({ length: RESAMPLES }, () =>
    choose(Array.from({ length: scored.length }, draw)),
  ).sort((a, b) => a - b);
  return [percentile(thresholds, 0.05), percentile(thresholds, 0.95)];
}
const RESAMPLES = 100;
