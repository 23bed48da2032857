import { codeLengths, countClasses, LONGEST_CODE, packGaps } from "../kernel/gap-code.ts";
import { writeFramed } from "../tables/framed-file.ts";
import { frontCode } from "../tables/front-coding.ts";
import { type Columns, KIND } from "./format-layout.ts";
import { alphabeticalIds } from "./index-retina.ts";
import { faultOf, type RetinaData } from "./retina-data.ts";

/**
 * The file of a retina: the same data gives the same bytes. Throws an `Error` naming the fault when the data breaks a
 * rule of `RetinaData`, since a trainer must not make such data.
 */
export function writeRetina(data: RetinaData): Uint8Array {
  const fault = faultOf(data);
  if (fault !== "") throw new Error(`The retina cannot be written: ${fault}.`);
  return writeFramed(KIND, data.card, columnsOf(data));
}

function columnsOf(data: RetinaData): Columns {
  const alphabet = alphabeticalIds(data.terms);
  const lengths = codeLengths(countClasses(data.offsets, data.positions), LONGEST_CODE);
  const sizes = Uint16Array.from(data.terms, (_, id) => data.offsets[id + 1]! - data.offsets[id]!);
  return {
    ...frontCode(Array.from(alphabet, (id) => data.terms[id]!)),
    alphabet: bytesOf(alphabet),
    documentCounts: bytesOf(data.documentCounts),
    occurrences: bytesOf(data.occurrences),
    posBits: bytesOf(data.posBits),
    sizes: bytesOf(sizes),
    codeLengths: lengths,
    evenGaps: bytesOf(packGaps(data.offsets, data.positions, lengths, 0)),
    oddGaps: bytesOf(packGaps(data.offsets, data.positions, lengths, 1)),
    anchors: bytesOf(data.anchors),
    weights: data.weights ?? new Uint8Array(0),
    naming: data.naming ?? new Uint8Array(0),
  };
}

const bytesOf = (array: Uint8Array | Uint16Array | Uint32Array) =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
