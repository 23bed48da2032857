/** Bytes that can be read in places: of a file, of a dropped file, of an entry in memory. */
export interface ByteSource {
  readonly name: string;
  readonly size: number;
  /** Bytes from one place up to another, fewer at the end. */
  read(from: number, to: number): Promise<Uint8Array>;
}

export const memorySource = (name: string, bytes: Uint8Array): ByteSource => ({
  name,
  size: bytes.length,
  read: async (from, to) => bytes.subarray(from, to),
});

export interface ZipEntry {
  /** Path inside the archive, with "/" as separator; folders end in one. */
  readonly name: string;
  readonly packedSize: number;
  /** Size that the archive declares; unpacking must not trust it. */
  readonly size: number;
  readonly isEncrypted: boolean;
}

const END_MARK = 0x06054b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_MARK = 0x02014b50;
const ENTRY_LENGTH = 46;
const ENCRYPTED = 1;
const UTF8_NAME = 1 << 11;
/** Bytes of the directory that are read: about 40,000 entries. */
const MOST_DIRECTORY = 4 * 2 ** 20;

/** Entries that the directory at the end of a zip lists; null where there is no readable directory. */
export async function zipEntries(source: ByteSource): Promise<ZipEntry[] | null> {
  const tail = await source.read(
    Math.max(0, source.size - END_LENGTH - LONGEST_COMMENT),
    source.size,
  );
  const end = endIn(tail);
  if (end === null) return null;
  const { offset, length } = end;
  const bytes = await source.read(offset, offset + Math.min(length, MOST_DIRECTORY));
  return entriesIn(bytes);
}

function endIn(tail: Uint8Array): { offset: number; length: number } | null {
  const view = viewOf(tail);
  for (let at = tail.length - END_LENGTH; at >= 0; at--)
    if (view.getUint32(at, true) === END_MARK)
      return { length: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) };
  return null;
}

function entriesIn(bytes: Uint8Array): ZipEntry[] {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_LENGTH <= bytes.length; ) {
    if (view.getUint32(at, true) !== ENTRY_MARK) break;
    const flags = view.getUint16(at + 8, true);
    const [nameLength, extra, comment] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number];
    const name = bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength);
    entries.push({
      name: nameIn(name, flags),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      isEncrypted: (flags & ENCRYPTED) !== 0,
    });
    at += ENTRY_LENGTH + nameLength + extra + comment;
  }
  return entries;
}

/** Many programs write UTF-8 without the flag that announces it. */
function nameIn(bytes: Uint8Array, flags: number): string {
  const isUtf8 = (flags & UTF8_NAME) !== 0;
  try {
    return new TextDecoder("utf-8", { fatal: !isUtf8 }).decode(bytes).replaceAll("\\", "/");
  } catch {
    return new TextDecoder("windows-1252").decode(bytes).replaceAll("\\", "/");
  }
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
