import type { Mark } from "../../model/map/layers.ts";

const cache = new Map<string, Uint8Array>();
const SAMPLES = 4;

/**
 * How much of each pixel of a `size` x `size` cell the mark covers, 0..255. Squares cover every pixel whole;
 * cells of one or two pixels are always squares, so that no set cell vanishes.
 */
export function coverage(mark: Mark, size: number): Uint8Array {
  const key = `${mark} ${size}`;
  const known = cache.get(key);
  if (known) return known;
  const made = size < 3 || mark === "square" ? full(size) : sampled(insideOf(mark, size), size);
  cache.set(key, made);
  return made;
}

const full = (size: number) => new Uint8Array(size * size).fill(255);

type Inside = (x: number, y: number) => boolean;

/** `x` and `y` run from -1 to 1 over the cell. */
function insideOf(mark: Mark, size: number): Inside {
  if (mark === "circle") return (x, y) => x * x + y * y <= 1;
  if (mark === "diamond") return (x, y) => Math.abs(x) + Math.abs(y) <= 1.08;
  if (mark === "ring") {
    const hole = 1 - 2 / Math.max(size, 3);
    return (x, y) => Math.max(Math.abs(x), Math.abs(y)) >= Math.max(0.3, Math.min(hole, 0.86));
  }
  const corner = 0.5;
  return (x, y) => {
    const dx = Math.max(0, Math.abs(x) - (1 - corner));
    const dy = Math.max(0, Math.abs(y) - (1 - corner));
    return dx * dx + dy * dy <= corner * corner;
  };
}

function sampled(inside: Inside, size: number): Uint8Array {
  const covered = new Uint8Array(size * size);
  const unit = 2 / (size * SAMPLES);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      let hits = 0;
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const sx = x * SAMPLES + (sample % SAMPLES) + 0.5;
        const sy = y * SAMPLES + Math.floor(sample / SAMPLES) + 0.5;
        if (inside(sx * unit - 1, sy * unit - 1)) hits++;
      }
      covered[y * size + x] = Math.round((255 * hits) / (SAMPLES * SAMPLES));
    }
  return covered;
}
