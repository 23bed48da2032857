/** At most so many of the items, in their order, spread evenly over all; the first is among them. */
export function someOf<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, items.length / most);
  return items.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}
