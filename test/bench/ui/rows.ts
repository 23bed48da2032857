export interface Row {
  readonly what: string;
  readonly median: number;
  /** 95 of 100 were at most this. */
  readonly p95: number;
  readonly unit: "ms" | "MB";
  /** The most that `p95` may be. */
  readonly aim: number;
  readonly runs: number;
}

export function rowOf(
  what: string,
  values: readonly number[],
  { aim, unit = "ms" }: { readonly aim: number; readonly unit?: Row["unit"] },
): Row {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { what, median: at(0.5), p95: at(0.95), unit, aim, runs: sorted.length };
}

export function printRows(rows: readonly Row[], isJson: boolean): void {
  if (isJson) {
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  console.log(`${"".padEnd(52)}${"median".padStart(9)}${"p95".padStart(9)}${"aim".padStart(9)}`);
  for (const { what, median, p95, unit, aim, runs } of rows) {
    const figures = [median, p95, aim].map((value) => value.toFixed(1).padStart(9)).join("");
    const verdict = p95 <= aim ? "met" : "MISSED";
    console.log(`${what.padEnd(52)}${figures} ${unit}  ${verdict}  (${runs} runs)`);
  }
}
