import { decodeBase64 } from "./base64.ts";
import { kernelBase64 } from "./kernel-wasm.generated.ts";
import { searchBase64 } from "./search-wasm.generated.ts";

/** The exports of `assembly/kernel.ts`; pointers are byte offsets into `memory`. */
export interface KernelWasm {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Makes room from 0 on; 0 where there is no more. The memory moves to another buffer when it grows. */
  reserve(bytes: number): number;

  // matrix.ts
  packRows(source: number, target: number, rows: number, depth: number, width: number): void;
  packColumns(source: number, target: number, depth: number, columns: number, width: number): void;
  multiply(left: number, right: number, out: number, m: number, n: number, depth: number): void;
  nextAbove(numbers: number, from: number, end: number, bound: number): number;
  sparseTimesDense(
    starts: number,
    columns: number,
    values: number,
    rows: number,
    dense: number,
    out: number,
    transposed: boolean,
  ): void;

  // rows.ts
  rowProducts(count: number, right: number, bytes: number, out: number): void;

  // piles.ts
  spreadMap(map: number, out: number, share: number, bell: number, row: number): void;
  excess(map: number, usual: number, scale: number, out: number): void;
  highestCells(map: number, count: number, out: number, buckets: number, keys: number): number;

  // refine.ts
  workBytes(count: number): number;
  setReferences(
    count: number,
    stride: number,
    sizes: number,
    roots: number,
    positions: number,
    offsets: number,
    members: number,
    work: number,
  ): void;
  setWishes(target: number, steps: number, bias: number): void;
  pass(
    code: number,
    size: number,
    cosines: number,
    self: number,
    swaps: number,
    root: number,
    strongest: number,
    bonus: number,
    least: number,
  ): void;

  // lists.ts
  setBits(rows: number, count: number, bitmap: number): void;
  packGaps(rows: number, count: number, to: number): number;
  countGaps(at: number, end: number, counts: number): void;
  countRows(rows: number, count: number, counts: number): void;
  addBitmaps(from: number, end: number, planes: number, used: number): void;
  addPlanes(planes: number, used: number, counts: number): void;
  unpackRows(from: number, end: number, count: number, low: number, rows: number): number;
}

let kernel: WebAssembly.Module | undefined;

/** A fresh instance; under a millisecond. @throws RangeError where there is no memory for `bytes` */
export function createKernel(bytes = 0): KernelWasm {
  kernel ??= new WebAssembly.Module(decodeBase64(kernelBase64));
  const wasm = new WebAssembly.Instance(kernel).exports as unknown as KernelWasm;
  reserve(wasm, bytes);
  return wasm;
}

/** Makes room; the memory may move to another buffer. @throws RangeError where there is no more */
export function reserve(wasm: KernelWasm, bytes: number): void {
  if (wasm.reserve(bytes) === 0) throw new RangeError(`There is no memory for ${bytes} bytes.`);
}

/** The exports of `assembly/search.ts`; pointers are byte offsets into the imported memory. */
export interface SearchWasm {
  packPositions(
    offsets: number,
    terms: number,
    positions: number,
    gaps: number,
    ends: number,
  ): void;
  countPositions(offsets: number, gaps: number, first: number, end: number, counts: number): void;
  fillLists(
    offsets: number,
    gaps: number,
    first: number,
    end: number,
    cursors: number,
    terms: number,
  ): void;
  countFlagged(
    offsets: number,
    gaps: number,
    first: number,
    end: number,
    flags: number,
    counts: number,
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

let search: WebAssembly.Module | undefined;

/** The loops over an index's memory; under a millisecond. */
export function createSearchWasm(memory: WebAssembly.Memory): SearchWasm {
  search ??= new WebAssembly.Module(decodeBase64(searchBase64));
  return new WebAssembly.Instance(search, { env: { memory } }).exports as unknown as SearchWasm;
}
