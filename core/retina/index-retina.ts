import { CELLS } from "../kernel/grid.ts";
import { blocksOf, fillPostings, type Postings } from "../kernel/postings.ts";
import { IndexedRetina } from "./indexed-retina.ts";
import { faultOf, type RetinaData } from "./retina-data.ts";
import { TermTable } from "./term-table.ts";

/** A retina from data in memory, without going through a file. Throws an `Error` when the data breaks a rule. */
export function indexRetina(data: RetinaData, checksum: string): IndexedRetina {
  const fault = faultOf(data);
  if (fault !== "") throw new Error(`The retina cannot be indexed: ${fault}.`);
  const idOfRank = alphabeticalIds(data.terms);
  const sorted = Array.from(idOfRank, (id) => data.terms[id]!);
  const postings = makePostings(data);
  return new IndexedRetina({ ...data, checksum, postings }, new TermTable(sorted, idOfRank));
}

/** Term ids in code unit order of their terms. */
export function alphabeticalIds(terms: readonly string[]): Uint32Array {
  const ids = Uint32Array.from(terms, (_, id) => id);
  return ids.sort((a, b) => (terms[a]! < terms[b]! ? -1 : terms[a]! > terms[b]! ? 1 : 0));
}

/** The inverted index of term positions; `make` gives the memory, e.g. shared between threads. */
export function makePostings(
  source: Pick<RetinaData, "offsets" | "positions">,
  make = (bytes: number): ArrayBufferLike => new ArrayBuffer(bytes),
): Postings {
  const lists = blocksOf(source.offsets.length - 1) * CELLS;
  const postings = {
    offsets: new Uint32Array(make(4 * (lists + 1))),
    terms: new Uint16Array(make(2 * source.positions.length)),
  };
  fillPostings(source, postings);
  return postings;
}
