/**
 * Undoes the last joining in some of the regions of a division.
 * @param roots the piece that each smallest region belongs to
 * @param finer the divisions into one region more, two more and so on; a region that is whole in all of them stays
 * @param split the pieces that are to be parted
 */
export function splitRegions(
  roots: Int32Array,
  finer: readonly Int32Array[],
  split: ReadonlySet<number>,
): Int32Array {
  const parted = Int32Array.from(roots);
  for (const root of split) {
    const members = [...roots.keys()].filter((region) => roots[region] === root);
    const cut = finer.find((division) =>
      members.some((region) => division[region] !== division[members[0]!]),
    );
    if (cut !== undefined) for (const region of members) parted[region] = cut[region]!;
  }
  return parted;
}
