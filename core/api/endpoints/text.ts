import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import {
  getFingerprint,
  language as languageAsked,
  paging,
  reader,
  retinaName,
  sparsity,
} from "../schema/parameters.ts";
import { fingerprint, jsonValue, language, textSlice } from "../schema/replies.ts";

const TEXT_BODY =
  'The body is raw text, a JSON string, or an object `{"text": ...}`; UTF-8, or else Latin-1.';

/** Which retina reads, and in which language. */
const base = { retina_name: retinaName, language: languageAsked };

export const fingerprintOf = defineEndpoint({
  method: "POST",
  path: "/text",
  group: "Text",
  summary: "The fingerprint of a text, as a list of one.",
  notes: [
    TEXT_BODY,
    "Numbers and words that the retina does not know count beside known words; a text that has no known word is refused.",
  ],
  query: { ...base, reader },
  body: { as: "text" },
  output: Type.Array(fingerprint, { minItems: 1, maxItems: 1 }),
  work: "pool",
  errors: ["bad-input", "empty-text", "no-known-words", "too-large", "unknown-retina"],
});

export const keywords = defineEndpoint({
  method: "POST",
  path: "/text/keywords",
  group: "Text",
  summary: "The terms that say most about a text, most important first.",
  notes: [TEXT_BODY],
  query: base,
  body: { as: "text" },
  output: Type.Array(Type.String()),
  work: "pool",
  errors: ["bad-input", "empty-text", "unknown-retina"],
});

export const tokenize = defineEndpoint({
  method: "POST",
  path: "/text/tokenize",
  group: "Text",
  summary: "The known words of a text: one string per sentence, joined by commas, lower case.",
  notes: [TEXT_BODY, "Sentences left without a token are dropped."],
  query: {
    ...base,
    POStags: Type.Optional(
      Type.String({ description: "Only words with these Penn tags, e.g. `NN,NNP`." }),
    ),
  },
  body: { as: "text" },
  output: Type.Array(Type.String()),
  work: "pool",
  errors: ["bad-input", "empty-text", "unknown-retina"],
});

export const slices = defineEndpoint({
  method: "POST",
  path: "/text/slices",
  aliases: ["/text/slicing"],
  group: "Text",
  summary: "Cuts a text where its topic changes.",
  notes: [TEXT_BODY],
  query: { ...base, ...paging(10, 100), get_fingerprint: getFingerprint },
  body: { as: "text" },
  output: Type.Array(textSlice),
  work: "pool",
  errors: ["bad-input", "empty-text", "unknown-retina"],
});

export const bulk = defineEndpoint({
  method: "POST",
  path: "/text/bulk",
  group: "Text",
  summary: "The fingerprints of many texts, in the same order.",
  notes: ["Arrays inside the array are flattened.", "A reader takes at most 2,000 texts."],
  query: { ...base, reader, sparsity },
  body: {
    as: "json",
    schema: Type.Unsafe<readonly NestedText[]>({
      ...jsonValue,
      type: "array",
      description: 'An array of `{"text": ...}`.',
      // Generators cannot write a list of itself, so what a nested list holds is only described.
      items: {
        anyOf: [
          { type: "object", "x-schema": "TextOperand" },
          { type: "array", items: {}, description: "A list of the same, which is flattened." },
        ],
      },
    }),
  },
  output: Type.Array(fingerprint),
  work: "pool",
  isBulk: true,
  errors: ["bad-input", "empty-text", "no-known-words", "too-large", "unknown-retina"],
});

/** A text operand of a bulk call; older clients nest lists. */
export type NestedText = { readonly text: string } | readonly NestedText[];

export const detectLanguage = defineEndpoint({
  method: "POST",
  path: "/text/detect_language",
  group: "Text",
  summary: "The language a text is written in, one of fifty.",
  notes: [TEXT_BODY, "All three members are null when it cannot be told."],
  query: { retina_name: retinaName },
  body: { as: "text" },
  output: language,
  work: "pool",
  errors: ["empty-text"],
});
