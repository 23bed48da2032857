import { decodeBase64 } from "./matrix-wasm.ts";
import { searchBase64 } from "./search-wasm.generated.ts";

/** The exports of `assembly/search.ts`; pointers are byte offsets into the imported memory. */
export interface SearchWasm {
  countValues(from: number, end: number, counts: number): void;
  fillLists(
    offsets: number,
    positions: number,
    first: number,
    end: number,
    cursors: number,
    terms: number,
  ): void;
  addMatches(query: number, end: number, offsets: number, terms: number, counts: number): void;
  collectAbove(counts: number, from: number, end: number, floor: number, out: number): number;
  readGaps(
    streams: number,
    table: number,
    offsets: number,
    first: number,
    end: number,
    positions: number,
  ): number;
}

let module: WebAssembly.Module | undefined;

/** The loops over an index's memory; under a millisecond. */
export function createSearchWasm(memory: WebAssembly.Memory): SearchWasm {
  module ??= new WebAssembly.Module(decodeBase64(searchBase64));
  const instance = new WebAssembly.Instance(module, { env: { memory } });
  return instance.exports as unknown as SearchWasm;
}
