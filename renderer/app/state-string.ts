import { deflateSync, strFromU8, strToU8 } from "fflate";
import type { JsonValue } from "../../core/api/schema/json-value.ts";
import { fnv1a } from "../../core/kernel/hash.ts";
import { isRecord } from "../../core/workspace/fit.ts";
import type { Content } from "../../core/workspace/workspace.ts";
import { inflate, TooLarge } from "../model/zip-file.ts";

/** What a person passes on: parts of the workspace. Members that this version does not know are kept. */
export interface SharedState {
  readonly content: Content;
  readonly [other: string]: JsonValue;
}

/** `semascope1.<compressed JSON>.<checksum>`: plain letters, so that mail and chat leave it alone. */
const PREFIX = "semascope";
const VERSION = 1;
const SHAPE = /^semascope(\d+)\.([A-Za-z0-9_-]*)(?:\.([0-9a-f]{8}))?$/;
/** A short string could otherwise unfold into more than a page can hold. */
const MOST_BYTES = 20_000_000;

export function encodeState(state: SharedState): string {
  const packed = toBase64Url(deflateSync(strToU8(JSON.stringify(state)), { level: 9 }));
  return `${PREFIX}${VERSION}.${packed}.${checksumOf(packed)}`;
}

/** @throws Error with a sentence for the person */
export function decodeState(text: string): SharedState {
  const [, version, packed = "", checksum] = SHAPE.exec(text.replace(/\s+/g, "")) ?? [];
  if (version === undefined)
    throw new Error("This is not a state of Semascope: those begin with “semascope1.”.");
  if (Number(version) > VERSION)
    throw new Error(
      `This state was made by a newer version of Semascope (format ${version}); this one reads format ${VERSION}. Update Semascope, or ask for a picture or a workspace file.`,
    );
  if (checksum === undefined)
    throw new Error("The state is cut short: its end is missing. Copy it again as a whole.");
  if (checksum !== checksumOf(packed))
    throw new Error("The state is damaged: a character was lost or changed. Copy it again.");
  return readState(packed);
}

function readState(packed: string): SharedState {
  let value: unknown;
  try {
    value = JSON.parse(strFromU8(inflate(fromBase64Url(packed), MOST_BYTES)));
  } catch (cause) {
    if (cause instanceof TooLarge)
      throw new Error("The state unpacks to more than 20 MB, so it was not opened.");
    throw new Error("The state cannot be read: its content is damaged.");
  }
  if (!isRecord(value) || !isRecord(value.content))
    throw new Error("The state cannot be read: it contains no part of a workspace.");
  return value as unknown as SharedState;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );

/** Finds slips of copying, which is all that it is for. */
const checksumOf = (text: string): string => (fnv1a(text) >>> 0).toString(16).padStart(8, "0");
