import path from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import type { InferenceSession, Tensor } from "#onnxruntime";
import { ApiError } from "../../errors.ts";
import { READING_SCALE } from "../../train/teacher/teacher.ts";
import { readWhole } from "../files/regular-file.ts";
import { badTeacher, LARGEST_MODEL, type TeacherFiles } from "./teacher-files.ts";

/** A sentence encoder that has been opened. */
export interface Encoder {
  readonly dimensions: number;
  /** Vectors of length 1 in steps of 1 / READING_SCALE. The texts go through the model together. */
  encode(texts: readonly string[]): Promise<Int16Array<ArrayBuffer>>;
}

const IDS = "input_ids";
const MASK = "attention_mask";
const KINDS = "token_type_ids";
const KNOWN_INPUTS = [IDS, MASK, KINDS];
/** Takes longer to load than most commands, which open no encoder, run for. */
const loadRuntime = () => import("#onnxruntime");
type Runtime = Awaited<ReturnType<typeof loadRuntime>>;

/** Names of the output with a vector for each token, then one for each sentence. */
const OUTPUTS = ["last_hidden_state", "token_embeddings", "sentence_embedding"];

/** Tried besides the sample. */
const PROBES = ["one", "two words"];

/**
 * Opens an encoder on the calling thread, on one core: threads each open their own, so that a batch gives the same bytes
 * on any number of them. Takes seconds and about three times the size of the model. It has to know the script of the
 * sample, some texts that it will read. @throws bad-input
 */
export async function openEncoder(
  files: TeacherFiles,
  sample: readonly string[],
): Promise<Encoder> {
  const tokenizer = openTokenizer(files);
  checkScript(sample, pieceCounter(tokenizer, files), files.folder);
  const padding = paddingOf(tokenizer, files);
  const runtime = await loadRuntime();
  const session = await openSession(files, runtime);
  const output = checkModel(session, files);
  const run = async (texts: readonly string[]) => {
    const batch = batchOf(texts.map((text) => cut(tokenizer.encode(text).ids, files.longest)));
    const results = await session.run(
      feedsOf(batch, { names: session.inputNames, padding }, runtime),
    );
    const result = results[output];
    if (result === undefined) throw new Error(`The model gave no ${output}.`);
    return pooled(result, batch, files);
  };
  const probes = [...sample.slice(0, 2), ...PROBES];
  const vectors = await run(probes).catch((cause) => {
    throw cause instanceof ApiError
      ? cause
      : badTeacher(`${files.model} cannot be run: ${reasonOf(cause)}.`, files.model);
  });
  const dimensions = vectors.length / probes.length;
  checkVectors(vectors, dimensions, files);
  return { dimensions, encode: async (texts) => scaled(await run(texts), texts.length) };
}

function pieceCounter(tokenizer: Tokenizer, files: TeacherFiles): PieceCounter {
  const unknown = unknownId(tokenizer, files);
  return (text) => {
    const { ids } = tokenizer.encode(text, { add_special_tokens: false });
    return { all: ids.length, unknown: ids.filter((id: number) => id === unknown).length };
  };
}

export function openTokenizer({ folder, tokenizer, tokenizerConfig }: TeacherFiles): Tokenizer {
  try {
    return new Tokenizer(tokenizer, tokenizerConfig);
  } catch (cause) {
    const file = path.join(folder, "tokenizer.json");
    throw badTeacher(`${file} cannot be used: ${reasonOf(cause)}.`, file);
  }
}

async function openSession(
  { model }: TeacherFiles,
  { env, InferenceSession }: Runtime,
): Promise<InferenceSession> {
  env.wasm.numThreads = 1;
  env.logLevel = "error";
  try {
    return await InferenceSession.create(await readWhole(model, LARGEST_MODEL), {
      logSeverityLevel: 4,
    });
  } catch (cause) {
    throw badTeacher(
      `${model} cannot be opened; it is damaged or no ONNX model: ${reasonOf(cause)}.`,
      model,
    );
  }
}

/** @returns the name of the output to read */
function checkModel(
  { inputNames, outputNames }: InferenceSession,
  { model }: TeacherFiles,
): string {
  if (inputNames.some((name) => name.startsWith("past_key")) || outputNames.includes("logits"))
    throw badTeacher(
      `${model} continues or classifies texts; it has to be a sentence encoder.`,
      model,
    );
  const foreign = inputNames.filter((name) => !KNOWN_INPUTS.includes(name));
  if (foreign.length > 0 || !inputNames.includes(IDS))
    throw badTeacher(
      `${model} wants other inputs (${inputNames.join(", ")}); a sentence encoder takes ${KNOWN_INPUTS.join(", ")}.`,
      model,
    );
  const output = OUTPUTS.find((name) => outputNames.includes(name));
  if (output === undefined)
    throw badTeacher(
      `${model} has no output ${OUTPUTS.join(" or ")}, only ${outputNames.join(", ")}.`,
      model,
    );
  return output;
}

const reasonOf = (cause: unknown) => {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.split("\n")[0]!.slice(0, 200).replace(/\.$/, "");
};

/** Sentences of tokens, padded to the longest. */
interface Batch {
  readonly rows: readonly (readonly number[])[];
  readonly length: number;
}

const batchOf = (rows: readonly (readonly number[])[]): Batch => ({
  rows,
  length: rows.reduce((most, row) => Math.max(most, row.length), 1),
});

/** The first tokens and the mark of the end. */
const cut = (ids: readonly number[], longest: number) =>
  ids.length <= longest ? ids : [...ids.slice(0, longest - 1), ids.at(-1)!];

function feedsOf(
  { rows, length }: Batch,
  { names, padding }: { readonly names: readonly string[]; readonly padding: number },
  { Tensor }: Runtime,
) {
  const dims = [rows.length, length];
  const ids = new BigInt64Array(rows.length * length).fill(BigInt(padding));
  const mask = new BigInt64Array(ids.length);
  rows.forEach((row, r) => {
    row.forEach((id, i) => {
      ids[r * length + i] = BigInt(id);
      mask[r * length + i] = 1n;
    });
  });
  const all: Readonly<Record<string, BigInt64Array>> = {
    [IDS]: ids,
    [MASK]: mask,
    [KINDS]: new BigInt64Array(ids.length),
  };
  return Object.fromEntries(names.map((name) => [name, new Tensor("int64", all[name]!, dims)]));
}

/** Unit vectors, one a sentence, from the vectors of its tokens or from those of the model itself. */
function pooled(result: Tensor, { rows, length }: Batch, { pooling, model }: TeacherFiles) {
  const { data, dims } = result;
  if (!(data instanceof Float32Array))
    throw badTeacher(`${model} answers in ${result.type}; float32 is needed.`, model);
  const width = dims.at(-1) ?? 0;
  const vectors = new Float64Array(rows.length * width);
  rows.forEach((row, r) => {
    const vector = vectors.subarray(r * width, (r + 1) * width);
    if (dims.length === 2) vector.set(data.subarray(r * width, (r + 1) * width));
    else addTokens(vector, data.subarray(r * length * width), pooling === "mean" ? row.length : 1);
    toUnit(vector);
  });
  return vectors;
}

function addTokens(vector: Float64Array, tokens: Float32Array, count: number): void {
  const width = vector.length;
  for (let at = 0; at < count * width; at++) vector[at % width]! += tokens[at]!;
}

function toUnit(vector: Float64Array): void {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i]! /= length;
}

function checkVectors(probes: Float64Array, width: number, { model }: TeacherFiles): void {
  if (width < 2 || probes.some((value) => !Number.isFinite(value)))
    throw badTeacher(`${model} gives no usable vectors for texts.`, model);
  if (probes.every((value, at) => value === probes[at % width]))
    throw badTeacher(`${model} gives the same vector for every text.`, model);
}

function scaled(vectors: Float64Array, rows: number): Int16Array<ArrayBuffer> {
  if (vectors.some((value) => !Number.isFinite(value)))
    throw new Error(`The model gave no number for one of ${rows} texts.`);
  return Int16Array.from(vectors, (value) => Math.round(value * READING_SCALE));
}

/** The token between the end of a sentence and that of the longest one; some models know by it where a sentence ends. */
function paddingOf(tokenizer: Tokenizer, files: TeacherFiles): number {
  const { padding } = files.tokenizer;
  const id = isRecord(padding) ? padding.pad_id : undefined;
  return typeof id === "number" ? id : (idOf(tokenizer, files.tokenizerConfig.pad_token) ?? 0);
}

function unknownId(tokenizer: Tokenizer, { tokenizer: { model } }: TeacherFiles): number {
  const { unk_token, unk_id } = isRecord(model) ? model : {};
  if (typeof unk_id === "number") return unk_id;
  return idOf(tokenizer, unk_token) ?? -1;
}

const idOf = (tokenizer: Tokenizer, token: unknown) => {
  const text = isRecord(token) ? token.content : token;
  return typeof text === "string" ? tokenizer.token_to_id(text) : undefined;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** From this share of unknown pieces on a tokenizer does not know a script. */
const MOST_UNKNOWN = 0.25;
/** An alphabet that a tokenizer knows no words of is cut into single letters; foreign words into halves at most. */
const MOST_PIECES_PER_LETTER = 0.62;
/** In these scripts a letter is a word or a syllable, and a piece of its own. */
const DENSE_LETTERS = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/gu;
const LETTERS = /\p{L}|\p{M}/gu;

/** Pieces that a text is cut into, without the marks of its ends, and how many of them mean "unknown". */
type PieceCounter = (text: string) => { readonly all: number; readonly unknown: number };

/** Refuses a teacher whose tokenizer does not know the letters of the texts. @throws bad-input */
function checkScript(sample: readonly string[], pieces: PieceCounter, folder: string): void {
  const text = sample.join("\n");
  const letters = text.match(LETTERS)?.length ?? 0;
  const isDense = 2 * (text.match(DENSE_LETTERS)?.length ?? 0) > letters;
  const counts = sample.map(pieces);
  const all = counts.reduce((sum, count) => sum + count.all, 0);
  const unknown = counts.reduce((sum, count) => sum + count.unknown, 0);
  const isCutToLetters = !isDense && all > MOST_PIECES_PER_LETTER * letters;
  if (letters === 0 || (unknown <= MOST_UNKNOWN * all && !isCutToLetters)) return;
  throw badTeacher(
    `The tokenizer of ${folder} does not know the script of these texts, such as “${exampleOf(sample)}”; take an encoder made for their language.`,
    folder,
  );
}

const exampleOf = (sample: readonly string[]) => (sample[0] ?? "").slice(0, 40);

/** Of a piece that the tokenizer does not know: less likely than any that it does. */
const BEYOND = 10;

/**
 * How likely a tokenizer of pieces (Unigram) finds a text, as a logarithm: the sum of the logarithms of its pieces. It tells
 * how a word is usually written. @throws bad-input for a tokenizer of another kind
 */
export function pieceLikelihood(files: TeacherFiles): (text: string) => number {
  const scores = new Map(piecesOf(files));
  let unknown = 0;
  for (const score of scores.values()) unknown = Math.min(unknown, score - BEYOND);
  const tokenizer = openTokenizer(files);
  return (text) => {
    const pieces: readonly string[] = tokenizer.tokenize(text);
    return pieces.reduce((sum, piece) => sum + (scores.get(piece) ?? unknown), 0);
  };
}

function piecesOf({ tokenizer: { model }, folder }: TeacherFiles): [string, number][] {
  const vocab = typeof model === "object" && model !== null && "vocab" in model ? model.vocab : [];
  const pieces = Array.isArray(vocab) ? vocab.filter(isPiece) : [];
  if (pieces.length === 0)
    throw badTeacher(
      `The encoder ${folder} does not tell how likely the pieces of words are; one with a Unigram tokenizer is needed.`,
      folder,
    );
  return pieces;
}

const isPiece = (value: unknown): value is [string, number] =>
  Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "number";
