import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { CorpusFile } from "./train-files.ts";

/** Bytes of a file as they come off the disk, unpacked; `onBytes` counts those read from the disk. */
export async function* readBytes(
  { file, isPacked }: Pick<CorpusFile, "file" | "isPacked"> & Partial<CorpusFile>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(file, { highWaterMark: 1 << 17 });
  stream.on("data", (chunk) => onBytes(chunk.length));
  if (!isPacked) {
    yield* stream;
    return;
  }
  const unpacked = createGunzip({ chunkSize: 1 << 20 });
  // A pipe does not carry errors on; without this an unreadable file would leave the reader waiting.
  stream.on("error", (cause) => unpacked.destroy(cause));
  try {
    yield* stream.pipe(unpacked);
  } finally {
    stream.destroy();
  }
}

/** One line without its end; null when its bytes are not text in the encoding. */
export type Line = string | null;

const NEWLINE = 10;

/** The lines of a file, some at a time. A byte order mark is taken off. */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<Line[]> {
  if (/^utf-?16/i.test(encoding)) yield* wideLines(bytes, encoding);
  else yield* byteLines(bytes, encoding);
}

/** Encodings in which the byte 10 is always a line end: each line is decoded by itself. */
async function* byteLines(bytes: AsyncIterable<Uint8Array>, encoding: string) {
  const decode = lineDecoder(encoding);
  let rest = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const data = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    const lines: Line[] = [];
    let start = 0;
    for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
      lines.push(decode(data.subarray(start, end)));
      start = end + 1;
    }
    rest = data.subarray(start);
    if (lines.length > 0) yield lines;
  }
  if (rest.length > 0) yield [decode(rest)];
}

function lineDecoder(encoding: string): (bytes: Uint8Array) => Line {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => {
    try {
      return withoutReturn(decoder.decode(bytes));
    } catch {
      return null;
    }
  };
}

const withoutReturn = (line: string) => (line.endsWith("\r") ? line.slice(0, -1) : line);

async function* wideLines(bytes: AsyncIterable<Uint8Array>, encoding: string) {
  const decoder = new TextDecoder(encoding);
  let rest = "";
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield lines.map(withoutReturn);
  }
  rest += decoder.decode();
  if (rest !== "") yield [withoutReturn(rest)];
}
