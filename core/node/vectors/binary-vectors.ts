import type { TermVectors } from "../../train/vectors/term-vectors.ts";

/** What the first bytes of a file of vectors tell. */
export interface BinaryHead {
  readonly words: number;
  readonly dimensions: number;
  /** Bytes of the first line. */
  readonly bytes: number;
}

const NEWLINE = 10;
const SPACE = 32;
const FLOAT = 4;
/** So many letters of numbers in a row are no numbers in bytes. */
const IN_LETTERS = /^[\d .e+\-naif]{12}/i;
const LOOKED_AT = 12;
const LONGEST_WORD = 2000;

/** The head of a file in the binary format of word2vec; undefined when it is text. */
export function binaryHead(first: Buffer): BinaryHead | undefined {
  const end = first.indexOf(NEWLINE);
  const match = /^(\d+) (\d+)\r?$/.exec(first.subarray(0, Math.max(0, end)).toString("latin1"));
  if (match === null) return undefined;
  const word = first.indexOf(SPACE, end + 1);
  const numbers = first.subarray(word + 1, word + 1 + LOOKED_AT);
  if (word === -1 || IN_LETTERS.test(numbers.toString("latin1"))) return undefined;
  return { words: Number(match[1]), dimensions: Number(match[2]), bytes: end + 1 };
}

/** Called for each word with its numbers, which the next call overwrites. */
type RowVisitor = (word: string, numbers: Float32Array, row: number) => void;

/** Reads the words after the head, whatever pieces the bytes come in. @returns how many whole ones there were */
export async function readBinaryRows(
  bytes: AsyncIterable<Uint8Array>,
  { words, dimensions, bytes: head }: BinaryHead,
  visit: RowVisitor,
): Promise<number> {
  const numbers = new Float32Array(dimensions);
  const raw = new Uint8Array(numbers.buffer);
  let rest = Buffer.alloc(0);
  let skip = head;
  let row = 0;
  for await (const chunk of bytes) {
    let data = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    if (skip > 0) {
      const taken = Math.min(skip, data.length);
      data = data.subarray(taken);
      skip -= taken;
    }
    let at = 0;
    while (row < words) {
      while (data[at] === NEWLINE) at++;
      const end = data.indexOf(SPACE, at);
      if (end === -1 && data.length - at > LONGEST_WORD) return row;
      if (end === -1 || end + 1 + dimensions * FLOAT > data.length) break;
      raw.set(data.subarray(end + 1, end + 1 + raw.length));
      visit(data.subarray(at, end).toString("utf8"), numbers, row++);
      at = end + 1 + raw.length;
    }
    rest = data.subarray(at);
  }
  return row;
}

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
