/**
 * The ids of the `limit` largest counts after the first `offset`, by falling count, then rising id.
 *
 * Zero counts never appear, nor ids whose `flags` share no bit with `mask`. Two passes over the counts: a
 * histogram tells how low the page reaches, then ids are dropped into the slots of their count.
 */
export function selectTop(
  counts: Uint16Array,
  highest: number,
  page: { readonly offset: number; readonly limit: number },
  filter?: { readonly flags: Uint8Array; readonly mask: number },
): Uint32Array {
  const totals = new Uint32Array(highest + 1);
  if (filter === undefined) countAll(counts, totals);
  else countFlagged(counts, totals, filter.flags, filter.mask);
  const wanted = page.offset + page.limit;
  const { starts, lowest, found } = placeLevels(totals, wanted);
  const ids = new Uint32Array(Math.min(found, wanted));
  for (let id = 0; id < counts.length; id++) {
    const count = counts[id];
    if (count < lowest) continue;
    if (filter !== undefined && (filter.flags[id] & filter.mask) === 0) continue;
    const slot = starts[count]++;
    if (slot < ids.length) ids[slot] = id;
  }
  return ids.subarray(Math.min(page.offset, ids.length));
}

function countAll(counts: Uint16Array, totals: Uint32Array): void {
  for (let id = 0; id < counts.length; id++) totals[counts[id]]++;
}

function countFlagged(
  counts: Uint16Array,
  totals: Uint32Array,
  flags: Uint8Array,
  mask: number,
): void {
  for (let id = 0; id < counts.length; id++) if ((flags[id] & mask) !== 0) totals[counts[id]]++;
}

/** Where each count's ids go, highest count first, and the lowest count (never 0) that is still wanted. */
function placeLevels(totals: Uint32Array, wanted: number) {
  const starts = new Uint32Array(totals.length);
  let found = 0;
  let lowest = totals.length;
  while (lowest > 1 && found < wanted) {
    lowest--;
    starts[lowest] = found;
    found += totals[lowest];
  }
  return { starts, lowest, found };
}
