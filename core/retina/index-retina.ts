import { indexPositions } from "../kernel/fill-index.ts";
import { InvertedIndex } from "../kernel/inverted-index.ts";
import { frontCode, frontDecode } from "../tables/front-coding.ts";
import { IndexedRetina } from "./indexed-retina.ts";
import { faultOf, type RetinaData, type RetinaTables } from "./retina-data.ts";
import { TermTable } from "./term-table.ts";

/** A retina from data in memory, without going through a file. Throws an `Error` when the data breaks a rule. */
export function indexRetina(data: RetinaData, checksum: string): IndexedRetina {
  const fault = faultOf(data);
  if (fault !== "") throw new Error(`The retina cannot be indexed: ${fault}.`);
  const alphabet = alphabeticalIds(data.terms);
  const sorted = Array.from(alphabet, (id) => data.terms[id]!);
  const index = indexPositions(data.offsets, data.positions);
  const { terms: _terms, offsets: _offsets, positions: _positions, ...columns } = data;
  const tables = { ...columns, checksum, terms: frontCode(sorted), alphabet, index };
  const opened = new TermTable(sorted, alphabet);
  return new IndexedRetina(tables, () => opened, new InvertedIndex(index));
}

/** Term ids in code unit order of their terms. */
export function alphabeticalIds(terms: readonly string[]): Uint32Array {
  const ids = Uint32Array.from(terms, (_, id) => id);
  return ids.sort((a, b) => (terms[a]! < terms[b]! ? -1 : terms[a]! > terms[b]! ? 1 : 0));
}

/**
 * A retina over tables that another thread has loaded. Its terms are decoded when one is first asked for, about half a microsecond
 * a term: not every thread uses every retina.
 */
export function attachRetina(tables: RetinaTables): IndexedRetina {
  const terms = () => {
    const sorted = frontDecode(tables.terms);
    if (sorted === undefined) throw new Error("The tables of the retina hold no valid terms.");
    return new TermTable(sorted, tables.alphabet);
  };
  return new IndexedRetina(tables, terms, new InvertedIndex(tables.index));
}
