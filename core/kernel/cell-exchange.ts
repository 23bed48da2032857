import { CELLS } from "./grid.ts";
import { createKernel, type KernelWasm, reserve } from "./wasm.ts";

/** Terms that all others are measured against, with their codes. */
interface ExchangeReferences {
  readonly count: number;
  readonly sizes: Uint16Array;
  /** Square roots of the sizes. */
  readonly roots: Float32Array;
  /** `stride` places for each reference, of which the first `sizes[r]` are used. */
  readonly positions: Uint16Array;
  readonly stride: number;
  /** References by cell: those at c are `members[offsets[c]]` up to, not including, `members[offsets[c + 1]]`. */
  readonly offsets: Uint32Array;
  readonly members: Uint16Array;
}

/** What the exchange of cells aims at. */
interface ExchangeWishes {
  /** Wanted overlap of two full codes for cosines from -1 to 1 in equal steps. */
  readonly target: Float32Array;
  /** Added to the gain of each cell. */
  readonly bias: Float32Array;
  /** So many references, those with the largest residuals, count one by one; the others with their mean. */
  readonly strongest: number;
  /** What each set neighbour adds to the gain of a cell. */
  readonly bonus: number;
  /** Cells are exchanged when that gains more. */
  readonly least: number;
}

/** One code and its cosines with the references. */
interface ExchangeRow {
  /** Ascending; changed in place. */
  readonly code: Uint16Array;
  readonly cosines: Float32Array;
  /** The row's own number among the references, which is left out; -1 for none. */
  readonly self: number;
  /** The most cells to exchange in each pass: at most 64. */
  readonly swaps: readonly number[];
}

/**
 * A function that exchanges cells of codes so that their overlaps with the references come closer to what is wanted. The
 * residual of a reference is wanted overlap minus overlap, where what is wanted shrinks with the square roots of both
 * sizes; the gain of a cell is the sum of the residuals of the references that use it. Each pass gives up the cells
 * with the smallest gains for free ones with the largest. In single precision, in a fixed order.
 */
export function cellExchanger(references: ExchangeReferences, wishes: ExchangeWishes) {
  const wasm = createKernel();
  const { count, stride } = references;
  const place = layOut(wasm, references, wishes);
  const cosines = new Float32Array(wasm.memory.buffer, place.cosines, count);
  const cells = new Uint16Array(wasm.memory.buffer, place.code, stride);
  return ({ code, cosines: own, self, swaps }: ExchangeRow): void => {
    cells.set(code);
    cosines.set(own);
    const { strongest, bonus, least } = wishes;
    const root = Math.sqrt(code.length) / stride;
    for (const most of swaps)
      wasm.pass(place.code, code.length, place.cosines, self, most, root, strongest, bonus, least);
    code.set(cells.subarray(0, code.length));
  };
}

/** Copies everything into the memory of the module; returns where codes and cosines go. */
function layOut(wasm: KernelWasm, references: ExchangeReferences, wishes: ExchangeWishes) {
  const { count, stride, sizes, roots, positions, offsets, members } = references;
  const { target, bias } = wishes;
  const parts = [sizes, roots, positions, offsets, members, target, bias];
  let bytes = 0;
  const room = (length: number) => {
    const at = bytes;
    bytes += (length + 15) & ~15;
    return at;
  };
  const places = parts.map((part) => room(part.byteLength));
  const cosines = room(4 * count);
  const code = room(2 * stride);
  const work = room(wasm.workBytes(count));
  reserve(wasm, bytes);
  parts.forEach((part, i) => {
    const source = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    new Uint8Array(wasm.memory.buffer, places[i], part.byteLength).set(source);
  });
  const [sizesAt, rootsAt, positionsAt, offsetsAt, membersAt, targetAt, biasAt] = places;
  wasm.setReferences(count, stride, sizesAt, rootsAt, positionsAt, offsetsAt, membersAt, work);
  wasm.setWishes(targetAt, target.length, biasAt);
  if (bias.length !== CELLS) throw new Error(`There are ${bias.length} biases for ${CELLS} cells.`);
  return { cosines, code };
}
