import { badRetinaFile } from "../errors.ts";
import { murmur3 } from "../kernel/hash.ts";
import {
  BODY_AT,
  CHECKSUM_AT,
  FIRST_SECTION_AT,
  LENGTH_AT,
  MARK,
  padded,
  SECTIONS,
  type SectionName,
  type Sections,
  VERSION,
  VERSION_AT,
  wordsFrom,
} from "./format-layout.ts";

/**
 * The sections of a file whose mark, version, length and checksum are right. `file` names it in a refusal.
 * @throws bad-retina-file saying which of them is wrong
 */
export function readSections(
  bytes: Uint8Array,
  file: string,
): Sections & { readonly checksum: string } {
  checkFrame(bytes, file);
  const checksum = murmur3(wordsFrom(bytes, BODY_AT));
  if (checksum !== recordedChecksum(bytes))
    throw refuse(file, "is damaged: its checksum does not fit its contents");
  return { ...cutSections(bytes, file), checksum };
}

/** Says what is wrong with a file, as data for a program too. */
export const refuse = (file: string, reason: string) =>
  badRetinaFile(`The retina file ${file} ${reason}.`, { file });

function checkFrame(bytes: Uint8Array, file: string): void {
  if (bytes.length === 0) throw refuse(file, "is empty");
  const present = Math.min(MARK.length, bytes.length);
  if (!MARK.slice(0, present).every((byte, i) => byte === bytes[i]))
    throw refuse(file, "is not a retina: it does not begin with the mark of one");
  if (bytes.length < FIRST_SECTION_AT)
    throw refuse(file, `is cut short: it ends after ${bytes.length} bytes, within its header`);
  const view = viewOf(bytes);
  const version = view.getUint32(VERSION_AT, true);
  if (version > VERSION)
    throw refuse(
      file,
      `was made by a newer release: it has format ${version}, and this release reads ${VERSION}`,
    );
  if (version < VERSION)
    throw refuse(file, `has format ${version}, which was never released; train the retina again`);
  const length = view.getUint32(LENGTH_AT, true);
  if (bytes.length < length)
    throw refuse(file, `is cut short: ${bytes.length} of ${length} bytes are there`);
  if (bytes.length > length)
    throw refuse(file, `is too long: it has ${bytes.length} bytes instead of ${length}`);
  if (length % 4 !== 0) throw refuse(file, "is damaged: its length is impossible");
}

function recordedChecksum(bytes: Uint8Array): string {
  const view = viewOf(bytes);
  const lanes = [0, 1, 2, 3].map((lane) => view.getUint32(CHECKSUM_AT + 4 * lane, true));
  return lanes.map((lane) => lane.toString(16).padStart(8, "0")).join("");
}

function cutSections(bytes: Uint8Array, file: string): Sections {
  const view = viewOf(bytes);
  const sections: Partial<Record<SectionName, Uint8Array>> = {};
  let at = FIRST_SECTION_AT;
  SECTIONS.forEach((name, i) => {
    const length = view.getUint32(BODY_AT + 4 * i, true);
    if (at + length > bytes.length) throw refuse(file, `is damaged: “${name}” runs past its end`);
    sections[name] = bytes.subarray(at, at + length);
    at += padded(length);
  });
  if (at !== bytes.length) throw refuse(file, "is damaged: its sections do not fill it");
  return sections as Sections;
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
