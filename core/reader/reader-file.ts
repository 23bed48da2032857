import { badReader } from "../errors.ts";
import { CELLS } from "../kernel/grid.ts";
import {
  type Check,
  type FileKind,
  type Framed,
  faultyField,
  fieldsAre,
  isCount,
  isText,
  readFrame,
  readFramed,
  writeFramed,
} from "../tables/framed-file.ts";
import type { CellWeights, Reader, ReaderHeader } from "./reader.ts";

/**
 * The file of a reader (`framed-file.ts`). Its body: scales and constants, a float32 for each cell, then the steps, a byte for
 * each cell and dimension. Noise cannot be packed, so nothing is.
 */
const KIND: FileKind = {
  name: "reader",
  mark: Uint8Array.of(0x89, 0x53, 0x45, 0x4d, 0x45, 0x0d, 0x0a, 0x1a),
  version: 1,
  remedy: "fit the reader again",
};
const FLOAT = 4;
const MOST_DIMENSIONS = 8192;

/** The same reader gives the same bytes. */
export function writeReader({ header, weights }: Omit<Reader, "checksum">): Uint8Array {
  const { steps, scales, constants } = weights;
  const body = new Uint8Array(2 * FLOAT * CELLS + steps.length);
  const view = new DataView(body.buffer);
  for (let cell = 0; cell < CELLS; cell++) {
    view.setFloat32(FLOAT * cell, scales[cell]!, true);
    view.setFloat32(FLOAT * (CELLS + cell), constants[cell]!, true);
  }
  body.set(new Uint8Array(steps.buffer, steps.byteOffset, steps.length), 2 * FLOAT * CELLS);
  return writeFramed(KIND, header, body);
}

/**
 * The reader in a file's bytes; `file` is what a refusal calls it.
 * @throws bad-input saying why: foreign, cut short, damaged, newer, or at odds with itself
 */
export function readReader(bytes: Uint8Array, file: string): Reader {
  const frame = readFramed(bytes, KIND);
  if (typeof frame === "string") throw refusal(file, frame);
  const header = headerOf(frame, file);
  const weights = weightsOf(frame.body, header.encoder.dimensions);
  if (weights === undefined)
    throw refusal(file, "contradicts itself: its weights are not those that its header promises");
  return { header, checksum: frame.checksum, weights };
}

/** What a reader says of itself, without looking at the rest. @throws bad-input where it cannot be read */
export function readReaderHeader(bytes: Uint8Array, file: string): ReaderHeader {
  const frame = readFrame(bytes, KIND);
  if (typeof frame === "string") throw refusal(file, frame);
  return headerOf(frame, file);
}

const refusal = (file: string, reason: string) =>
  badReader(`The reader ${file} ${reason}.`, { file });

const isShare: Check = (value) => typeof value === "number" && value >= 0 && value <= 1;

const FIELDS: Readonly<Record<keyof ReaderHeader, Check>> = {
  encoder: fieldsAre({ folder: isText, checksum: isText, dimensions: isCount(MOST_DIMENSIONS) }),
  map: fieldsAre({ name: isText, checksum: isText }),
  recipe: isText,
  sentences: fieldsAre({
    count: isCount(Number.MAX_SAFE_INTEGER),
    from: isText,
    checksum: isText,
  }),
  quality: fieldsAre({
    keptAside: isCount(Number.MAX_SAFE_INTEGER),
    cosine: isShare,
    first: isShare,
  }),
};

function headerOf({ header }: Framed, file: string): ReaderHeader {
  const field = faultyField(header, FIELDS);
  if (field === undefined) return header as unknown as ReaderHeader;
  throw refusal(file, `contradicts itself: the “${field}” of its header is not valid`);
}

function weightsOf(body: Uint8Array, dimensions: number): CellWeights | undefined {
  if (body.length !== 2 * FLOAT * CELLS + CELLS * dimensions) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const floats = (from: number) =>
    Float32Array.from({ length: CELLS }, (_, cell) => view.getFloat32(FLOAT * (from + cell), true));
  const scales = floats(0);
  const constants = floats(CELLS);
  if (![...scales, ...constants].every(Number.isFinite)) return undefined;
  return { dimensions, scales, constants, steps: Int8Array.from(body.subarray(2 * FLOAT * CELLS)) };
}
