// All loops over a memory of their own, one module. Pointers are byte offsets into the memory.

export { addBitmaps, addPlanes, countGaps, countRows, packGaps, setBits, unpackRows } from "./lists";
export { multiply, nextAbove, packColumns, packRows, sparseTimesDense } from "./matrix";
export { excess, highestCells, spreadMap } from "./piles";
export { pass, setReferences, setWishes, workBytes } from "./refine";
export { rowProducts } from "./rows";

/** Makes room for `bytes` from 0 on; the memory only ever grows. Returns 0 where there is no more. */
export function reserve(bytes: usize): i32 {
  const missing = <i32>((bytes + 65535) >> 16) - memory.size();
  return missing <= 0 || memory.grow(missing) >= 0 ? 1 : 0;
}
