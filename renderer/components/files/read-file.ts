import { binaryReason, utf16Order } from "../../../core/tables/what-is-it.ts";
import { formatBytes } from "../../model/format.ts";

/** The text of a file. */
interface TextSource {
  readonly name: string;
  readonly text: string;
  /** How the bytes were read. */
  readonly encoding: string;
}

/** Above this a page could run out of memory. */
export const MOST_FILE_BYTES = 200_000_000;

/** @throws Error with a sentence for the person when the file is too large or cannot be read */
export async function readTextFile(file: File): Promise<TextSource> {
  if (file.size > MOST_FILE_BYTES)
    throw new Error(
      `“${file.name}” has ${formatBytes(file.size)}; at most ${formatBytes(MOST_FILE_BYTES)} can be read at once. Split it into parts.`,
    );
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Error(`“${file.name}” cannot be read. It may have been moved, or be open elsewhere.`);
  }
  const { text, encoding } = decodeText(bytes);
  // UTF-16 without a mark is full of zeros, and was recognised by them.
  const reason = encoding.startsWith("UTF-16") ? null : binaryReason(bytes);
  if (reason !== null) throw new Error(`“${file.name}” cannot be read: ${reason}.`);
  return { name: file.name, text, encoding };
}

/** A file's bytes as text, with the name of the encoding so that a person can see whether it was guessed well. */
interface DecodedText {
  readonly text: string;
  /** "UTF-8", "UTF-8 with byte order mark", "UTF-16 (little endian)", "UTF-16 (big endian)", "Latin-1 (Windows-1252)" */
  readonly encoding: string;
}

/** Decodes by byte order mark, else by the pattern of zero bytes, else as UTF-8 if it is valid, else as Latin-1. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf]))
    return { text: decode("utf-8", bytes), encoding: "UTF-8 with byte order mark" };
  const order = utf16Order(bytes);
  if (order)
    return {
      text: decode(order, bytes),
      encoding: order === "utf-16le" ? "UTF-16 (little endian)" : "UTF-16 (big endian)",
    };
  try {
    return {
      text: new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      encoding: "UTF-8",
    };
  } catch {
    return { text: decode("windows-1252", bytes), encoding: "Latin-1 (Windows-1252)" };
  }
}

const decode = (label: string, bytes: Uint8Array): string => new TextDecoder(label).decode(bytes);

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);
