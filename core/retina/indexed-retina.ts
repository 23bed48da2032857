import { listLengths, type Postings } from "../kernel/postings.ts";
import { termsAtCell } from "./cell-terms.ts";
import { findContexts } from "./contexts.ts";
import { completions, matchingTerms } from "./patterns.ts";
import type { RetinaTables } from "./retina-tables.ts";
import { findSimilar } from "./search.ts";
import { Speller } from "./spellings.ts";
import type { TermTable } from "./term-table.ts";
import {
  type Context,
  type Match,
  POS_TYPES,
  type Positions,
  type PosType,
  type Retina,
  type RetinaCard,
  type SearchOptions,
} from "./types.ts";

/** A retina in memory with its inverted index. */
export class IndexedRetina implements Retina {
  readonly name: string;
  readonly card: RetinaCard;
  readonly termCount: number;
  readonly checksum: string;
  readonly longestPhrase: number;
  /** The index, as the functions of this folder read it. */
  readonly postings: Postings;
  readonly posBits: Uint8Array;
  readonly #terms: TermTable;
  /** Everything but the decoded terms; see `attachRetina`. */
  readonly tables: RetinaTables;
  #speller: Speller | undefined;
  #cellLoad: Uint32Array | undefined;

  constructor(tables: RetinaTables, terms: TermTable) {
    this.name = tables.card.name;
    this.card = tables.card;
    this.termCount = terms.count;
    this.checksum = tables.checksum;
    this.longestPhrase = terms.longestPhrase;
    this.postings = tables.postings;
    this.posBits = tables.posBits;
    this.#terms = terms;
    this.tables = tables;
  }

  term(id: number): string {
    return this.#terms.term(id);
  }

  idOf(term: string): number {
    return this.#terms.idOf(term);
  }

  documentFrequency(id: number): number {
    return share(this.tables.documentCounts[id]!, this.card.counts.documents);
  }

  frequency(id: number): number {
    return share(this.tables.occurrences[id]!, this.card.counts.words);
  }

  posTypes(id: number): readonly PosType[] {
    const bits = this.posBits[id]!;
    return POS_TYPES.filter((_, i) => ((bits >> i) & 1) === 1);
  }

  positions(id: number): Positions {
    const { offsets, positions } = this.tables;
    return positions.subarray(offsets[id], offsets[id + 1]);
  }

  sizeOf(id: number): number {
    return this.tables.offsets[id + 1]! - this.tables.offsets[id]!;
  }

  anchor(position: number): number {
    return this.tables.anchors[position]!;
  }

  cellLoad(): Uint32Array {
    this.#cellLoad ??= listLengths(this.postings);
    return this.#cellLoad;
  }

  similar(query: Positions, options: SearchOptions): Match[] {
    return findSimilar(this, query, options);
  }

  contexts(query: Positions): Context[] {
    return findContexts(this, query);
  }

  cellTerms(position: number, radius: number, limit: number): Match[] {
    return termsAtCell(this, (term) => this.sizeOf(term), { position, radius, limit });
  }

  matchPattern(pattern: string, offset: number, limit: number): number[] {
    return Array.from(matchingTerms(this.#terms, pattern).subarray(offset, offset + limit));
  }

  startingWith(prefix: string, limit: number): number[] {
    return completions(this.#terms, prefix, limit);
  }

  spellings(term: string, limit: number): string[] {
    this.#speller ??= new Speller(this.#terms);
    return this.#speller.nearest(term, limit);
  }
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
