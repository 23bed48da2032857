/**
 * Code lengths of an optimal prefix code of at most `longest` bits, by package-merge: one coin a symbol for each bit of
 * length, cheapest pairs packed and passed on; a symbol's length is the number of its coins among the cheapest
 * `2 * symbols - 2`. A symbol that never occurs counts as occurring once, so that everything can be written.
 */
export function codeLengths(counts: Uint32Array, longest: number): Uint8Array {
  const coins = Array.from(counts, (count, symbol) => ({
    weight: Math.max(count, 1),
    symbols: [symbol],
  })).sort((a, b) => a.weight - b.weight || a.symbols[0] - b.symbols[0]);
  let row: readonly Coin[] = coins;
  for (let bit = 1; bit < longest; bit++) row = merge(coins, pack(row));
  const lengths = new Uint8Array(counts.length);
  for (const coin of row.slice(0, 2 * counts.length - 2))
    for (const symbol of coin.symbols) lengths[symbol]++;
  return lengths;
}

interface Coin {
  readonly weight: number;
  readonly symbols: readonly number[];
}

function pack(coins: readonly Coin[]): Coin[] {
  const packed: Coin[] = [];
  for (let i = 0; i + 1 < coins.length; i += 2)
    packed.push({
      weight: coins[i].weight + coins[i + 1].weight,
      symbols: [...coins[i].symbols, ...coins[i + 1].symbols],
    });
  return packed;
}

/** Coins before packages of equal weight. */
function merge(coins: readonly Coin[], packages: readonly Coin[]): Coin[] {
  const merged: Coin[] = [];
  let next = 0;
  for (const coin of coins) {
    while (next < packages.length && packages[next].weight < coin.weight)
      merged.push(packages[next++]);
    merged.push(coin);
  }
  return [...merged, ...packages.slice(next)];
}

/** Whether the lengths make a code in which every sequence of bits means something. */
export function isCompleteCode(lengths: Uint8Array, longest: number): boolean {
  let used = 0;
  for (const length of lengths) {
    if (length < 1 || length > longest) return false;
    used += 2 ** (longest - length);
  }
  return used === 2 ** longest;
}
