import { popcount } from "../kernel/bitmap.ts";
import { EditTable } from "../kernel/edit-distance.ts";
import type { TermTable } from "./term-table.ts";

/** Terms shorter than the first length allow one edit, shorter than the second two, others three. */
const ONE_EDIT_BELOW = 4;
const TWO_EDITS_BELOW = 10;
/** Each letter that one of two words lacks, and another first letter, count as so much of an edit. */
const LETTER_COST = 0.25;
const FIRST_LETTER_COST = 0.5;
/** A word that is so many times as frequent may be so much of an edit further away. */
const RANK_FACTOR = 10;
const RANK_COST = 0.2;

/**
 * Finds the terms that an unknown word may have been meant to be. Which letters a term has is noted once, 4 bytes a
 * term, so that a look-up computes the edit distance for the few terms whose letters can fit.
 */
export class Speller {
  readonly #table: TermTable;
  readonly #letters: Uint32Array;
  readonly #lengths: Uint8Array;
  readonly #edits = new EditTable();

  constructor(table: TermTable) {
    this.#table = table;
    this.#letters = new Uint32Array(table.count);
    this.#lengths = new Uint8Array(table.count);
    for (let rank = 0; rank < table.count; rank++) {
      const term = table.termAt(rank);
      this.#letters[rank] = lettersOf(term);
      this.#lengths[rank] = Math.min(term.length, 255);
    }
  }

  /** Best first: few edits, then frequent, then alphabetical. Cost is about 3 ns a term plus the close ones. */
  nearest(term: string, limit: number): string[] {
    const wanted = term.toLowerCase();
    const edits = editsAllowed(wanted.length);
    const found: { readonly id: number; readonly term: string; readonly cost: number }[] = [];
    for (const rank of this.#candidates(wanted, edits)) {
      const candidate = this.#table.termAt(rank);
      const distance = this.#edits.distance(wanted, candidate, edits);
      if (distance > edits) continue;
      const id = this.#table.idAt(rank);
      found.push({ id, term: candidate, cost: costOf(wanted, candidate, distance, id) });
    }
    found.sort((a, b) => a.cost - b.cost || a.id - b.id);
    return found.slice(0, limit).map((row) => row.term);
  }

  /** One edit changes the length by at most one, takes at most one letter away and brings at most one. */
  #candidates(wanted: string, edits: number): number[] {
    const letters = this.#letters;
    const lengths = this.#lengths;
    const own = lettersOf(wanted);
    const shortest = wanted.length - edits;
    const longest = wanted.length + edits;
    const ranks: number[] = [];
    for (let rank = 0; rank < letters.length; rank++) {
      const length = lengths[rank]!;
      if (length < shortest || length > longest) continue;
      const differing = letters[rank]! ^ own;
      if (popcount(differing & own) <= edits && popcount(differing & ~own) <= edits)
        ranks.push(rank);
    }
    return ranks;
  }
}

function editsAllowed(length: number): number {
  if (length < ONE_EDIT_BELOW) return 1;
  return length < TWO_EDITS_BELOW ? 2 : 3;
}

/** Slips mostly double, halve, swap or misplace letters, so a word with the same letters is the likelier one. */
function costOf(wanted: string, candidate: string, distance: number, id: number): number {
  const letters = popcount(lettersOf(wanted) ^ lettersOf(candidate)) * LETTER_COST;
  const first = wanted[0] === candidate[0] ? 0 : FIRST_LETTER_COST;
  return (
    distance + letters + first + (RANK_COST * Math.log(id + RANK_FACTOR)) / Math.log(RANK_FACTOR)
  );
}

/** Bit 0..25 for a..z, one bit of the remaining six for anything else. */
function lettersOf(term: string): number {
  let letters = 0;
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i) - 97;
    letters |= 1 << (code >= 0 && code < 26 ? code : 26 + (term.charCodeAt(i) % 6));
  }
  return letters >>> 0;
}
