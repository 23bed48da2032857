import type { IndexMemory } from "../kernel/index-memory.ts";
import { InvertedIndex } from "../kernel/inverted-index.ts";
import { type FrontCoded, frontDecode } from "./front-coding.ts";
import { IndexedRetina } from "./indexed-retina.ts";
import type { RetinaColumns } from "./retina-data.ts";
import { TermTable } from "./term-table.ts";

/**
 * An open retina as plain data, for another thread: the index, nearly all of it, is shared memory and not copied.
 * Trusted: whoever makes the tables has checked them.
 */
export interface RetinaTables extends Omit<RetinaColumns, "offsets"> {
  readonly checksum: string;
  /** The terms in alphabetical order, and their ids in that order. */
  readonly terms: FrontCoded;
  readonly alphabet: Uint32Array;
  readonly index: IndexMemory;
}

/** A retina over tables that another thread has loaded. Decodes the terms: about half a microsecond a term. */
export function attachRetina(tables: RetinaTables): IndexedRetina {
  const sorted = frontDecode(tables.terms);
  if (sorted === undefined) throw new Error("The tables of the retina hold no valid terms.");
  const terms = new TermTable(sorted, tables.alphabet);
  return new IndexedRetina(tables, terms, new InvertedIndex(tables.index));
}
