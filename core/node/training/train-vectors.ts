import type { TermVectors } from "../../train/vectors/term-vectors.ts";

/**
 * Dense vectors in the binary format of word2vec: a line with the number of terms and dimensions, then for each term
 * its text with underscores for spaces, a space, 32-bit numbers (little-endian), and a line end.
 */
export function packVectors(
  terms: readonly string[],
  { dimensions, values }: TermVectors,
): Uint8Array {
  const parts: Buffer[] = [Buffer.from(`${terms.length} ${dimensions}\n`)];
  terms.forEach((term, row) => {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions);
    parts.push(Buffer.from(`${term.replaceAll(" ", "_")} `));
    parts.push(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
    parts.push(LINE_END);
  });
  return Buffer.concat(parts);
}

const LINE_END = Buffer.from("\n");
