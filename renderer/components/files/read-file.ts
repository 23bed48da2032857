import { binaryReason } from "../../../core/tables/binary.ts";
import { formatBytes } from "../../model/format.ts";

/** Text to import, with where it came from. */
export interface TextSource {
  readonly name: string;
  readonly text: string;
  /** How the bytes were read; null for text that was pasted. */
  readonly encoding: string | null;
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

export const pastedText = (text: string): TextSource => ({
  name: "Pasted text",
  text,
  encoding: null,
});

/** A file's bytes as text, with the name of the encoding so that a person can see whether it was guessed well. */
interface DecodedText {
  readonly text: string;
  /** "UTF-8", "UTF-8 with byte order mark", "UTF-16 (little endian)", "UTF-16 (big endian)", "Latin-1 (Windows-1252)" */
  readonly encoding: string;
}

/** Enough of a file to tell UTF-16 without a mark from single bytes. */
const SAMPLE_BYTES = 4096;

/** In UTF-16 text of most scripts' punctuation, digits and spaces every second byte is often zero; elsewhere never. */
const LEAST_ZERO_SHARE = 0.2;

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

function utf16Order(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (startsWith(bytes, [0xff, 0xfe])) return "utf-16le";
  if (startsWith(bytes, [0xfe, 0xff])) return "utf-16be";
  const zeros = [0, 0];
  const end = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2]!++;
  const [even, odd] = zeros as [number, number];
  const least = Math.max(1, (end / 2) * LEAST_ZERO_SHARE);
  if (odd >= least && odd > 4 * even) return "utf-16le";
  return even >= least && even > 4 * odd ? "utf-16be" : null;
}
