import { badReader } from "../errors.ts";
import { CELLS } from "../kernel/grid.ts";
import {
  type Check,
  type FileKind,
  faultyField,
  fieldsAre,
  type Head,
  isCount,
  isText,
  readFramed,
  readHead,
  type Sections,
  writeFramed,
} from "../tables/framed-file.ts";
import type { CellWeights, Reader, ReaderHeader } from "./reader.ts";

type Section = "scales" | "constants" | "steps";

/**
 * The file of a reader (`framed-file.ts`): scales and constants, a float32 for each cell, and the steps, a byte for each cell and
 * dimension. Noise cannot be packed, so nothing is.
 */
const KIND: FileKind<Section> = {
  name: "reader",
  mark: Uint8Array.of(0x89, 0x53, 0x45, 0x4d, 0x45, 0x0d, 0x0a, 0x1a),
  version: 2,
  remedy: "fit the reader again",
  sections: ["scales", "constants", "steps"],
};
const MOST_DIMENSIONS = 8192;

/** The same reader gives the same bytes. */
export const writeReader = ({ header, weights }: Omit<Reader, "checksum">): Uint8Array =>
  writeFramed(KIND, header, {
    scales: bytesOf(weights.scales),
    constants: bytesOf(weights.constants),
    steps: bytesOf(weights.steps),
  });

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Int8Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/**
 * The reader in a file's bytes; `file` is what a refusal calls it.
 * @throws bad-input saying why: foreign, cut short, damaged, newer, or at odds with itself
 */
export function readReader(bytes: Uint8Array, file: string): Reader {
  const frame = readFramed(bytes, KIND);
  if (typeof frame === "string") throw refusal(file, frame);
  const header = headerOf(frame, file);
  const weights = weightsOf(frame.sections, header.encoder.dimensions);
  if (weights === undefined)
    throw refusal(file, "contradicts itself: its weights are not those that its header promises");
  return { header, checksum: frame.checksum, weights };
}

/** What a reader says of itself, without looking at the rest. @throws bad-input where it cannot be read */
export function readReaderHeader(bytes: Uint8Array, file: string): ReaderHeader {
  const frame = readHead(bytes, KIND);
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

function headerOf({ header }: Head, file: string): ReaderHeader {
  const field = faultyField(header, FIELDS);
  if (field === undefined) return header as unknown as ReaderHeader;
  throw refusal(file, `contradicts itself: the “${field}” of its header is not valid`);
}

function weightsOf(sections: Sections<Section>, dimensions: number): CellWeights | undefined {
  const scales = new Float32Array(sections.scales.slice().buffer);
  const constants = new Float32Array(sections.constants.slice().buffer);
  const steps = new Int8Array(sections.steps.slice().buffer);
  if (scales.length !== CELLS || constants.length !== CELLS || steps.length !== CELLS * dimensions)
    return undefined;
  if (![...scales, ...constants].every(Number.isFinite)) return undefined;
  return { dimensions, scales, constants, steps };
}
