import { createHash } from "node:crypto";
import path from "node:path";
import type { Cancellation } from "../../cancellation.ts";
import { ApiError, badCorpus } from "../../errors.ts";
import type { Positions } from "../../kernel/grid.ts";
import { fitReader, RECIPE } from "../../reader/fit-reader.ts";
import type { Reader } from "../../reader/reader.ts";
import type { Retina } from "../../retina/types.ts";
import type { TextEngine } from "../../text/types.ts";
import { openTeacher } from "../teacher/open-teacher.ts";
import { encoderChecksum, type TeacherFiles } from "../teacher/teacher-files.ts";

/** What a reader is fitted from. */
export interface FitRequest {
  readonly files: TeacherFiles;
  readonly retina: Retina;
  readonly engine: Pick<TextEngine, "fingerprint">;
  readonly sentences: readonly string[];
  /** Where the sentences come from, in words. */
  readonly from: string;
  /** Where the encoder's readings are kept. */
  readonly readings: string;
  readonly threads: number;
}

/** How it is followed and stopped. */
export interface FitWatch {
  readonly signal: Cancellation;
  readonly report: (phase: string, fraction: number) => void;
}

/** Fewer would be learned by heart. */
const FEWEST_SENTENCES = 100;
/** Sentences by which it is tried whether the encoder knows the script. */
const SAMPLE = 8;

/**
 * Has an encoder read sentences and learns to put its vectors on a retina's map. The same encoder, retina and sentences give the
 * same reader on any number of threads. @throws bad-input, bad-corpus
 */
export async function fitEncoder(
  { files, retina, engine, sentences, from, readings, threads }: FitRequest,
  { signal, report }: FitWatch,
): Promise<Omit<Reader, "checksum">> {
  const known = sentences.flatMap((text) => {
    const print = printOf(text, engine);
    return print === undefined ? [] : [{ text, print }];
  });
  if (known.length < FEWEST_SENTENCES)
    throw badCorpus(
      `A reader is fitted from ${FEWEST_SENTENCES} sentences or more, and there are ${known.length}; give more texts with --texts.`,
    );
  const { folder } = files;
  const texts = known.map(({ text }) => text);
  // One at a time, as texts are read later.
  const teacher = await openTeacher(
    { folder, readings },
    { sample: texts.slice(0, SAMPLE), threads, batch: 1 },
  );
  try {
    const reading = await teacher.read(texts, {
      signal,
      report: (done) => report("read sentences", done),
    });
    const prints = known.map(({ print }) => print);
    const { weights, quality } = fitReader(
      { reading, prints },
      { signal, report: (done) => report("fit", done) },
    );
    const { dimensions } = reading;
    return {
      header: {
        encoder: { folder: path.resolve(folder), checksum: encoderChecksum(files), dimensions },
        map: { name: retina.name, checksum: retina.checksum },
        recipe: RECIPE,
        sentences: {
          count: texts.length,
          from,
          checksum: `sha256:${createHash("sha256").update(JSON.stringify(texts)).digest("hex")}`,
        },
        quality,
      },
      weights,
    };
  } finally {
    await teacher.close();
  }
}

/** Undefined for a sentence without a known word. */
function printOf(text: string, engine: Pick<TextEngine, "fingerprint">): Positions | undefined {
  try {
    return engine.fingerprint(text);
  } catch (cause) {
    if (cause instanceof ApiError) return undefined;
    throw cause;
  }
}
