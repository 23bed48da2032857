import type { Restriction } from "../../../model/collection/restrictions.ts";

const LONGEST = 30;

/**
 * A name for a category that nobody has named yet: what was searched for, or a number that none of the `taken` has.
 */
export function categoryName(
  restrictions: readonly Restriction[],
  taken: readonly string[],
): string {
  const sought = restrictions.flatMap((each) =>
    each.kind === "like" ? [each.label] : each.kind === "words" ? [each.words] : [],
  );
  const free = sought
    .map((name) => name.replace(/^["“](.*)["”]$/s, "$1"))
    .find((name) => name.length <= LONGEST && !taken.includes(name));
  if (free !== undefined) return free;
  for (let number = 1; ; number++) {
    const name = `category ${number}`;
    if (!taken.includes(name)) return name;
  }
}
