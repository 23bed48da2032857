import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { ApiError, badReader } from "../../errors.ts";
import type { Positions } from "../../kernel/grid.ts";
import type { ReaderHeader } from "../../reader/reader.ts";
import { encoderChecksum, findTeacherFiles } from "../teacher/teacher-files.ts";
import { startThread } from "../threads/start-thread.ts";
import { WorkerPool } from "../threads/worker-pool.ts";
import { loadReader } from "./reader-files.ts";
import type { ReaderMethods, ReadInput } from "./reader-worker.ts";

/** Texts that a thread reads at one go at the most: enough to multiply their vectors together, a fifth of a second of an encoder. */
const MOST_TOGETHER = 32;
/** Memory for all threads together, and what one takes of it for each byte of the model, beside the reader itself. */
const MEMORY = 1_200_000_000;
const MEMORY_PER_BYTE = 4;
const MEMORY_OF_READER = 110_000_000;

/** A reader with its encoder, open on threads of its own; to be closed at the end. */
export interface OpenReader {
  readonly name: string;
  readonly checksum: string;
  readonly header: ReaderHeader;
  readonly threads: number;
  /** Fingerprints of texts, each the same whatever is beside it. @throws cancelled */
  read(input: ReadInput, signal?: AbortSignal): Promise<Positions[]>;
  close(): Promise<void>;
}

/**
 * Opens a reader and the encoder that it was fitted for. Takes seconds.
 * @throws bad-input where there is none, it is damaged, or its encoder is missing, damaged or another
 */
export async function openReader(
  folder: string,
  name: string,
  threads: number,
): Promise<OpenReader> {
  const { header, checksum, weights } = await loadReader(folder, name);
  const files = await ofEncoder(name, findTeacherFiles(header.encoder.folder));
  if (encoderChecksum(files) !== header.encoder.checksum)
    throw badReader(
      `The encoder in ${header.encoder.folder} is not the one that the reader “${name}” was fitted for: it was changed or replaced. Put it back, or fit the reader again: semascope reader fit --encoder ${header.encoder.folder} --name ${name}`,
      { value: name },
    );
  const { size } = await stat(files.model);
  const each = MEMORY_PER_BYTE * size + MEMORY_OF_READER;
  const pool = new WorkerPool<ReaderMethods>({
    threads: Math.max(1, Math.min(threads, Math.floor(MEMORY / each))),
    start: () => startThread("reader/reader-worker", { data: { files, weights } }),
  });
  try {
    await ofEncoder(name, pool.run("open", null));
  } catch (cause) {
    await pool.close();
    throw cause;
  }
  return {
    name,
    checksum,
    header,
    threads: pool.threads,
    async read({ texts, words }, signal) {
      // Few texts are shared out too, for somebody waits for them.
      const size = Math.max(1, Math.min(MOST_TOGETHER, Math.ceil(texts.length / pool.threads)));
      const starts = Array.from({ length: Math.ceil(texts.length / size) }, (_, i) => i * size);
      const parts = await Promise.all(
        starts.map((from) => {
          const part = {
            texts: texts.slice(from, from + size),
            words: words.slice(from, from + size),
          };
          return pool.run("read", part, signal === undefined ? {} : { signal });
        }),
      );
      return parts.flat();
    },
    close: () => pool.close(),
  };
}

/** The same for a map, which is named by its retina's checksum, with as many threads as there are processors. @throws bad-input */
export async function openReaderOf(
  folder: string,
  name: string,
  map: { readonly checksum: string },
): Promise<OpenReader> {
  const reader = await openReader(folder, name, availableParallelism());
  try {
    requireMap(reader, map.checksum);
    return reader;
  } catch (cause) {
    await reader.close();
    throw cause;
  }
}

/** @throws bad-input for a reader of another map */
export function requireMap({ name, header: { map } }: OpenReader, checksum: string): void {
  if (map.checksum === checksum) return;
  throw badReader(
    `The reader “${name}” reads on the map of ${map.name} as it was when it was fitted, which is not the map that this is about; name that retina, or fit a reader to this one.`,
    { value: name },
  );
}

/** What a collection remembers of its reader. */
export const readWith = ({ name, checksum }: OpenReader) => ({ name, checksum });

/** What is wrong with the folder of an encoder, as trouble of the reader. */
const ofEncoder = <T>(name: string, opening: Promise<T>): Promise<T> =>
  opening.catch((cause: unknown) => {
    throw cause instanceof ApiError && cause.code === "bad-input"
      ? badReader(`The reader “${name}” cannot be used. ${cause.message}`, { value: name })
      : cause;
  });
