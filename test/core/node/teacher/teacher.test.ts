import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { openEncoder } from "../../../../core/node/teacher/encoder.ts";
import { openTeacher } from "../../../../core/node/teacher/open-teacher.ts";
import { findTeacherFiles } from "../../../../core/node/teacher/teacher-files.ts";
import { READING_SCALE } from "../../../../core/train/teacher/teacher.ts";
import { TINY_DIMENSIONS, writeTinyEncoder } from "../../../support/tiny-encoder.ts";

const WORDS = "apple banana pear the is and red green sweet car".split(" ");
const watch = { signal: NEVER_CANCELLED, report: () => {} };

let folder = "";
let readings = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "teacher-"));
  readings = mkdtempSync(path.join(tmpdir(), "readings-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, maxRetries: 10 });
  rmSync(readings, { recursive: true, maxRetries: 10 });
});

const open = (threads = 1, sample = ["the apple is red"]) =>
  openTeacher({ folder, readings }, { sample, threads });

async function read(texts: readonly string[], threads = 1) {
  const teacher = await open(threads);
  try {
    return await teacher.read(texts, watch);
  } finally {
    await teacher.close();
  }
}

/** Many different sentences of the words, of many lengths. */
const sentences = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    Array.from({ length: 1 + (i % 9) }, (_, k) => WORDS[(i * 7 + k * 3) % WORDS.length]).join(" "),
  );

describe("a teacher", () => {
  it("gives each sentence the mean of its words, at length 1", async () => {
    const vectors: Record<string, number[]> = { apple: [3, 0, 0], pear: [0, 4, 0] };
    const vectorOf = (word: string) => [...(vectors[word] ?? [0, 0, 1]), 0, 0, 0, 0, 0];
    writeTinyEncoder(folder, WORDS, { vectorOf });
    const { dimensions, values } = await read(["apple pear", "Apple", "pear pear apple car"]);
    expect(dimensions).toBe(TINY_DIMENSIONS);
    const row = (at: number) =>
      Array.from(
        values.slice(at * dimensions, at * dimensions + 3),
        (value) => value / READING_SCALE,
      );
    const expectRow = (at: number, expected: readonly number[]) =>
      row(at).forEach((value, i) => {
        expect(value).toBeCloseTo(expected[i]!, 4);
      });
    expectRow(0, [0.6, 0.8, 0]);
    expectRow(1, [1, 0, 0]);
    expectRow(2, [3 / Math.sqrt(74), 8 / Math.sqrt(74), 1 / Math.sqrt(74)]);
  });

  it("reads the same with one thread and with three, and each text as if it were alone", async () => {
    writeTinyEncoder(folder, WORDS);
    const texts = sentences(1300);
    const one = await read(texts);
    rmSync(readings, { recursive: true, maxRetries: 10 });
    const three = await open(3);
    expect(await three.read(texts, watch)).toEqual(one);
    const alone = await three.read([texts[700]!], watch);
    await three.close();
    expect(alone.values).toEqual(one.values.slice(700 * one.dimensions, 701 * one.dimensions));
  });

  it("tells which texts it reads without cutting a word", async () => {
    writeTinyEncoder(folder, WORDS);
    const teacher = await open();
    const wholes = await teacher.wholes(["apple", "red car", "redcar", "apple zzz", "Pear"]);
    await teacher.close();
    expect([...wholes]).toEqual([1, 1, 0, 0, 1]);
  });

  it("takes the first token where the model pools by it", async () => {
    writeTinyEncoder(folder, WORDS, { vectorOf: (_, id) => [id, 1, 0, 0, 0, 0, 0, 0] });
    const mean = await read(["car apple"]);
    writeFileSync(
      path.join(folder, "1_Pooling/config.json"),
      JSON.stringify({ pooling_mode_cls_token: true }),
    );
    // The mark of the beginning has a vector of zeros here, so nothing tells two texts apart.
    await expect(open()).rejects.toThrow("the same vector for every text");
    expect(mean.values[0]).toBeGreaterThan(mean.values[1]!);
  });

  it("keeps what it read, uses it again, and reads again what was damaged", async () => {
    writeTinyEncoder(folder, WORDS);
    const texts = sentences(600);
    const first = await read(texts);
    const files = readdirSync(readings);
    expect(files).toHaveLength(2);
    const file = path.join(readings, files[0]!);
    const content = readFileSync(file);
    writeFileSync(file, content.with(100, content[100]! ^ 1));
    const teacher = await open();
    expect(await teacher.read(texts, watch)).toEqual(first);
    const zeros = new Uint8Array(content.length - 32);
    const hash = createHash("sha256").update(zeros).digest();
    writeFileSync(file, Buffer.concat([hash, zeros]));
    const kept = await teacher.read(texts, watch);
    await teacher.close();
    expect(kept.values.filter((value) => value === 0).length).toBeGreaterThan(
      first.values.length / 20,
    );
  });

  it("stops when it is told to", async () => {
    writeTinyEncoder(folder, WORDS);
    const teacher = await open();
    const reading = teacher.read(sentences(600), { ...watch, signal: { aborted: true } });
    await expect(reading).rejects.toMatchObject({ code: "cancelled" });
    await teacher.close();
  });

  it("says on its card what it is", async () => {
    writeTinyEncoder(folder, WORDS);
    const teacher = await open();
    await teacher.close();
    const model = readFileSync(path.join(folder, "onnx/model.onnx"));
    expect(teacher.card).toEqual({
      teacher: path.basename(folder),
      teacherFile: "onnx/model.onnx",
      teacherChecksum: `sha256:${createHash("sha256").update(model).digest("hex")}`,
    });
  });
});

/** What is done to a good folder, and what is said of it then. */
const faults: readonly (readonly [what: string, () => void, said: string])[] = [
  ["does not exist", () => rmSync(folder, { recursive: true, maxRetries: 10 }), "does not exist"],
  ["has no tokenizer", () => rmSync(inFolder("tokenizer.json")), "has no tokenizer.json"],
  ["has half a tokenizer", () => truncateSync(inFolder("tokenizer.json"), 50), "not a JSON object"],
  ["has another tokenizer", () => put("tokenizer.json", { a: 1 }), "describes no tokenizer"],
  [
    "has no model",
    () => rmSync(inFolder("onnx"), { recursive: true, maxRetries: 10 }),
    "has no ONNX file",
  ],
  ["has an empty model", () => truncateSync(inFolder("onnx/model.onnx"), 0), "is empty"],
  ["has half a model", () => truncateSync(inFolder("onnx/model.onnx"), 150), "it is damaged"],
  [
    "has a text for a model",
    () => writeFileSync(inFolder("onnx/model.onnx"), "version https://git-lfs"),
    "it is damaged",
  ],
  [
    "has a model of 4 GB",
    () => truncateSync(inFolder("onnx/model.onnx"), 4_000_000_000),
    "has 4.0 GB; at most 1.5 GB",
  ],
  [
    "keeps its weights apart",
    () => writeFileSync(inFolder("onnx/model.onnx_data"), "x"),
    "in a second file, model.onnx_data",
  ],
  [
    "is a decoder by its description",
    () => put("config.json", { architectures: ["GPT2LMHeadModel"] }),
    "is a GPT2LMHeadModel, which continues texts",
  ],
  [
    "is a decoder by its inputs",
    () => writeTinyEncoder(folder, WORDS, { inputs: ["input_ids", "past_key_values.0.key"] }),
    "continues or classifies texts",
  ],
  [
    "classifies",
    () => writeTinyEncoder(folder, WORDS, { output: "logits" }),
    "continues or classifies texts",
  ],
  [
    "wants pictures",
    () => writeTinyEncoder(folder, WORDS, { inputs: ["input_ids", "pixel_values"] }),
    "wants other inputs (input_ids, pixel_values)",
  ],
  [
    "has another output",
    () => writeTinyEncoder(folder, WORDS, { output: "boxes" }),
    "has no output last_hidden_state or token_embeddings or sentence_embedding, only boxes",
  ],
  [
    "pools by the maximum",
    () => put("1_Pooling/config.json", { pooling_mode_max_tokens: true }),
    "pools by max_tokens",
  ],
  [
    "has a further layer",
    () => copyFileSync(inFolder("config.json"), inFolder("2_Dense")),
    "a further layer, 2_Dense",
  ],
  [
    "gives no numbers",
    () => writeTinyEncoder(folder, WORDS, { vectorOf: () => Array(8).fill(Number.NaN) }),
    "gives no usable vectors",
  ],
];
const inFolder = (name: string) => path.join(folder, name);
const put = (name: string, value: unknown) => writeFileSync(inFolder(name), JSON.stringify(value));

/** As a teacher's thread opens it, here, where the runtime is loaded once for all of them. */
const openHere = async (sample = ["the apple is red"]) =>
  openEncoder(await findTeacherFiles(folder), sample);

describe("a teacher is refused that", () => {
  it.each(faults)("%s", async (_, spoil, said) => {
    writeTinyEncoder(folder, WORDS);
    const home = folder;
    spoil();
    const refused = await openHere().catch((cause) => cause);
    expect(refused).toMatchObject({
      code: "bad-input",
      message: expect.stringContaining(said),
      details: { field: "teacher" },
    });
    expect(refused.message).toContain(home);
    if (said === "does not exist") folder = mkdtempSync(path.join(tmpdir(), "teacher-"));
  });

  it("its thread refuses, in the same words", async () => {
    writeTinyEncoder(folder, WORDS, { output: "boxes" });
    const refused = await openHere().catch((cause) => cause);
    await expect(open()).rejects.toMatchObject({
      code: "bad-input",
      message: refused.message,
      details: { field: "teacher" },
    });
  });

  it("does not know the script of the texts", async () => {
    writeTinyEncoder(folder, WORDS);
    await expect(openHere(["Война и мир", "Лев Толстой"])).rejects.toThrow(
      /does not know the script of these texts, such as “Война и мир”/,
    );
  });

  it("cuts a script into single letters", async () => {
    const letters = [..."абвгдежзийклмнопрстуфхцчшщыьэюя"];
    writeTinyEncoder(folder, [...WORDS, ...letters, ...letters.map((letter) => `##${letter}`)]);
    await expect(openHere(["война и мир", "лев толстой"])).rejects.toThrow(
      "does not know the script",
    );
    const { dimensions } = await openHere([
      "the apple is sweet",
      "the мир is red and the car is green",
    ]);
    expect(dimensions).toBe(TINY_DIMENSIONS);
  });
});
