import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Value } from "../../../api/schema/collection-types.ts";
import { damagedCollection } from "../../../errors.ts";
import {
  AppendFile,
  CHECK_BYTES,
  type FileGeneration,
  fileOf,
  isChecked,
  withCheck,
} from "./append-file.ts";

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

const NEWLINE = 0x0a;

/**
 * Rows as they are shown, each packed by itself, in a file that is only added to. The database keeps columns 2,048 rows
 * at a time and unpacks as many for one: that was most of what the 100 rows of an answer, spread over a million, cost.
 */
export class RecordFile {
  readonly #file: AppendFile;

  constructor(files: FileGeneration, length: number) {
    this.#file = new AppendFile(fileOf(files, "records"), length);
  }

  get length(): number {
    return this.#file.length;
  }

  /** On disk when it returns; they count once their places are committed. */
  append(rows: readonly RowRecord[]): RecordPlace[] {
    return this.#append(rows.map(packRecord));
  }

  /** Adds records of another file as they are packed. */
  copy(from: RecordFile, places: readonly RecordPlace[]): RecordPlace[] {
    return this.#append(places.map((place) => from.#bytes(place)));
  }

  #append(packed: readonly Uint8Array[]): RecordPlace[] {
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
  read(place: RecordPlace): RowRecord {
    return unpackRecord(this.#bytes(place));
  }

  #bytes({ at, length }: RecordPlace): Uint8Array {
    const bytes = this.#file.read(at, length);
    if (!isChecked(bytes, 0, length))
      throw damagedCollection(`the row at byte ${at} of its records cannot be read`);
    return bytes;
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

/** The output of most records in one piece: by default there are 16 KB for each, which costs more than to pack it. */
function packBytes(bytes: Uint8Array): Uint8Array {
  const window = bytes.length < SMALL ? { [constants.BROTLI_PARAM_LGWIN]: SMALL_WINDOW } : {};
  const params = { ...OPTIONS, ...window, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params, chunkSize: LEAST_CHUNK + bytes.length });
}

/** Texts become a half to a third of their length. */
const unpackBytes = (bytes: Uint8Array): Buffer =>
  brotliDecompressSync(bytes, { chunkSize: LEAST_CHUNK + 4 * bytes.length });

const LEAST_CHUNK = 64;

/** Id and values as JSON in one line, and then the text. */
export function packRecord({ id, text, values }: RowRecord): Uint8Array {
  return withCheck(packBytes(Buffer.from(`${JSON.stringify([id, ...values])}\n${text}`)));
}

/** @param bytes as `packRecord` made them */
export function unpackRecord(bytes: Uint8Array): RowRecord {
  const record = unpackBytes(bytes.subarray(CHECK_BYTES));
  const end = record.indexOf(NEWLINE);
  const [id, ...values] = JSON.parse(record.toString("utf8", 0, end));
  return { id, values, text: record.toString("utf8", end + 1) };
}
