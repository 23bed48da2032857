import type { InferenceSession, Tensor } from "#onnxruntime";
import { ApiError } from "../../errors.ts";
import { READING_SCALE } from "../../train/teacher/teacher.ts";
import { withWhole } from "../files/regular-file.ts";
import { badTeacher, LARGEST_MODEL, reasonOf, type TeacherFiles } from "./teacher-files.ts";
import { openTokens } from "./tokens.ts";

/** A sentence encoder that has been opened. */
export interface Encoder {
  readonly dimensions: number;
  /** Vectors of length 1 in steps of 1 / READING_SCALE. The texts go through the model together. */
  encode(texts: readonly string[]): Promise<Int16Array<ArrayBuffer>>;
  /** As `Tokens.areWhole`. */
  areWhole(text: string): boolean;
}

/** The numbers of a text's tokens. */
type Row = readonly number[];
/** What of an encoder's files its model needs. */
export type ModelFiles = Pick<TeacherFiles, "model" | "bytes" | "pooling">;

/** The model of an encoder that has been opened. */
export interface EncoderModel {
  readonly dimensions: number;
  /** As `Encoder.encode`, of texts that are cut into tokens. */
  vectors(rows: readonly Row[]): Promise<Int16Array<ArrayBuffer>>;
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
export const PROBES = ["one", "two words"];

/**
 * Opens an encoder on the calling thread, on one core: threads each open their own, so that a batch gives the same bytes
 * on any number of them. It has to know the script of the sample, some texts that it will read. @throws bad-input
 */
export async function openEncoder(
  files: TeacherFiles,
  sample: readonly string[],
): Promise<Encoder> {
  const { padding, of, areWhole } = openTokens(files, sample);
  const probes = [...sample.slice(0, 2), ...PROBES].map(of);
  const { dimensions, vectors } = await openModel(files, { padding, probes });
  return { dimensions, encode: (texts) => vectors(texts.map(of)), areWhole };
}

/** What a model is tried with when it is opened. */
export interface ModelTrial {
  readonly padding: number;
  readonly probes: readonly Row[];
}

/**
 * Opens the model of an encoder alone, on the calling thread and on one core. Takes seconds, three times the size of the model for good and
 * four times until it is open. @throws bad-input
 */
export async function openModel(
  files: ModelFiles,
  { padding, probes }: ModelTrial,
): Promise<EncoderModel> {
  const runtime = await loadRuntime();
  const session = await openSession(files, runtime);
  const output = checkModel(session, files);
  const run = async (rows: readonly Row[]) => {
    const batch = batchOf(rows);
    const results = await session.run(
      feedsOf(batch, { names: session.inputNames, padding }, runtime),
    );
    const result = results[output];
    if (result === undefined) throw new Error(`The model gave no ${output}.`);
    return pooled(result, batch, files);
  };
  const tried = await run(probes).catch((cause) => {
    throw cause instanceof ApiError
      ? cause
      : badTeacher(`${files.model} cannot be run: ${reasonOf(cause)}.`, files.model);
  });
  const dimensions = tried.length / probes.length;
  checkVectors(tried, dimensions, files);
  return { dimensions, vectors: async (rows) => scaled(await run(rows), rows.length) };
}

async function openSession(
  { model }: ModelFiles,
  { env, InferenceSession }: Runtime,
): Promise<InferenceSession> {
  env.wasm.numThreads = 1;
  env.logLevel = "error";
  try {
    return await withWhole(model, LARGEST_MODEL, (bytes) =>
      InferenceSession.create(bytes, { logSeverityLevel: 4 }),
    );
  } catch (cause) {
    throw badTeacher(
      `${model} cannot be opened; it is damaged or no ONNX model: ${reasonOf(cause)}.`,
      model,
    );
  }
}

/** @returns the name of the output to read */
function checkModel({ inputNames, outputNames }: InferenceSession, { model }: ModelFiles): string {
  if (inputNames.some((name) => name.startsWith("past_key")) || outputNames.includes("logits"))
    throw badTeacher(
      `${model} continues or classifies texts; it must be a sentence encoder.`,
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

/** Sentences of tokens, padded to the longest. */
interface Batch {
  readonly rows: readonly Row[];
  readonly length: number;
}

const batchOf = (rows: readonly Row[]): Batch => ({
  rows,
  length: rows.reduce((most, row) => Math.max(most, row.length), 1),
});

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
function pooled(result: Tensor, { rows, length }: Batch, { pooling, model }: ModelFiles) {
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

function checkVectors(probes: Float64Array, width: number, { model }: ModelFiles): void {
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
