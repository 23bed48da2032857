import { Type } from "#typebox";
import { defineEndpoint } from "../schema/define-endpoint.ts";
import {
  contextId,
  getFingerprint,
  language,
  paging,
  posType,
  reader,
  retinaName,
  sparsity,
} from "../schema/parameters.ts";
import { context, expression, fingerprint, term } from "../schema/replies.ts";

const EXPRESSION_ERRORS = [
  "bad-input",
  "bad-expression",
  "bad-position",
  "unknown-term",
  "empty-text",
  "no-known-words",
  "unknown-retina",
] as const;

const one = { as: "json", schema: expression } as const;
const many = { as: "json", schema: Type.Array(expression) } as const;
const base = { retina_name: retinaName, language, reader, sparsity };
const contextQuery = { ...base, ...paging(5, 100), get_fingerprint: getFingerprint };
const similarQuery = {
  ...base,
  context_id: contextId,
  pos_type: posType,
  ...paging(10, 1000),
  get_fingerprint: getFingerprint,
};
const BULK_NOTE = "Paging applies inside each inner list; order and length follow the input.";

export const evaluate = defineEndpoint({
  method: "POST",
  path: "/expressions",
  group: "Expressions",
  summary: "The fingerprint of an expression.",
  notes: ["An expression that leaves no position answers an empty list of positions."],
  query: base,
  body: one,
  output: fingerprint,
  work: "pool",
  errors: EXPRESSION_ERRORS,
});

export const contexts = defineEndpoint({
  method: "POST",
  path: "/expressions/contexts",
  group: "Expressions",
  summary: "The senses of an expression, as clusters of its fingerprint.",
  notes: ["An expression that leaves no position is an error."],
  query: contextQuery,
  body: one,
  output: Type.Array(context),
  work: "pool",
  errors: [...EXPRESSION_ERRORS, "empty-fingerprint"],
});

export const similar = defineEndpoint({
  method: "POST",
  path: "/expressions/similar_terms",
  aliases: ["/expressions/similarTerms"],
  group: "Expressions",
  summary: "Terms whose fingerprints share most positions with the expression's.",
  notes: ["An expression that leaves no position is an error."],
  query: similarQuery,
  body: one,
  output: Type.Array(term),
  work: "pool",
  errors: [...EXPRESSION_ERRORS, "empty-fingerprint", "unknown-context"],
});

export const evaluateBulk = defineEndpoint({
  method: "POST",
  path: "/expressions/bulk",
  group: "Expressions",
  summary: "The fingerprints of many expressions, in the same order.",
  query: base,
  body: many,
  output: Type.Array(fingerprint),
  work: "pool",
  isBulk: true,
  errors: [...EXPRESSION_ERRORS, "too-large"],
});

export const contextsBulk = defineEndpoint({
  method: "POST",
  path: "/expressions/contexts/bulk",
  group: "Expressions",
  summary: "The senses of many expressions.",
  notes: [BULK_NOTE],
  query: contextQuery,
  body: many,
  output: Type.Array(Type.Array(context)),
  work: "pool",
  isBulk: true,
  errors: [...EXPRESSION_ERRORS, "empty-fingerprint", "too-large"],
});

export const similarBulk = defineEndpoint({
  method: "POST",
  path: "/expressions/similar_terms/bulk",
  aliases: ["/expressions/similarTerms/bulk"],
  group: "Expressions",
  summary: "Similar terms of many expressions.",
  notes: [BULK_NOTE],
  query: similarQuery,
  body: many,
  output: Type.Array(Type.Array(term)),
  work: "pool",
  isBulk: true,
  errors: [...EXPRESSION_ERRORS, "empty-fingerprint", "unknown-context", "too-large"],
});
