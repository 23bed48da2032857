import { CELLS, type Retina } from "../retina/types.ts";

/** Numbers that describe a cell; more tell meanings apart better and cost more. */
export const FEATURES = 32;
/** The most frequent terms decide; rare ones follow them and would only cost time. */
const TERMS_USED = 20_000;

/**
 * What each cell means, as a random projection of the list of terms that use it: two cells with the same terms
 * get nearly the same unit vector, cells without common terms nearly orthogonal ones. Row `c` starts at
 * `c * FEATURES`. Deterministic; about 0.3 s for a full retina.
 */
export function cellFeatures(retina: Retina): Float32Array {
  const features = new Float32Array(CELLS * FEATURES);
  const signs = new Float32Array(FEATURES);
  const terms = Math.min(TERMS_USED, retina.termCount);
  for (let id = 0; id < terms; id++) {
    fillSigns(signs, id);
    const positions = retina.positions(id);
    for (let i = 0; i < positions.length; i++) {
      const start = positions[i]! * FEATURES;
      for (let k = 0; k < FEATURES; k++) features[start + k]! += signs[k]!;
    }
  }
  centre(features);
  normalise(features);
  return features;
}

/** +1 or -1 a feature, from a hash of the term's id. */
function fillSigns(signs: Float32Array, id: number): void {
  let word = Math.imul(id + 1, 0x9e3779b1);
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  word ^= word >>> 16;
  for (let k = 0; k < FEATURES; k++) signs[k] = (word >>> k) & 1 ? 1 : -1;
}

/** What all cells have in common tells none of them apart. */
function centre(features: Float32Array): void {
  for (let k = 0; k < FEATURES; k++) {
    let sum = 0;
    for (let at = k; at < features.length; at += FEATURES) sum += features[at]!;
    const mean = sum / CELLS;
    for (let at = k; at < features.length; at += FEATURES) features[at]! -= mean;
  }
}

function normalise(features: Float32Array): void {
  for (let start = 0; start < features.length; start += FEATURES) {
    let square = 0;
    for (let k = 0; k < FEATURES; k++) square += features[start + k]! ** 2;
    const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
    for (let k = 0; k < FEATURES; k++) features[start + k]! *= scale;
  }
}

/** Cosine of two cells' meanings. */
export function likeness(features: Float32Array, a: number, b: number): number {
  let sum = 0;
  for (let k = 0; k < FEATURES; k++)
    sum += features[a * FEATURES + k]! * features[b * FEATURES + k]!;
  return sum;
}
