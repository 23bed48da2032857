/** Texts that share at least this much (cosine) speak of one subject. */
const ALIKE = 0.15;
/** A subject that one text alone speaks of is an outlier, not a subject. */
const FEWEST = 2;

/**
 * Indices of the texts that belong together, the largest group first, when texts fall into at least two groups
 * that have hardly a cell in common; otherwise an empty list. Quadratic in the number of texts.
 */
export function findSubjects(fingerprints: readonly (readonly number[])[]): number[][] {
  const sets = fingerprints.map((positions) => new Set(positions));
  const groupOf = fingerprints.map((_, index) => index);
  for (let a = 0; a < sets.length; a++)
    for (let b = a + 1; b < sets.length; b++)
      if (groupOf[a] !== groupOf[b] && cosine(sets[a]!, sets[b]!) >= ALIKE)
        join(groupOf, groupOf[a]!, groupOf[b]!);
  const groups = new Map<number, number[]>();
  groupOf.forEach((group, index) => {
    groups.set(group, [...(groups.get(group) ?? []), index]);
  });
  const subjects = [...groups.values()]
    .filter(({ length }) => length >= FEWEST)
    .sort((a, b) => b.length - a.length);
  return subjects.length < 2 ? [] : subjects;
}

function join(groupOf: number[], kept: number, gone: number): void {
  groupOf.forEach((group, index) => {
    if (group === gone) groupOf[index] = kept;
  });
}

function cosine(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const position of a) if (b.has(position)) shared++;
  return shared / Math.sqrt(a.size * b.size);
}
