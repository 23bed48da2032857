import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from "node:zlib";
import type { Value } from "../../api/collection-types.ts";
import { AppendFile, damaged } from "./cell-file.ts";

/** What is shown of a row, beside what others say of it. */
export interface RowRecord {
  readonly id: string;
  readonly text: string;
  /** Of the columns there were when it was written. */
  readonly values: readonly Value[];
}

export interface RecordPlace {
  readonly at: number;
  /** Bytes. */
  readonly length: number;
}

/** Of what is packed, in front of it. */
const CHECK_BYTES = 4;
const NEWLINE = 0x0a;

/**
 * Rows as they are shown, each packed by itself, in a file that is only added to. The database keeps columns 2,048 rows
 * at a time and unpacks as many for one: that was most of what the 100 rows of an answer, spread over a million, cost.
 */
export class RecordFile {
  readonly #file: AppendFile;

  constructor(folder: string, length: number) {
    this.#file = new AppendFile(path.join(folder, "records.bin"), length);
  }

  get length(): number {
    return this.#file.length;
  }

  /** On disk when it returns; they count once their places are committed. */
  append(rows: readonly RowRecord[]): RecordPlace[] {
    const packed = rows.map(packRecord);
    let at = this.#file.length;
    const places = packed.map(({ length }) => {
      const place = { at, length };
      at += length;
      return place;
    });
    this.#file.append(Buffer.concat(packed));
    return places;
  }

  /** @throws conflict for one that is not as it was written */
  read({ at, length }: RecordPlace): RowRecord {
    const record = unpackRecord(this.#file.read(at, length));
    if (record === undefined) throw damaged(`the row at byte ${at} of its records cannot be read`);
    return record;
  }

  /** Forgets what was written and not committed. */
  cutTo(length: number): void {
    this.#file.cutTo(length);
  }

  close(): void {
    this.#file.close();
  }
}

/** The fastest of those that pack well: three fifths of the time that quality 5 takes, which saves 14 of 291 bytes per paragraph. */
const QUALITY = 3;
const OPTIONS = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: QUALITY,
};
/** Smaller windows cost less to set up. */
const SMALL_WINDOW = 16;
const SMALL = 1 << SMALL_WINDOW;

function packBytes(bytes: Uint8Array): Uint8Array {
  const window = bytes.length < SMALL ? { [constants.BROTLI_PARAM_LGWIN]: SMALL_WINDOW } : {};
  const params = { ...OPTIONS, ...window, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params });
}

/** Id and values as JSON in one line, and then the text. */
export function packRecord({ id, text, values }: RowRecord): Uint8Array {
  const head = Buffer.from(`${JSON.stringify([id, ...values])}\n`);
  const packed = packBytes(Buffer.concat([head, Buffer.from(text)]));
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeUInt32LE(crc32(packed));
  return Buffer.concat([check, packed]);
}

/** `undefined` where the bytes are not as they were written. */
export function unpackRecord(bytes: Uint8Array): RowRecord | undefined {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteLength <= CHECK_BYTES) return undefined;
  const packed = bytes.subarray(CHECK_BYTES);
  const check = new DataView(buffer, byteOffset, byteLength).getUint32(0, true);
  if (crc32(packed) !== check) return undefined;
  const record = brotliDecompressSync(packed);
  const end = record.indexOf(NEWLINE);
  const [id, ...values] = JSON.parse(record.toString("utf8", 0, end));
  return { id, values, text: record.toString("utf8", end + 1) };
}
