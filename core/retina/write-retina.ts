import { codeLengths, countClasses, LONGEST_CODE, packGaps } from "../kernel/gap-code.ts";
import { murmur3 } from "../kernel/hash.ts";
import { frontCode } from "../tables/front-coding.ts";
import {
  BODY_AT,
  CHECKSUM_AT,
  FIRST_SECTION_AT,
  LENGTH_AT,
  MARK,
  padded,
  SECTIONS,
  type Sections,
  VERSION,
  VERSION_AT,
  wordsFrom,
} from "./format-layout.ts";
import { alphabeticalIds } from "./index-retina.ts";
import { faultOf, type RetinaData } from "./retina-data.ts";

/**
 * The file of a retina: the same data gives the same bytes. Throws an `Error` naming the fault when the data breaks a
 * rule of `RetinaData`, since a trainer must not make such data.
 */
export function writeRetina(data: RetinaData): Uint8Array {
  const fault = faultOf(data);
  if (fault !== "") throw new Error(`The retina cannot be written: ${fault}.`);
  return assemble(contentsOf(data));
}

function contentsOf(data: RetinaData): Sections {
  const alphabet = alphabeticalIds(data.terms);
  const lengths = codeLengths(countClasses(data.offsets, data.positions), LONGEST_CODE);
  const sizes = Uint16Array.from(data.terms, (_, id) => data.offsets[id + 1]! - data.offsets[id]!);
  return {
    card: new TextEncoder().encode(JSON.stringify(data.card)),
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

function assemble(sections: Sections): Uint8Array {
  const parts = SECTIONS.map((name) => sections[name]);
  const length = parts.reduce((sum, part) => sum + padded(part.length), FIRST_SECTION_AT);
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  file.set(MARK);
  view.setUint32(VERSION_AT, VERSION, true);
  view.setUint32(LENGTH_AT, length, true);
  let at = FIRST_SECTION_AT;
  parts.forEach((part, i) => {
    view.setUint32(BODY_AT + 4 * i, part.length, true);
    file.set(part, at);
    at += padded(part.length);
  });
  const checksum = murmur3(wordsFrom(file, BODY_AT));
  for (let lane = 0; lane < 4; lane++)
    view.setUint32(CHECKSUM_AT + 4 * lane, laneOf(checksum, lane), true);
  return file;
}

/** One of the four 32-bit lanes of a checksum in hex. */
function laneOf(checksum: string, lane: number): number {
  return Number.parseInt(checksum.slice(8 * lane, 8 * lane + 8), 16);
}
