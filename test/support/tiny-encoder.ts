import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { seededRandom } from "../../core/kernel/seeded-random.ts";

/** What is unusual about an encoder made for a test. */
export interface EncoderQuirks {
  readonly inputs?: readonly string[];
  readonly output?: string;
  /** How likely each word is, as a logarithm; by default the tokenizer does not tell. */
  readonly likelihood?: (word: string) => number;
  /** The vector of each word; by default drawn at random. */
  readonly vectorOf?: (word: string, id: number) => readonly number[];
}

const MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"];
export const TINY_DIMENSIONS = 8;

/**
 * A folder with a sentence encoder of a few kilobytes, as large ones are laid out: the vector of a token is that of its
 * word, whatever is beside it, so that a sentence's vector is the mean of its words'.
 */
export function writeTinyEncoder(
  folder: string,
  words: readonly string[],
  quirks: EncoderQuirks = {},
): void {
  mkdirSync(path.join(folder, "onnx"), { recursive: true });
  mkdirSync(path.join(folder, "1_Pooling"), { recursive: true });
  const vocabulary = [...MARKS, ...words];
  const put = (name: string, value: unknown) =>
    writeFileSync(path.join(folder, name), JSON.stringify(value));
  put("tokenizer.json", tokenizerOf(vocabulary, quirks));
  put("tokenizer_config.json", { pad_token: "[PAD]", unk_token: "[UNK]" });
  put("config.json", { architectures: ["BertModel"], max_position_embeddings: 64 });
  put("1_Pooling/config.json", { pooling_mode_mean_tokens: true, pooling_mode_cls_token: false });
  writeFileSync(path.join(folder, "onnx/model.onnx"), modelOf(vocabulary, quirks));
}

function tokenizerOf(vocabulary: readonly string[], { likelihood }: EncoderQuirks) {
  const special = (id: number) => ({ id, content: MARKS[id], special: true, normalized: false });
  const mark = (id: number) => ({ SpecialToken: { id: MARKS[id], type_id: 0 } });
  return {
    version: "1.0",
    added_tokens: MARKS.map((_, id) => special(id)),
    normalizer: { type: "BertNormalizer", lowercase: true, clean_text: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    post_processor: {
      type: "TemplateProcessing",
      single: [mark(2), { Sequence: { id: "A", type_id: 0 } }, mark(3)],
      pair: [mark(2), { Sequence: { id: "A", type_id: 0 } }, mark(3)],
      special_tokens: Object.fromEntries(
        [2, 3].map((id) => [MARKS[id], { id: MARKS[id], ids: [id], tokens: [MARKS[id]] }]),
      ),
    },
    model: likelihood
      ? { type: "Unigram", unk_id: 1, vocab: vocabulary.map((word) => [word, likelihood(word)]) }
      : {
          type: "WordPiece",
          unk_token: "[UNK]",
          continuing_subword_prefix: "##",
          max_input_chars_per_word: 100,
          vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
        },
  };
}

/** An ONNX file of one step: look up the row of each token. Fields by their numbers in the format. */
function modelOf(vocabulary: readonly string[], quirks: EncoderQuirks): Uint8Array {
  const random = seededRandom(3);
  const draw = () => Array.from({ length: TINY_DIMENSIONS }, () => random() - 0.5);
  const { inputs = ["input_ids", "attention_mask"], output = "last_hidden_state" } = quirks;
  const { vectorOf = draw } = quirks;
  // The marks of the ends add nothing.
  const rows = vocabulary.map((word, id) => (id < 4 ? draw().map(() => 0) : vectorOf(word, id)));
  const raw = new Uint8Array(Float32Array.from(rows.flat()).buffer);
  const [FLOAT, INT64] = [1, 7];
  const table = [
    number(1, vocabulary.length),
    number(1, TINY_DIMENSIONS),
    number(2, FLOAT),
    text(8, "words"),
    bytes(9, raw),
  ];
  const node = [text(1, "words"), text(1, inputs[0]!), text(2, output), text(4, "Gather")];
  const value = (name: string, type: number, dims: readonly string[]) => {
    const shape = dims.map((dim) => bytes(1, join([text(2, dim)])));
    const tensor = [number(1, type), bytes(2, join(shape))];
    return join([text(1, name), bytes(2, join([bytes(1, join(tensor))]))]);
  };
  const graph = [
    bytes(1, join(node)),
    text(2, "tiny"),
    bytes(5, join(table)),
    ...inputs.map((name) => bytes(11, value(name, INT64, ["batch", "length"]))),
    bytes(12, value(output, FLOAT, ["batch", "length", "width"])),
  ];
  return join([number(1, 8), bytes(7, join(graph)), bytes(8, join([text(1, ""), number(2, 17)]))]);
}

const join = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}

const number = (field: number, value: number) =>
  Uint8Array.from([...varint(field << 3), ...varint(value)]);

const bytes = (field: number, content: Uint8Array) =>
  join([Uint8Array.from([...varint((field << 3) | 2), ...varint(content.length)]), content]);

const text = (field: number, content: string) => bytes(field, new TextEncoder().encode(content));
