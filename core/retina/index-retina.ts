import { frontCode } from "./front-coding.ts";
import { IndexedRetina } from "./indexed-retina.ts";
import { faultOf, type RetinaData } from "./retina-data.ts";
import { makePostings } from "./retina-tables.ts";
import { TermTable } from "./term-table.ts";

/** A retina from data in memory, without going through a file. Throws an `Error` when the data breaks a rule. */
export function indexRetina(data: RetinaData, checksum: string): IndexedRetina {
  const fault = faultOf(data);
  if (fault !== "") throw new Error(`The retina cannot be indexed: ${fault}.`);
  const alphabet = alphabeticalIds(data.terms);
  const sorted = Array.from(alphabet, (id) => data.terms[id]!);
  const postings = makePostings(data, (bytes) => new ArrayBuffer(bytes));
  const tables = { ...data, checksum, terms: frontCode(sorted), alphabet, postings };
  return new IndexedRetina(tables, new TermTable(sorted, alphabet));
}

/** Term ids in code unit order of their terms. */
export function alphabeticalIds(terms: readonly string[]): Uint32Array {
  const ids = Uint32Array.from(terms, (_, id) => id);
  return ids.sort((a, b) => (terms[a]! < terms[b]! ? -1 : terms[a]! > terms[b]! ? 1 : 0));
}
