import { createHash } from "node:crypto";
import path from "node:path";
import { ApiError, badInput } from "../../errors.ts";
import { NUMERIC, tokens } from "../../text/tokens.ts";
import type { GivenVectors } from "../../train/vectors/given-vectors.ts";
import { readBytes } from "../files/read-bytes.ts";
import { readText } from "../files/read-text.ts";
import { type BinaryHead, binaryHead, readBinaryRows } from "./binary-vectors.ts";

/** Fewer make no map. */
const FEWEST_WORDS = 200;
const FEWEST_DIMENSIONS = 8;
const MOST_DIMENSIONS = 4096;
/** Numbers kept in memory; the words beyond, which are the rarest, are left out. */
const MOST_NUMBERS = 200_000_000;
/** Words of a term, and letters of a word, that a vocabulary holds. */
const LONGEST_TERM_WORDS = 3;
const LONGEST_TERM = 120;

/** What is wrong with a file of vectors. */
const badVectors = (file: string, reason: string, line?: number) =>
  badInput("vectors-from", `${file}${line === undefined ? "" : `:${line}`} ${reason}.`, {
    value: file,
    ...(line === undefined ? {} : { line }),
  });

/**
 * Word vectors as people have them: text or binary of word2vec, GloVe, .vec of fastText, plain or .gz. Words become terms
 * as in a vocabulary (lower case, “_” for a space); of equal ones the first counts, and what can be no term is left out.
 * @throws bad-input with line and reason
 */
export async function readVectors(file: string): Promise<GivenVectors> {
  const hash = createHash("sha256");
  const isPacked = file.toLowerCase().endsWith(".gz");
  const bytes = () => readBytes({ file, name: file, isPacked });
  const sink = new VectorSink(file);
  try {
    const head = binaryHead(await firstBytes(bytes()));
    if (head === undefined) await readTextRows(file, hashed(bytes(), hash), sink);
    else await readBinary(hashed(bytes(), hash), head, sink);
  } catch (cause) {
    if (cause instanceof ApiError && cause.details.field === "vectors-from") throw cause;
    if (cause instanceof ApiError) throw badInput("vectors-from", cause.message, { value: file });
    throw badVectors(file, `cannot be read: ${cause instanceof Error ? cause.message : cause}`);
  }
  const card = {
    vectors: path.basename(file),
    vectorsChecksum: `sha256:${hash.digest("hex")}`,
  };
  return { ...sink.finish(), card };
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

const HEAD_BYTES = 4096;

async function firstBytes(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= HEAD_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, HEAD_BYTES);
}

async function readTextRows(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  sink: VectorSink,
): Promise<void> {
  let number = 0;
  for await (const part of readText(file, bytes))
    for (const line of part.lines()) {
      number++;
      if (part.broken.has(number)) throw sink.refuse("is not text in UTF-8", number);
      const fields = line.trimEnd().split(" ");
      const isHead = number === 1 && /^\d+ \d+$/.test(line.trimEnd());
      if (isHead) sink.expect(Number(fields[1]));
      else if (line !== "") sink.addFields(fields, number);
    }
}

async function readBinary(
  bytes: AsyncIterable<Uint8Array>,
  head: BinaryHead,
  sink: VectorSink,
): Promise<void> {
  sink.expect(head.dimensions);
  const read = await readBinaryRows(bytes, head, (word, numbers, row) =>
    sink.add(word, numbers, row + 1),
  );
  if (read < head.words)
    throw sink.refuse(`promises ${head.words} words and ends within word ${read + 1}`);
}

const IS_NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
/** Numbers that are none, as programs write them. */
const IS_NONE = /^[-+]?(nan|inf(inity)?)$/i;

/** The form that a vocabulary would hold; undefined for what it would not. */
function termOf(word: string): string | undefined {
  if (word.length > LONGEST_TERM) return undefined;
  const text = word.replaceAll("_", " ").toLowerCase();
  const parts = tokens(text);
  if (parts.length === 0 || parts.length > LONGEST_TERM_WORDS) return undefined;
  if (parts.some(({ flags }) => (flags & NUMERIC) !== 0)) return undefined;
  const form = parts.map((part) => part.text).join(" ");
  return form === text ? form : undefined;
}

/** Gathers words and numbers, and checks them. */
class VectorSink {
  readonly #file: string;
  readonly #rowOf = new Map<string, number>();
  #values = new Float32Array(1 << 16);
  #dimensions = 0;
  #words = 0;

  constructor(file: string) {
    this.#file = file;
  }

  refuse(reason: string, line?: number): ApiError {
    return badVectors(this.#file, reason, line);
  }

  expect(dimensions: number): void {
    if (dimensions < FEWEST_DIMENSIONS || dimensions > MOST_DIMENSIONS)
      throw this.refuse(
        `has vectors of ${dimensions} dimension${dimensions === 1 ? "" : "s"}; ${FEWEST_DIMENSIONS} to ${MOST_DIMENSIONS} can be used`,
      );
    this.#dimensions = dimensions;
  }

  /** A line of text, cut at its spaces: a word, which may hold spaces itself, and its numbers. */
  addFields(fields: readonly string[], line: number): void {
    if (this.#dimensions === 0) this.expect(fields.length - 1);
    const first = fields.length - this.#dimensions;
    const isWordAlone = fields.slice(1, first).every((text) => Number.isFinite(Number(text)));
    if (first < 1 || (first > 1 && isWordAlone))
      throw this.refuse(
        `has ${fields.length - 1} numbers where ${this.#dimensions} are expected`,
        line,
      );
    const texts = fields.slice(first);
    const wrong = texts.find(
      (text) => text === "" || !(IS_NUMBER.test(text) || IS_NONE.test(text)),
    );
    if (wrong !== undefined)
      throw this.refuse(`has “${wrong.slice(0, 20)}” where a number belongs`, line);
    const numbers = Float32Array.from(texts, Number);
    this.add(fields.slice(0, first).join(" "), numbers, line);
  }

  add(word: string, numbers: Float32Array, line: number): void {
    const bad = numbers.find((value) => !Number.isFinite(value));
    if (bad !== undefined)
      throw this.refuse(`has ${bad} among the numbers of “${word.slice(0, 40)}”`, line);
    this.#words++;
    const term = termOf(word);
    const row = this.#rowOf.size;
    const at = row * this.#dimensions;
    if (term === undefined || this.#rowOf.has(term) || at + this.#dimensions > MOST_NUMBERS) return;
    this.#rowOf.set(term, row);
    if (at + this.#dimensions > this.#values.length) this.#grow();
    this.#values.set(numbers, at);
  }

  finish() {
    if (this.#words === 0) throw this.refuse("holds no vectors");
    const words = [...this.#rowOf.keys()];
    if (words.length < FEWEST_WORDS)
      throw this.refuse(
        `has only ${words.length} words that can be terms; ${FEWEST_WORDS} are needed`,
      );
    const dimensions = this.#dimensions;
    return { words, dimensions, values: this.#values.slice(0, words.length * dimensions) };
  }

  #grow(): void {
    const values = new Float32Array(2 * this.#values.length);
    values.set(this.#values);
    this.#values = values;
  }
}
