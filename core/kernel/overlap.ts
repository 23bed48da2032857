/** The positions two ascending lists share. */
export function keepShared(left: Uint16Array, right: Uint16Array): Uint16Array {
  const shared = new Uint16Array(Math.min(left.length, right.length));
  let write = 0;
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const difference = left[i] - right[j];
    if (difference === 0) shared[write++] = left[i];
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return shared.slice(0, write);
}
