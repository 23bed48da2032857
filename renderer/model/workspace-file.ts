import type { JsonValue } from "../../core/api/schema/json-value.ts";
import { crc32 } from "../../core/kernel/hash.ts";
import { type RetinaStamp, stampSchema } from "../../core/workspace/cells.ts";
import { fits, isRecord } from "../../core/workspace/fit.ts";
import {
  readSaved,
  type SavedWorkspace,
  WORKSPACE_FORMAT,
  WORKSPACE_VERSION,
} from "../../core/workspace/workspace.ts";

export interface WorkspaceFile {
  readonly saved: SavedWorkspace;
  /** What it was made with; null where the file does not tell. */
  readonly retina: RetinaStamp | null;
  /** False where the file was edited or damaged since it was saved. */
  readonly isAsSaved: boolean;
}

/** Where the texts of a training lie is of no use on another machine, and nobody else's business. */
const OF_THIS_MACHINE = ["training"];

const INDENT = 2;

/** The workspace as one readable JSON file, without a path of this machine. */
export function packWorkspace(
  { content }: SavedWorkspace,
  retina: RetinaStamp | null,
  at: Date,
): string {
  const kept = Object.entries(content).filter(([slice]) => !OF_THIS_MACHINE.includes(slice));
  const file = {
    format: WORKSPACE_FORMAT,
    version: WORKSPACE_VERSION,
    savedAt: at.toISOString(),
    retina,
    content: Object.fromEntries(kept),
  };
  const text = JSON.stringify({ ...file, checksum: checksumOf(file) }, null, INDENT);
  return `${text.replace(NUMBERS, onOneLine)}\n`;
}

/** A line for each cell would hide everything else. */
const NUMBERS = /\[\n\s+-?[\d.]+(?:,\n\s+-?[\d.]+)*\n\s+\]/g;
const onOneLine = (list: string): string => list.replace(/\n\s*/g, " ");

const checksumOf = (value: object): string =>
  crc32(new TextEncoder().encode(JSON.stringify(value)))
    .toString(16)
    .padStart(8, "0");

/** @throws Error with a sentence for the person when the bytes are no workspace that can be read here */
export function readWorkspace(bytes: Uint8Array): WorkspaceFile {
  // Earlier versions wrote zips.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw otherVersion("an earlier version");
  const value = jsonOf(bytes);
  if (!isRecord(value) || value.format !== WORKSPACE_FORMAT)
    throw new Error("The file is not a workspace of Semascope.");
  const isNewer = Number(value.version) > WORKSPACE_VERSION;
  if (value.version !== WORKSPACE_VERSION)
    throw otherVersion(isNewer ? "a newer version" : "an earlier version");
  const saved = readSaved(value);
  if (!saved) throw new Error("The file contains no content. It may be damaged: copy it again.");
  const { checksum, ...file } = value;
  return {
    saved,
    retina: fits(stampSchema, value.retina) ? value.retina : null,
    isAsSaved: checksum === checksumOf(file),
  };
}

function jsonOf(bytes: Uint8Array): JsonValue {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as JsonValue;
  } catch {
    throw new Error("The file is not JSON. It may be damaged or cut short: copy it again.");
  }
}

const otherVersion = (which: string): Error =>
  new Error(
    `The workspace was saved by ${which} of Semascope. Open it there, or install the version that saved it.`,
  );
