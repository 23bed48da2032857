/** Edges of about `bins` bins of equal, round width from at most `least` to at least `greatest`. */
export function histogramEdges(least: number, greatest: number, bins: number): number[] {
  if (least === greatest) return [least - 0.5, least + 0.5];
  const rough = (greatest - least) / bins;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.ceil(greatest / step);
  const edges = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  // Too fine for a double, or a span with no round step.
  const isSound = edges.length >= 2 && edges.every((edge, i) => i === 0 || edge > edges[i - 1]!);
  return isSound ? edges : [least, greatest];
}
