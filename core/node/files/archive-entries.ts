import { ApiError, badInput } from "../../errors.ts";
import { type Nature, whatIsIt } from "../../tables/what-is-it.ts";
import {
  type ByteSource,
  memorySource,
  type ZipEntry,
  zipEntries,
} from "../../tables/zip-entries.ts";
import { entryStart, readEntry } from "../documents/unpack.ts";
import { withSource } from "./what-is-it.ts";

/** Bounds of an archive that is read without being unpacked by hand. */
const MOST_ENTRIES = 10_000;
const MOST_BYTES = 2 ** 30;

interface ArchiveEntry {
  readonly entry: ZipEntry;
  readonly nature: Nature;
  /** Why it cannot be read. */
  readonly problem?: string;
}

/** The files in a zip, by name. @throws bad-input where it is damaged, or too large to be read as it is */
export function archiveEntries(archive: {
  readonly file: string;
  readonly name: string;
}): Promise<ArchiveEntry[]> {
  return withSource(archive.file, archive.name, async (source) => {
    const entries = (await entriesOf(source)).filter(({ name }) => !name.endsWith("/"));
    const bytes = entries.reduce((sum, { size }) => sum + size, 0);
    if (entries.length > MOST_ENTRIES || bytes > MOST_BYTES)
      throw badInput(
        "file",
        `${archive.name} has more than ${MOST_ENTRIES} files or ${MOST_BYTES / 2 ** 20} MB; unpack it and import the folder.`,
        { file: archive.name },
      );
    const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const found: ArchiveEntry[] = [];
    for (const entry of sorted) found.push({ entry, ...(await lookAt(source, entry)) });
    return found;
  });
}

async function lookAt(archive: ByteSource, entry: ZipEntry): Promise<Omit<ArchiveEntry, "entry">> {
  const unknown = await whatIsIt(memorySource("", new Uint8Array(0)));
  if (entry.isEncrypted) return { nature: unknown, problem: "it needs a password" };
  try {
    return { nature: await whatIsIt(sourceOf(archive, entry)) };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { nature: unknown, problem: cause.message.replace(/\.$/, "") };
  }
}

async function entriesOf(source: ByteSource): Promise<ZipEntry[]> {
  const entries = await zipEntries(source);
  if (entries !== null) return entries;
  throw badInput("file", `${source.name} is damaged or cut short; copy it again.`, {
    file: source.name,
  });
}

/** Bytes of an entry at places; it is unpacked whole only where more than the beginning is asked for. */
function sourceOf(archive: ByteSource, entry: ZipEntry): ByteSource {
  let start: Uint8Array | undefined;
  let whole: Uint8Array | undefined;
  return {
    name: entry.name,
    size: entry.size,
    async read(from, to) {
      start ??= await entryStart(archive, entry);
      if (from === 0) return start.subarray(0, to);
      whole ??= await readEntry(archive, entry);
      return whole.subarray(from, to);
    },
  };
}

/** The bytes of a file in an archive. @throws bad-input where it is not there, or damaged */
export function entryBytes(file: {
  readonly file: string;
  readonly name: string;
  readonly entry: string;
}): Promise<Uint8Array> {
  return withSource(file.file, file.name, async (source) => {
    const entry = (await entriesOf(source)).find(({ name }) => name === file.entry);
    if (entry === undefined) throw badInput("file", `${file.name} is no longer there.`);
    return readEntry(source, entry);
  });
}
