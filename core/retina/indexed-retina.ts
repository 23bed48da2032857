import type { Positions } from "../kernel/grid.ts";
import type { InvertedIndex } from "../kernel/inverted-index.ts";
import { NameCompany, saysWhere } from "./name-policy.ts";
import { nameWorths } from "./name-worths.ts";
import { completions, matchingTerms } from "./patterns.ts";
import type { RetinaTables } from "./retina-data.ts";
import { rankTerms, termsAtCell, toMatches } from "./search.ts";
import type { TermFacts } from "./sense-names.ts";
import { findContexts } from "./sense-names.ts";
import { Speller } from "./spellings.ts";
import type { TermTable } from "./term-table.ts";
import { FULL_NAMING, NEUTRAL_WEIGHT, weightOf } from "./term-weights.ts";
import {
  type Context,
  type Match,
  POS_TYPES,
  type PosType,
  type Ranked,
  type Retina,
  type RetinaCard,
  type SearchOptions,
} from "./types.ts";

/** A retina in memory with its inverted index. */
export class IndexedRetina implements Retina {
  readonly name: string;
  readonly card: RetinaCard;
  readonly termCount: number;
  readonly metTerms: number;
  readonly checksum: string;
  readonly regionNames: string;
  /** Everything but the decoded terms, for another thread: see `attachRetina`. */
  readonly tables: RetinaTables;
  readonly index: InvertedIndex;
  readonly #openTerms: () => TermTable;
  #openedTerms: TermTable | undefined;
  #speller: Speller | undefined;
  #cellLoad: Uint32Array | undefined;
  /** What the terms are as names of senses. */
  #naming: TermFacts | undefined;
  #nameWorths: Float64Array | undefined;

  /** @param terms called once, when a term is first asked for */
  constructor(tables: RetinaTables, terms: () => TermTable, index: InvertedIndex) {
    this.name = tables.card.name;
    this.card = tables.card;
    this.termCount = tables.alphabet.length;
    this.metTerms = metTermsOf(tables.occurrences);
    this.checksum = tables.checksum;
    this.regionNames = tables.regionNames ?? "";
    this.tables = tables;
    this.index = index;
    this.#openTerms = terms;
  }

  get #terms(): TermTable {
    this.#openedTerms ??= this.#openTerms();
    return this.#openedTerms;
  }

  get longestPhrase(): number {
    return this.#terms.longestPhrase;
  }

  term(id: number): string {
    return this.#terms.term(id);
  }

  idOf(term: string): number {
    return this.#terms.idOf(term);
  }

  alphabeticalRank(id: number): number {
    return this.#terms.rankAt(id);
  }

  documentFrequency(id: number): number {
    return share(this.tables.documentCounts[id]!, this.card.counts.documents);
  }

  frequency(id: number): number {
    return share(this.tables.occurrences[id]!, this.card.counts.words);
  }

  weight(id: number): number {
    return weightOf(this.tables.weights?.[id] ?? NEUTRAL_WEIGHT);
  }

  naming(id: number): number {
    return (this.tables.naming?.[id] ?? FULL_NAMING) / FULL_NAMING;
  }

  posTypes(id: number): readonly PosType[] {
    const bits = this.tables.posBits[id]!;
    return POS_TYPES.filter((_, i) => ((bits >> i) & 1) === 1);
  }

  positions(id: number): Positions {
    return this.index.positions(id);
  }

  addTo(map: Float32Array, id: number, amount: number): void {
    this.index.addTo(map, id, amount);
  }

  pile(amounts: Float64Array): Float64Array {
    return this.index.pile(amounts);
  }

  size(id: number): number {
    return this.index.size(id);
  }

  anchor(position: number): number {
    return this.tables.anchors[position]!;
  }

  cellLoad(): Uint32Array {
    this.#cellLoad ??= this.index.load();
    return this.#cellLoad;
  }

  similar(query: Positions, options: SearchOptions): Match[] {
    return toMatches(rankTerms(this, this.tables.posBits, query, options));
  }

  ranked(query: Positions, options: SearchOptions): Ranked {
    return rankTerms(this, this.tables.posBits, query, options);
  }

  contexts(query: Positions): Context[] {
    this.#naming ??= this.#namingFacts();
    return findContexts(this, this.#naming, query);
  }

  nameWorths(): Float64Array {
    this.#nameWorths ??= nameWorths(this);
    return this.#nameWorths;
  }

  #namingFacts(): TermFacts {
    const company = new NameCompany(this.index, this);
    return {
      term: (id) => this.term(id),
      isAmongNames: (id) => !saysWhere(this, id) && company.has(id),
    };
  }

  cellTerms(position: number, radius: number, limit: number): Match[] {
    return termsAtCell(this, { position, radius, limit });
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

/** Terms stand in order of falling occurrences; where none has any, nothing is known and all count. */
function metTermsOf(occurrences: Uint32Array): number {
  const first = occurrences.indexOf(0);
  return first > 0 ? first : occurrences.length;
}
