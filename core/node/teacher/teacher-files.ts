import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { ApiError, badInput } from "../../errors.ts";
import { readBytes } from "../files/read-bytes.ts";
import { readWholeText } from "../files/regular-file.ts";

/** How the vectors of a sentence's tokens become one: their mean, or that of the first token. */
type Pooling = "mean" | "first";

/** A sentence encoder's files as they are in its folder; plain data. */
export interface TeacherFiles {
  readonly folder: string;
  /** The ONNX file. */
  readonly model: string;
  /** Its size. */
  readonly bytes: number;
  readonly tokenizer: Readonly<Record<string, unknown>>;
  readonly tokenizerConfig: Readonly<Record<string, unknown>>;
  readonly pooling: Pooling;
  /** Tokens of a sentence that are read; the rest is left out. */
  readonly longest: number;
  /** SHA-256 of the ONNX file. */
  readonly checksum: string;
}

/** ONNX files in the order in which they are taken: eight bits are read in a third of the time and as good. */
const MODEL_FILES = ["model_quantized.onnx", "model_int8.onnx", "model_qint8.onnx", "model.onnx"];
/** The memory of WebAssembly holds a model and what it works with up to about this size. */
export const LARGEST_MODEL = 1_500_000_000;
const LARGEST_TOKENIZER = 100_000_000;
const LONGEST_SENTENCE = 128;

/** What is wrong with a teacher's folder or file. */
export const badTeacher = (message: string, file: string) =>
  badInput("teacher", message, { value: file });

/** Why a library refused something, in a line. */
export const reasonOf = (cause: unknown) => {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.split("\n")[0]!.slice(0, 200).replace(/\.$/, "");
};

/** Finds and checks the files of a sentence encoder; reads the ONNX file for its checksum only. @throws bad-input */
export async function findTeacherFiles(folder: string): Promise<TeacherFiles> {
  await requireFolder(folder);
  const tokenizer = await requireTokenizer(folder);
  const config = (await readJson(folder, "config.json")) ?? {};
  refuseDecoder(folder, config);
  const pooling = await findPooling(folder);
  const { model, bytes } = await findModel(folder);
  const tokenizerConfig = (await readJson(folder, "tokenizer_config.json")) ?? {};
  const sentences = (await readJson(folder, "sentence_bert_config.json")) ?? {};
  const limits = [sentences.max_seq_length, config.max_position_embeddings, LONGEST_SENTENCE];
  return {
    folder,
    model,
    bytes,
    tokenizer,
    tokenizerConfig,
    pooling,
    longest: Math.min(...limits.map(Number).filter((limit) => limit > 2)),
    checksum: await checksumOf(model),
  };
}

/** SHA-256 of all that decides what an encoder makes of a text that it reads alone. */
export function encoderChecksum(files: TeacherFiles): string {
  const { checksum, tokenizer, tokenizerConfig, pooling, longest } = files;
  const all = JSON.stringify([checksum, tokenizer, tokenizerConfig, pooling, longest]);
  return `sha256:${createHash("sha256").update(all).digest("hex")}`;
}

async function requireFolder(folder: string): Promise<void> {
  const info = await stat(folder).catch(() => undefined);
  if (info === undefined) throw badTeacher(`The encoder ${folder} does not exist.`, folder);
  if (!info.isDirectory())
    throw badTeacher(
      `The encoder ${folder} is a file; name the folder that holds tokenizer.json and the ONNX file.`,
      folder,
    );
}

async function requireTokenizer(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const tokenizer = await readJson(folder, "tokenizer.json");
  if (tokenizer === undefined)
    throw badTeacher(
      `The encoder ${folder} has no tokenizer.json; a sentence encoder from a model hub has one beside its ONNX file.`,
      folder,
    );
  if (typeof tokenizer.model !== "object" || tokenizer.model === null)
    throw badTeacher(`${path.join(folder, "tokenizer.json")} describes no tokenizer.`, folder);
  return tokenizer;
}

const DECODER = /ForCausalLM|LMHeadModel|ForConditionalGeneration|ForSeq2SeqLM/;

function refuseDecoder(folder: string, { architectures }: Readonly<Record<string, unknown>>): void {
  const name = Array.isArray(architectures) ? String(architectures[0]) : "";
  if (DECODER.test(name))
    throw badTeacher(
      `The encoder ${folder} is a ${name}, which continues texts; it must be a sentence encoder.`,
      folder,
    );
}

async function findPooling(folder: string): Promise<Pooling> {
  const modules = await readdir(folder);
  const dense = modules.find((name) => /^\d+_(?!Pooling|Normalize)/.test(name));
  if (dense !== undefined)
    throw badTeacher(
      `The encoder ${folder} has a further layer, ${dense}, which an ONNX file does not hold; it cannot be used.`,
      folder,
    );
  const config = await readJson(folder, path.join("1_Pooling", "config.json"));
  if (config === undefined) return "mean";
  const modes = Object.entries(config)
    .filter(([name, on]) => name.startsWith("pooling_mode_") && on === true)
    .map(([name]) => name.slice("pooling_mode_".length));
  const [mode] = modes;
  if (modes.length === 1 && mode === "mean_tokens") return "mean";
  if (modes.length === 1 && mode === "cls_token") return "first";
  throw badTeacher(
    `The encoder ${folder} pools by ${modes.join(" and ") || "nothing"}; only mean_tokens and cls_token can be used.`,
    folder,
  );
}

async function findModel(folder: string): Promise<Pick<TeacherFiles, "model" | "bytes">> {
  const places = [path.join(folder, "onnx"), folder];
  const found: string[] = [];
  for (const place of places) {
    const names = await readdir(place).catch((): string[] => []);
    found.push(
      ...MODEL_FILES.filter((name) => names.includes(name)).map((name) => path.join(place, name)),
    );
    const [only, ...more] = names.filter((name) => name.endsWith(".onnx"));
    if (found.length === 0 && only !== undefined && more.length === 0)
      found.push(path.join(place, only));
  }
  const [model] = found;
  if (model === undefined)
    throw badTeacher(
      `The encoder ${folder} has no ONNX file that can be told apart: ${MODEL_FILES.join(", ")}, or a single other one, in it or in its folder onnx.`,
      folder,
    );
  return { model, bytes: await checkedSize(model) };
}

async function checkedSize(model: string): Promise<number> {
  const info = await stat(model);
  if (!info.isFile()) throw badTeacher(`${model} is no regular file.`, model);
  const { size } = info;
  if (size === 0) throw badTeacher(`${model} is empty.`, model);
  if (size > LARGEST_MODEL)
    throw badTeacher(
      `${model} has ${inGigabytes(size)}; at most ${inGigabytes(LARGEST_MODEL)} can be used. A smaller encoder, or one with 8-bit weights, will do.`,
      model,
    );
  const apart = await stat(`${model}_data`).catch(() => undefined);
  if (apart !== undefined)
    throw badTeacher(
      `${model} keeps its weights in a second file, ${path.basename(model)}_data; a model in one file is needed.`,
      model,
    );
  return size;
}

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** An object; undefined when the file is not there. */
async function readJson(
  folder: string,
  name: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const file = path.join(folder, name);
  const info = await stat(file).catch(() => undefined);
  if (info === undefined) return undefined;
  if (info.size > LARGEST_TOKENIZER)
    throw badTeacher(`${file} has ${info.size} bytes, which is too large for JSON.`, file);
  try {
    const value: unknown = JSON.parse(await readWholeText(file, LARGEST_TOKENIZER));
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch (cause) {
    if (cause instanceof ApiError) throw badTeacher(cause.message, file);
  }
  throw badTeacher(`${file} is not a JSON object.`, file);
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of readBytes({ file, name: file, isPacked: false })) hash.update(bytes);
  return hash.digest("hex");
}
