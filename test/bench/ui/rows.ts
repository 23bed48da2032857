import { availableParallelism } from "node:os";

export interface Row {
  readonly what: string;
  readonly median: number;
  /** 95 of 100 were at most this. */
  readonly p95: number;
  readonly unit: "ms" | "MB" | "nodes";
  /** The most that `p95` may be; null where nothing is promised. */
  readonly aim: number | null;
  readonly runs: number;
}

interface RowOptions {
  readonly aim?: number;
  readonly unit?: Row["unit"];
}

export function rowOf(
  what: string,
  values: readonly number[],
  { aim, unit = "ms" }: RowOptions,
): Row {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { what, median: at(0.5), p95: at(0.95), unit, aim: aim ?? null, runs: sorted.length };
}

interface PrintOptions {
  readonly isJson: boolean;
  /** Processes that wanted a processor meanwhile, of the whole machine. */
  readonly load: number;
}

export function printRows(rows: readonly Row[], { isJson, load }: PrintOptions): void {
  const processors = availableParallelism();
  if (isJson) {
    console.log(JSON.stringify({ rows, load, processors }, null, 2));
    return;
  }
  const figure = (value: number | null) => (value?.toFixed(1) ?? "").padStart(9);
  console.log(`${"".padEnd(56)}${"median".padStart(9)}${"p95".padStart(9)}${"aim".padStart(9)}`);
  for (const { what, median, p95, unit, aim, runs } of rows) {
    const verdict = aim === null ? "" : p95 <= aim ? "met" : "MISSED";
    const figures = [median, p95, aim].map(figure).join("");
    console.log(
      `${what.padEnd(56)}${figures} ${unit.padEnd(5)} ${verdict.padEnd(7)}(${runs} runs)`,
    );
  }
  console.log(`Load of the machine ${load.toFixed(1)}, ${processors} processors.`);
}
