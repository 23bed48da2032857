/** Numbers that look random and are the same in every run. */
export interface SeededRandom {
  /** 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  /** `count` different whole numbers from 0 up to, not including, `below`, ascending. */
  distinct(count: number, below: number): number[];
  /** The items in another order. */
  shuffled<T>(items: readonly T[]): T[];
}

/** The mulberry32 generator: one 32-bit word of state. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    distinct(count, limit) {
      const found = new Set<number>();
      while (found.size < Math.min(count, limit)) found.add(below(limit));
      return [...found].sort((a, b) => a - b);
    },
    shuffled(items) {
      return items
        .map((item) => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item);
    },
  };
}
