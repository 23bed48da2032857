import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { ApiError, badReader } from "../../errors.ts";
import type { Positions } from "../../kernel/grid.ts";
import type { ReaderHeader } from "../../reader/reader.ts";
import { Pool } from "../threads/pool.ts";
import type { ModelMethods } from "./model-worker.ts";
import { loadReader } from "./reader-files.ts";
import type { ReaderMethods, ReaderThreadData } from "./reader-worker.ts";

/** Texts that a thread reads at one go at the most: as many as are put on the map together, a third of a second of an encoder. */
const MOST_TOGETHER = 64;
/** Memory for the models of all threads together, and what one takes of it for each byte of its file and besides. */
const MEMORY = 1_000_000_000;
const MEMORY_PER_BYTE = 4;
const MEMORY_OF_THREAD = 60_000_000;

/** Texts with their fingerprints by words, in the same order. */
export interface ReadInput {
  readonly texts: readonly string[];
  readonly words: readonly Positions[];
}

/** A reader with its encoder, open on threads of its own; to be closed at the end. */
export interface OpenReader {
  readonly name: string;
  readonly checksum: string;
  readonly header: ReaderHeader;
  /** That run its model. */
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
  const data: ReaderThreadData = { name, encoder: header.encoder, weights };
  const own = new Pool<ReaderMethods>({ file: "reader/reader-worker", threads: 1, data });
  let models: Pool<ModelMethods> | undefined;
  const close = async () => {
    await Promise.all([own.close(), models?.close()]);
  };
  try {
    const model = await ofEncoder(name, own.run("open", null));
    const affordable = Math.floor(
      MEMORY / (MEMORY_PER_BYTE * model.files.bytes + MEMORY_OF_THREAD),
    );
    models = new Pool<ModelMethods>({
      file: "reader/model-worker",
      threads: Math.max(1, Math.min(threads, affordable)),
      data: model,
    });
    // All at once: the file that each is opened from is given back before there is work.
    const each = Array.from({ length: models.threads }, () => models?.run("open", null));
    await ofEncoder(name, Promise.all(each));
    return { name, checksum, header, threads: models.threads, read: readBy(own, models), close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** Reads in parts: while the models are at some, others are cut into tokens or put on the map. */
const readBy =
  (own: Pool<ReaderMethods>, models: Pool<ModelMethods>): OpenReader["read"] =>
  async ({ texts, words }, signal) => {
    // Few texts are shared out too, for somebody waits for them.
    const size = Math.max(1, Math.min(MOST_TOGETHER, Math.ceil(texts.length / models.threads)));
    const starts = Array.from({ length: Math.ceil(texts.length / size) }, (_, i) => i * size);
    const options = signal === undefined ? {} : { signal };
    const parts = starts.map(async (from) => {
      const tokens = await own.run("tokens", texts.slice(from, from + size), options);
      const vectors = await models.run("vectors", tokens, options);
      return own.run("cells", { vectors, words: words.slice(from, from + size) }, options);
    });
    return (await Promise.all(parts)).flat();
  };

/**
 * The runtime of the models is compiled again where it turns out to be busy, and the compiler takes memory for each function that it is
 * at: one at a time saves 70 to 140 MB. The models need a second or two longer until they are as fast as they become.
 */
const COMPILE_ONE_BY_ONE = "--wasm-num-compilation-tasks=1";

/**
 * The same for an import on a map, which is named by its retina's checksum: with as many threads as there are processors, and for the whole
 * process with less memory. @throws bad-input
 */
export async function openReaderOf(
  folder: string,
  name: string,
  map: { readonly checksum: string },
): Promise<OpenReader> {
  setFlagsFromString(COMPILE_ONE_BY_ONE);
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
    throw cause instanceof ApiError && cause.details?.field === "teacher"
      ? badReader(`The reader “${name}” cannot be used. ${cause.message}`, { value: name })
      : cause;
  });
