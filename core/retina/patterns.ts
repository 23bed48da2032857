import type { TermTable } from "./term-table.ts";

/** Terms that match `*` (any characters) and `?` (exactly one), most frequent first. */
export function matchingTerms(table: TermTable, pattern: string): Uint32Array {
  const exact = matching(table, pattern);
  return exact.length > 0 ? exact : matching(table, pattern.toLowerCase());
}

/** Only the run of terms that share the pattern's literal beginning is looked at. */
function matching(table: TermTable, pattern: string): Uint32Array {
  const { start, end } = table.runOf(pattern.slice(0, literalLength(pattern)));
  const ids: number[] = [];
  for (let rank = start; rank < end; rank++)
    if (matches(table.termAt(rank), pattern)) ids.push(table.idAt(rank));
  return Uint32Array.from(ids).sort();
}

/** How many characters come before the first wildcard. */
function literalLength(pattern: string): number {
  const wildcard = pattern.search(/[*?]/);
  return wildcard === -1 ? pattern.length : wildcard;
}

/**
 * Whether the whole term fits the pattern. On a mismatch only the latest `*` takes one character more, which is enough
 * because everything before it has been matched as early as possible: cost is at most the product of the lengths.
 */
export function matches(term: string, pattern: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let starTook = 0;
  while (at < term.length) {
    if (pattern[next] === "*") {
      star = next++;
      starTook = at;
    } else if (next < pattern.length && (pattern[next] === "?" || pattern[next] === term[at])) {
      at++;
      next++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++starTook;
    } else return false;
  }
  while (pattern[next] === "*") next++;
  return next === pattern.length;
}

/**
 * Completions of a beginning: the term itself, then terms that start with it, then phrases with a later word that
 * does; each group by falling frequency.
 */
export function completions(table: TermTable, prefix: string, limit: number): number[] {
  const wanted = prefix.toLowerCase();
  const exact = table.idOf(prefix);
  const found = new Set(exact === -1 ? [] : [exact]);
  addMostFrequent(table, table.runOf(wanted), limit, found);
  if (found.size < limit) addWordStarts(table, wanted, limit, found);
  return [...found].slice(0, limit);
}

/** A run of up to so many terms is sorted; in a longer one the most frequent terms are soon met by going through all. */
const SORTED_AT_MOST = 2000;

function addMostFrequent(
  table: TermTable,
  { start, end }: { readonly start: number; readonly end: number },
  limit: number,
  found: Set<number>,
): void {
  if (end - start <= SORTED_AT_MOST) {
    const ids = Uint32Array.from({ length: end - start }, (_, i) => table.idAt(start + i)).sort();
    for (let i = 0; i < ids.length && found.size < limit; i++) found.add(ids[i]!);
    return;
  }
  for (let id = 0; id < table.count && found.size < limit; id++) {
    const rank = table.rankAt(id);
    if (rank >= start && rank < end) found.add(id);
  }
}

function addWordStarts(table: TermTable, prefix: string, limit: number, found: Set<number>): void {
  const wordStart = ` ${prefix}`;
  for (const id of table.phrases()) {
    if (found.size >= limit) return;
    if (table.term(id).includes(wordStart)) found.add(id);
  }
}
