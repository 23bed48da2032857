import { binaryReason } from "../../../core/tables/binary.ts";
import { formatBytes } from "../../model/format.ts";
import { decodeText } from "./decode-text.ts";

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
