import path from "node:path";
import { writeFile } from "atomically";
import type { Cancellation } from "../../cancellation.ts";
import { badCorpus, throwIfCancelled } from "../../errors.ts";
import type { RetinaCard } from "../../retina/types.ts";
import { writeRetina } from "../../retina/write-retina.ts";
import type { RecordSource } from "../../train/corpus/read-corpus.ts";
import type { TrainOptions } from "../../train/options.ts";
import type { TrainProgress } from "../../train/run/progress.ts";
import { SentenceSampler } from "../../train/teacher/sentence-sampler.ts";
import { trainFromVectors } from "../../train/train-from-vectors.ts";
import { trainRetina } from "../../train/train-retina.ts";
import { requireWritable } from "../config/require-paths.ts";
import { syncFolder } from "../config/write-safely.ts";
import type { ReadTable } from "../files/read-table.ts";
import { type OpenTeacher, openTeacher, type TeacherRequest } from "../teacher/open-teacher.ts";
import { packVectors } from "../vectors/binary-vectors.ts";
import { readVectors } from "../vectors/read-vectors.ts";
import { mapSharesOf } from "./map-share.ts";
import { readLexicon } from "./read-lexicon.ts";
import { ScratchFolder, TrainThreads } from "./run-context.ts";
import {
  type CorpusFile,
  type FileRecords,
  listCorpus,
  type RecordOptions,
  readRecords,
  SkipList,
  type Skipped,
} from "./train-records.ts";

/** Everything a training is asked for; plain data. */
export interface TrainingRequest {
  readonly paths: readonly string[];
  readonly options: TrainOptions;
  readonly records: RecordOptions;
  /** Worker threads; they change the time a training takes and nothing else. */
  readonly threads: number;
  /** The retina file to write; it appears when it is whole. */
  readonly out: string;
  /** Where spill files go; the system's folder for temporary files when left out. */
  readonly scratch?: string;
  /** Sentence encoders to learn from besides the texts, each by its share in `options.taught`. */
  readonly teachers: readonly TeacherRequest[];
  /** A file of word vectors to learn from besides the texts, or alone where no paths are named. */
  readonly vectorsFrom?: string;
  /** WordNet's folder: words of like meaning draw each other, and words that the texts lack are added. */
  readonly lexicon?: string;
  /** Also writes the dense vectors here, in the binary format of word2vec. */
  readonly vectorsOut?: string;
}

/** What was made, and how. */
export interface TrainingResult {
  readonly out: string;
  readonly bytes: number;
  readonly card: RetinaCard;
  /** At most a hundred; `card.counts.skippedRecords` is the whole number. */
  readonly skipped: readonly Skipped[];
  /** Seconds by phase. */
  readonly seconds: Readonly<Record<string, number>>;
}

/**
 * Trains and writes the file. Keeps the calling thread busy for minutes: meant for a thread of its own.
 * When it fails or is cancelled, neither the file nor a spill file stays behind.
 */
export async function runTraining(
  request: TrainingRequest,
  signal: Cancellation,
  onProgress: (progress: TrainProgress) => void,
  tables: ReadTable,
): Promise<TrainingResult> {
  await requireWritable(request.out, "out");
  if (request.vectorsOut !== undefined) await requireWritable(request.vectorsOut, "vectors");
  const { vectorsFrom } = request;
  const given = vectorsFrom === undefined ? undefined : await readVectors(vectorsFrom);
  const lexicon = request.lexicon === undefined ? undefined : await readLexicon(request.lexicon);
  const isAlone = given !== undefined && request.paths.length === 0;
  const skips = new SkipList();
  const files = isAlone
    ? []
    : await listCorpus(request.paths, ({ place, reason }) =>
        skips.add({ file: place, line: 0, reason }),
      );
  const shares = mapSharesOf(files, request.options.mapShare);
  const scratch = new ScratchFolder(request.scratch);
  const runner = new TrainThreads(request.threads);
  const teachers: OpenTeacher[] = [];
  try {
    await openTeachers({ ...request, tables }, files, teachers);
    const now = () => performance.now() / 1000;
    const run = { options: request.options, runner, scratch, signal, onProgress, now };
    const input = { ...run, ...(lexicon && { lexicon }) };
    const { data, vectors, seconds } = isAlone
      ? await trainFromVectors(given, input)
      : await trainRetina({
          ...input,
          records: withMapShares(
            readRecords(files, request.records, skips, { signal, tables }),
            shares,
            skips,
          ),
          skippedRecords: () => skips.count,
          teachers,
          ...(given && { given }),
        });
    throwIfCancelled(signal);
    const bytes = writeRetina(data);
    if (request.vectorsOut !== undefined)
      await replaceFile(request.vectorsOut, packVectors(data.terms, vectors));
    await replaceFile(request.out, bytes);
    return {
      out: request.out,
      bytes: bytes.length,
      card: data.card,
      skipped: skips.listed,
      seconds: Object.fromEntries(seconds),
    };
  } finally {
    await Promise.all(teachers.map((teacher) => teacher.close()));
    await runner.close();
    scratch.dispose();
  }
}

/** The first sentences show whether a teacher knows the script, before anything long has begun. */
const SAMPLE = 200;
/** Characters of a text that are looked at for the sample. */
const LONGEST_SAMPLED = 20_000;

/** Adds each to `opened` as soon as it is open, so that those are closed when a later one cannot be opened. */
async function openTeachers(
  { records, threads, teachers, tables }: TrainingRequest & { readonly tables: ReadTable },
  files: readonly CorpusFile[],
  opened: OpenTeacher[],
): Promise<void> {
  if (teachers.length === 0) return;
  const sampler = new SentenceSampler(SAMPLE);
  let seen = 0;
  for await (const batch of readRecords(files, records, new SkipList(), { tables })) {
    for (const { text } of batch.records) sampler.add(text.slice(0, LONGEST_SAMPLED));
    seen += batch.records.length;
    if (seen >= SAMPLE) break;
  }
  const use = { sample: sampler.finish(), threads, sharedBy: teachers.length };
  for (const teacher of teachers) opened.push(await openTeacher(teacher, use));
}

/** The records, each with what its file counts for in the map. @throws bad-corpus where every one was passed over */
async function* withMapShares(
  source: FileRecords,
  shares: ReadonlyMap<string, number>,
  skips: SkipList,
): RecordSource {
  let isEmpty = true;
  for await (const { records, done, file } of source) {
    const mapShare = shares.get(file);
    isEmpty &&= records.length === 0;
    yield { records: records.map((record) => ({ ...record, mapShare })), done };
  }
  const [first] = skips.listed;
  if (isEmpty && first !== undefined)
    throw badCorpus(
      `The corpus holds no text: ${first.file}${first.line === 0 ? "" : `, line ${first.line}`}: ${first.reason}`,
    );
}

/** Writes beside the file, syncs, renames: at every moment the old file or the new one is there, whole. */
async function replaceFile(file: string, content: Uint8Array): Promise<void> {
  const { buffer, byteOffset, byteLength } = content;
  await writeFile(file, Buffer.from(buffer, byteOffset, byteLength), { fsyncWait: true });
  await syncFolder(path.dirname(path.resolve(file)));
}
