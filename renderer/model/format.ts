import { CELLS, SIDE } from "../../core/kernel/grid.ts";

const whole = new Intl.NumberFormat("en");

const decimal = (digits: number) =>
  new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });

const none = decimal(0);

const one = decimal(1);

const two = decimal(2);

const three = decimal(3);

/** 16384 -> "16,384" */
export const formatCount = (value: number): string => whole.format(value);

/**
 * Any number to so many digits that count: 3000 -> "3,000", 2.3000000000000003 -> "2.3", as the edges of bins are sums.
 * What may be a year has no comma.
 */
export function formatNumber(value: number, digits = 12): string {
  const rounded = Number(value.toPrecision(digits));
  const isYear = rounded >= 1000 && rounded <= 2999;
  return Number.isInteger(rounded) && !isYear ? formatCount(rounded) : String(rounded);
}

/** 0.02 -> "2.0%", 0.514 -> "51%"; small shares keep two digits that count, and what is nearly all is not said to be all. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent === 0) return "0%";
  if (percent !== 0 && Math.abs(percent) < 0.001) return "< 0.001%";
  if (percent !== 0 && Math.abs(percent) < 0.1) return `${percent.toPrecision(2)}%`;
  if (percent > 99 && percent < 100) return `${one.format(Math.min(99.9, percent))}%`;
  return `${(Math.abs(percent) < 9.95 ? one : none).format(percent)}%`;
}

/** "328 of 16,384 cells · 2.0%" */
export const formatSize = (cells: number): string =>
  `${formatCount(cells)} of ${formatCount(CELLS)} cells · ${formatShare(cells / CELLS)}`;

/** A score between 0 and 1, or a distance: three digits, so that columns line up. */
export const formatScore = (value: number): string => three.format(value);

/** 1 -> "1 cell", 2 -> "2 cells". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** "0.4 ms", "128 ms", "2.41 s" */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${two.format(milliseconds / 1000)} s`;
  return milliseconds < 10
    ? `${one.format(milliseconds)} ms`
    : `${whole.format(Math.round(milliseconds))} ms`;
}

const UNITS = ["bytes", "kB", "MB", "GB"];

/** 38_400_000 -> "38.4 MB" */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return unit === 0 ? `${formatCount(bytes)} bytes` : `${one.format(value)} ${UNITS[unit]}`;
}

/** Row and column as people count them, from 1. */
export function formatPlace(position: number): string {
  const column = position % SIDE;
  return `row ${(position - column) / SIDE + 1}, column ${column + 1}`;
}

const LABELS: Readonly<Record<string, string>> = {
  NOUN: "noun",
  VERB: "verb",
  ADJECTIVE: "adjective",
  NUMBER: "number",
  SYMBOL: "symbol",
  UNKNOWN: "other",
};

/** A part of speech as people write it. */
export const posLabel = (pos: string): string => LABELS[pos] ?? pos.toLowerCase();

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
