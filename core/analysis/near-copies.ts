import { foldedHash } from "../kernel/hash.ts";

/** Texts whose sets of words overlap this much (Jaccard) count as near copies. */
const SAME_WORDS = 0.8;
/** Two texts are looked at if all `ROWS` hashes of one of the `BANDS` agree: 99.9% of those that are alike. */
const BANDS = 10;
const ROWS = 3;

/** How a list of texts repeats itself. */
export interface Copies {
  /** For each text the index of the first one that says the same, letter for letter but for case and spaces. */
  readonly exact: readonly number[];
  /** For each text the index of the first one with nearly the same words; coarser than `exact`. */
  readonly near: readonly number[];
}

/** Groups texts that repeat one another. Cost grows with the length of the texts, not with the pairs. */
export function findCopies(texts: readonly string[]): Copies {
  const normal = texts.map((text) => text.toLowerCase().replace(/\s+/g, " ").trim());
  const exact = firstOfEach(normal);
  const words = normal.map((text) => new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []));
  const buckets = new Map<string, number[]>();
  const near: number[] = [];
  exact.forEach((first, i) => {
    near[i] = first === i ? firstAlike(words, i, buckets) : first;
  });
  return { exact, near: near.map((_, i) => rootOf(near, i)) };
}

function firstOfEach(texts: readonly string[]): number[] {
  const seen = new Map<string, number>();
  return texts.map((text, i) => {
    const first = seen.get(text) ?? i;
    seen.set(text, first);
    return first;
  });
}

/** The first earlier text that is alike, or the text itself; files it under its hashes. */
function firstAlike(
  words: readonly ReadonlySet<string>[],
  index: number,
  buckets: Map<string, number[]>,
): number {
  let first = index;
  for (const key of bandKeys(words[index]!)) {
    const bucket = buckets.get(key) ?? [];
    const found = bucket.find((other) => other < first && alike(words[index]!, words[other]!));
    first = found ?? first;
    bucket.push(index);
    buckets.set(key, bucket);
  }
  return first;
}

/** Texts with the same words have the same keys; the more words two share, the more keys they share. */
function bandKeys(words: ReadonlySet<string>): string[] {
  if (words.size === 0) return [];
  const lowest = new Uint32Array(BANDS * ROWS).fill(0xffffffff);
  for (const word of words) {
    const hash = foldedHash(word);
    for (let k = 0; k < lowest.length; k++)
      lowest[k] = Math.min(lowest[k]!, Math.imul(hash ^ (k * 0x9e3779b1), 0x85ebca6b) >>> 0);
  }
  return Array.from({ length: BANDS }, (_, band) =>
    [band, ...lowest.subarray(band * ROWS, (band + 1) * ROWS)].join(" "),
  );
}

function rootOf(near: readonly number[], index: number): number {
  let root = index;
  while (near[root] !== root) root = near[root]!;
  return root;
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size === 0 || small.size < SAME_WORDS * large.size) return false;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / (a.size + b.size - shared) >= SAME_WORDS;
}
